-- Budgets limit what the API keys of users may spend. They are hard limits: a hold takes its credits from the balance and from the
-- budget in one operation. See ledger-functions.sql for the SQLSTATEs.

-- The month of a budget that a hold belongs to: its first day, in IST. Pure: locks and raises nothing.
CREATE FUNCTION month_of(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE
RETURN date_trunc('month', at AT TIME ZONE 'Asia/Kolkata')::date;

-- When the next month of a budget begins. Locks nothing. Raises nothing.
CREATE FUNCTION budget_resets_at() RETURNS timestamptz LANGUAGE sql STABLE
RETURN (month_of(now()) + interval '1 month') AT TIME ZONE 'Asia/Kolkata';

-- A key without a row cannot spend credits. All holds of a key are on its owner's account, so the lock of that account orders all changes
-- of the budget and of its spent credits.
CREATE TABLE api_key_budgets (
  key_id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  -- The limits in credits; null without a limit.
  monthly_credits bigint CHECK (monthly_credits >= 0),
  total_credits bigint CHECK (total_credits >= 0),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX api_key_budgets_of_user ON api_key_budgets (user_id);

-- Credits that holds of a key hold or have captured, by the month in which they were placed.
CREATE TABLE api_key_months (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  key_id uuid NOT NULL,
  month date NOT NULL,
  used bigint NOT NULL CHECK (used >= 0)
) WITH (fillfactor = 90);
CREATE UNIQUE INDEX api_key_months_of_key ON api_key_months (key_id, month);

-- The exhausted budgets that were announced to the owner's webhook endpoints. An entry applies until the next month, or until the owner
-- changes the budget so that credits are left.
CREATE TABLE api_key_exhausted_budgets (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  key_id uuid NOT NULL,
  -- Null for the total budget.
  month date,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE NULLS NOT DISTINCT (key_id, month)
);

-- The invariant check of a month uses this index.
CREATE INDEX holds_of_key ON holds (api_key_id, month_of(created_at)) WHERE api_key_id IS NOT NULL;

-- The credits that are left of each budget. 'credits_left' is what the tighter limit leaves, and 'period' names that limit. It is negative
-- if the owner lowered the limit below what was spent.
CREATE VIEW api_key_allowances AS
  SELECT key_id, user_id, monthly_credits, total_credits, used_this_month, used,
         coalesce(least(monthly_credits - used_this_month, total_credits - used), 9223372036854775807) AS credits_left,
         CASE WHEN coalesce(monthly_credits - used_this_month <= total_credits - used, monthly_credits IS NOT NULL)
              THEN 'month' ELSE 'total' END AS period
    FROM api_key_budgets budget CROSS JOIN LATERAL (
      SELECT coalesce(sum(m.used), 0)::bigint AS used,
             coalesce(sum(m.used) FILTER (WHERE m.month = month_of(now())), 0)::bigint AS used_this_month
        FROM api_key_months m WHERE m.key_id = budget.key_id) months;

-- Publishes billing.apiKeyBudgetExhausted for each key whose budget does not cover its p_required. The arrays have equal length.
-- Locks nothing that exists.
-- Idempotent: a key is announced once for each month, and once for its total, until its owner changes the budget.
-- Raises nothing.
CREATE FUNCTION announce_exhausted_budgets(p_keys uuid[], p_required bigint[]) RETURNS void LANGUAGE sql AS $$
  WITH refused AS (
    SELECT key_id, min(required) AS required FROM unnest(p_keys, p_required) AS i (key_id, required) GROUP BY key_id
  ), exhausted AS (
    SELECT allowance.*, CASE WHEN allowance.period = 'month' THEN month_of(now()) END AS month
      -- OFFSET 0 makes Postgres look up each key by the index instead of joining.
      FROM refused CROSS JOIN LATERAL (SELECT * FROM api_key_allowances WHERE key_id = refused.key_id OFFSET 0) allowance
     WHERE allowance.credits_left < refused.required
  ), announced AS (
    INSERT INTO api_key_exhausted_budgets (key_id, month) SELECT key_id, month FROM exhausted ORDER BY key_id
        ON CONFLICT (key_id, month) DO NOTHING RETURNING id, key_id, created_at
  )
  INSERT INTO outbox (kind, name, payload)
  SELECT 'event', 'billing.apiKeyBudgetExhausted', jsonb_build_object('noticeId', announced.id, 'at', announced.created_at,
           'userId', budget.user_id, 'period', budget.period, 'budget', jsonb_build_object('keyId', budget.key_id,
             'monthlyCredits', budget.monthly_credits, 'totalCredits', budget.total_credits,
             'usedThisMonth', budget.used_this_month, 'used', budget.used, 'resetsAt', budget_resets_at()))
    FROM announced JOIN exhausted budget USING (key_id)
$$;

-- Sets the limits that p_limits contains ('monthlyCredits', 'totalCredits'; null without a limit), and creates the budget if there is
-- none. What was spent stays, so a limit may be below it: then holds are refused. A budget with credits left can be announced as
-- exhausted again.
-- Locks: the account.
-- Idempotent.
-- Raises: LU403; LU414 for the key of another user.
CREATE FUNCTION set_api_key_budget(p_key uuid, p_user uuid, p_limits jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM raise_if_closed(lock_account(p_user));
  INSERT INTO api_key_budgets AS budget (key_id, user_id, monthly_credits, total_credits)
  VALUES (p_key, p_user, (p_limits ->> 'monthlyCredits')::bigint, (p_limits ->> 'totalCredits')::bigint)
  ON CONFLICT (key_id) DO UPDATE
     SET monthly_credits = CASE WHEN p_limits ? 'monthlyCredits' THEN excluded.monthly_credits ELSE budget.monthly_credits END,
         total_credits = CASE WHEN p_limits ? 'totalCredits' THEN excluded.total_credits ELSE budget.total_credits END
   WHERE budget.user_id = p_user;
  IF NOT FOUND THEN RAISE EXCEPTION 'API key % has no budget of this user', p_key USING ERRCODE = 'LU414'; END IF;
  DELETE FROM api_key_exhausted_budgets WHERE key_id = p_key
     AND EXISTS (SELECT FROM api_key_allowances WHERE key_id = p_key AND credits_left > 0);
END $$;
