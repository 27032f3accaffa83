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
  -- Both empty for jobs of one step.
  color_model text NOT NULL,
  color_provider text NOT NULL DEFAULT '',
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
  -- The same of the first of two steps.
  color_gpu_currency text NOT NULL DEFAULT '',
  color_gpu_micros bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (day, provider, model, revision, color_model, color_provider, plan_id, resolution, duration, gpu_currency, color_gpu_currency)
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

-- What the seconds of a task cost, in millionths of a currency. Pure: locks and raises nothing.
CREATE FUNCTION gpu_micros(started timestamptz, ended timestamptz, micros_per_second bigint) RETURNS bigint LANGUAGE sql IMMUTABLE
RETURN round(extract(epoch FROM greatest(ended - started, interval '0')) * micros_per_second)::bigint;

-- Keeps who made the first of two steps, and what it cost there, before the second one begins. The caller has locked the request.
CREATE FUNCTION keep_color_cost(a_request uuid) RETURNS void LANGUAGE sql AS $$
  UPDATE requests r
     SET color_provider = r.provider, color_gpu_currency = i.gpu_currency,
         color_gpu_micros = gpu_micros(r.submitted_at, r.collecting_at, i.gpu_micros_per_second)
    FROM requests step LEFT JOIN provider_instances i ON i.id = step.provider
   WHERE r.id = a_request AND step.id = r.id
$$;

-- Counts jobs with what was paid for their credits: the change since they were last counted. At its first count, a job at an instance with a
-- cost per GPU second gets the cost of its seconds, from the acceptance of its task to the end that Luit saw, so a later cost changes later jobs.
-- The first of two steps brings its own cost.
--   items: [{id, credits, micros}], each id once
-- Locks: the requests, then the totals, both in order. Idempotent: an unchanged job changes nothing.
CREATE FUNCTION count_margin(items jsonb) RETURNS void LANGUAGE sql SET enable_seqscan = off AS $$
  WITH locked AS MATERIALIZED (
    SELECT r.id, item.credits, item.micros, i.gpu_currency,
           gpu_micros(r.submitted_at, r.collecting_at, i.gpu_micros_per_second) AS gpu_micros
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
              coalesce(new.color_provider, '') AS color_provider, new.plan_id, new.resolution, coalesce(new.duration, 0) AS duration,
              CASE WHEN old.revenue_micros IS NULL THEN 1 ELSE 0 END AS jobs,
              new.revenue_credits - coalesce(old.revenue_credits, 0) AS credits,
              new.revenue_micros - coalesce(old.revenue_micros, 0) AS micros,
              coalesce(new.gpu_currency, '') AS gpu_currency,
              coalesce(new.gpu_micros - coalesce(old.gpu_micros, 0), 0) AS gpu_micros,
              coalesce(new.color_gpu_currency, '') AS color_gpu_currency,
              CASE WHEN old.revenue_micros IS NULL THEN coalesce(new.color_gpu_micros, 0) ELSE 0 END AS color_gpu_micros
  )
  INSERT INTO margin_totals AS t (day, provider, model, revision, color_model, color_provider, plan_id, resolution, duration, gpu_currency,
    color_gpu_currency, jobs, credits, revenue_micros, gpu_micros, color_gpu_micros)
  SELECT day, provider, model, revision, color_model, color_provider, plan_id, resolution, duration, gpu_currency, color_gpu_currency,
         sum(jobs), sum(credits), sum(micros), sum(gpu_micros), sum(color_gpu_micros)
    FROM counted GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
  ON CONFLICT ON CONSTRAINT margin_totals_pkey DO UPDATE SET
    jobs = t.jobs + excluded.jobs, credits = t.credits + excluded.credits, revenue_micros = t.revenue_micros + excluded.revenue_micros,
    gpu_micros = t.gpu_micros + excluded.gpu_micros, color_gpu_micros = t.color_gpu_micros + excluded.color_gpu_micros
$$;
