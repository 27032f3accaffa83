-- The day of a time in Asia/Kolkata. Pure: locks and raises nothing.
CREATE FUNCTION business_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE
RETURN (at AT TIME ZONE 'Asia/Kolkata')::date;

-- What providers charge instead of the costs in the entries of models, as operators entered it from bills. Rows are never changed: of those for a
-- day the latest one applies.
CREATE TABLE provider_prices (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  provider text NOT NULL,
  model text NOT NULL,
  -- Null for every resolution.
  resolution text,
  unit text NOT NULL CHECK (unit IN ('second', 'video', 'image')),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- Per unit, millionths of the currency.
  price_micros bigint NOT NULL CHECK (price_micros >= 0),
  valid_from date NOT NULL,
  reason text NOT NULL,
  admin_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Rupees of one unit of a currency, millionths.
CREATE TABLE exchange_rates (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$' AND currency <> 'INR'),
  rate_micros bigint NOT NULL CHECK (rate_micros > 0),
  valid_from date NOT NULL,
  reason text NOT NULL,
  admin_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Jobs whose captured credits changed, until the margin counts them.
CREATE TABLE margin_dues (
  request_id uuid PRIMARY KEY,
  due_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX margin_dues_by_time ON margin_dues (due_at);

-- Jobs that succeeded and what was paid for their credits, by the day of their submission and by everything that decides their
-- cost. Prices and rates apply when a report is read, so a late entry needs no new count.
CREATE TABLE margin_totals (
  day date NOT NULL,
  provider text NOT NULL,
  model text NOT NULL,
  -- The revision that made them, whose routes have the costs.
  revision int NOT NULL,
  -- Empty for jobs of one step.
  color_model text NOT NULL,
  plan_id text NOT NULL,
  resolution text NOT NULL,
  -- Seconds; 0 for images.
  duration int NOT NULL,
  jobs bigint NOT NULL,
  credits bigint NOT NULL,
  revenue_micros bigint NOT NULL,
  -- Empty unless the jobs ran at an instance with a cost per GPU second.
  gpu_currency text NOT NULL DEFAULT '',
  gpu_micros bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (day, provider, model, revision, color_model, plan_id, resolution, duration, gpu_currency)
);

-- What the route of a revision costs; null without a cost.
CREATE FUNCTION route_cost(a_model text, a_revision int, a_provider text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT route -> 'cost' FROM model_revisions r CROSS JOIN jsonb_array_elements(r.entry -> 'routes') AS route
   WHERE r.model = a_model AND r.revision = a_revision AND route ->> 'provider' = a_provider
$$;

-- The revision of a model at the end of a day. A request does not store that of the model that colorizes its photo.
CREATE FUNCTION revision_on(a_model text, a_day date) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT max(revision) FROM model_revisions
   WHERE model = a_model AND published_at < (a_day + 1)::timestamp AT TIME ZONE 'Asia/Kolkata'
$$;

-- Counts jobs with what was paid for their credits: the change since they were last counted. At its first count, a job at an instance with a
-- cost per GPU second gets the cost of its seconds, from the acceptance of its task to the end that Luit saw, so a later cost changes later jobs.
--   items: [{id, credits, micros}], each id once
-- Locks: the requests, then the totals, both in order. Idempotent: an unchanged job changes nothing.
CREATE FUNCTION count_margin(items jsonb) RETURNS void LANGUAGE sql SET enable_seqscan = off AS $$
  WITH locked AS MATERIALIZED (
    SELECT r.id, item.credits, item.micros, i.gpu_currency,
           round(extract(epoch FROM greatest(r.collecting_at - r.submitted_at, interval '0')) * i.gpu_micros_per_second)::bigint AS gpu_micros
      FROM jsonb_to_recordset(items) AS item (id uuid, credits bigint, micros bigint)
      JOIN requests r ON r.id = item.id
      LEFT JOIN provider_instances i ON i.id = r.provider
     WHERE r.state = 'succeeded' ORDER BY r.id FOR UPDATE OF r
  ), counted AS (
    UPDATE requests r
       SET revenue_micros = locked.micros, revenue_credits = locked.credits,
           gpu_currency = CASE WHEN r.revenue_micros IS NULL THEN locked.gpu_currency ELSE r.gpu_currency END,
           gpu_micros = CASE WHEN r.revenue_micros IS NULL THEN locked.gpu_micros ELSE r.gpu_micros END
      FROM locked
     WHERE r.id = locked.id
       AND (r.revenue_micros, r.revenue_credits) IS DISTINCT FROM (locked.micros, locked.credits)
    RETURNING business_day(new.submitted_at) AS day, new.provider, new.model,
              new.model_revision AS revision, coalesce(new.color_model, '') AS color_model,
              new.plan_id, new.resolution, coalesce(new.duration, 0) AS duration,
              CASE WHEN old.revenue_micros IS NULL THEN 1 ELSE 0 END AS jobs,
              new.revenue_credits - coalesce(old.revenue_credits, 0) AS credits,
              new.revenue_micros - coalesce(old.revenue_micros, 0) AS micros,
              coalesce(new.gpu_currency, '') AS gpu_currency,
              coalesce(new.gpu_micros - coalesce(old.gpu_micros, 0), 0) AS gpu_micros
  )
  INSERT INTO margin_totals AS t
  SELECT day, provider, model, revision, color_model, plan_id, resolution, duration, sum(jobs), sum(credits), sum(micros),
         gpu_currency, sum(gpu_micros)
    FROM counted GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 12 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 12
  ON CONFLICT (day, provider, model, revision, color_model, plan_id, resolution, duration, gpu_currency) DO UPDATE SET
    jobs = t.jobs + excluded.jobs, credits = t.credits + excluded.credits,
    revenue_micros = t.revenue_micros + excluded.revenue_micros, gpu_micros = t.gpu_micros + excluded.gpu_micros
$$;
