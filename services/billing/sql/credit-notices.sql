-- Notices about credits that expire soon, and about balances that no longer cover another request like the latest one.
-- auth sends the notices. A poller finds both kinds, so that holds and settlements do no extra work.

-- One row per notice: an account is notified once of all credits that expire on one day.
CREATE TABLE credit_expiry_notices (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  -- A day in Asia/Kolkata.
  expires_on date NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, expires_on)
);
CREATE INDEX credit_expiry_notices_old ON credit_expiry_notices (expires_on);

-- The accounts whose owner was notified of a low balance, until it covers another request again.
CREATE TABLE low_balances (
  user_id uuid PRIMARY KEY,
  notice_id uuid NOT NULL DEFAULT uuidv7(),
  since timestamptz NOT NULL DEFAULT now()
);

-- The table has one row. The poller has compared the balances that changed before `checked_until` with the latest request of their account.
CREATE TABLE low_balance_check (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  checked_until timestamptz NOT NULL DEFAULT now()
);
INSERT INTO low_balance_check DEFAULT VALUES;

-- When to notify of credits that expire then: p_days before that day, at 10:00 in Asia/Kolkata.
-- Pure: locks and raises nothing.
CREATE FUNCTION expiry_notice_due_at(p_expires_at timestamptz, p_days integer) RETURNS timestamptz LANGUAGE sql IMMUTABLE
RETURN (business_day(p_expires_at) - p_days + time '10:00') AT TIME ZONE 'Asia/Kolkata';

-- Notices are due for credits that expire before this time. The inverse of expiry_notice_due_at, so that an index scan finds them.
-- Locks nothing. Raises nothing.
CREATE FUNCTION expiry_notice_horizon(p_days integer) RETURNS timestamptz LANGUAGE sql STABLE
RETURN (business_day(now() - interval '10 hours') + p_days + 1)::timestamp AT TIME ZONE 'Asia/Kolkata';

-- The unspent credits of a user that expire before p_before, by day.
-- Locks nothing. Raises nothing.
CREATE FUNCTION expiring_credits(p_user uuid, p_before timestamptz, OUT expires_on date, OUT expires_at timestamptz, OUT credits bigint)
RETURNS SETOF record LANGUAGE sql STABLE AS $$
  SELECT business_day(l.expires_at), min(l.expires_at), sum(l.remaining)::bigint FROM lots l
   WHERE l.user_id = p_user AND l.remaining > 0 AND l.expires_at > now() AND l.expires_at < p_before
   GROUP BY 1 ORDER BY 1
$$;

-- Publishes billing.creditsExpiring for up to p_limit lots that are due, and returns their number. Lots that are spent need no
-- notice; those that are held wait until the hold is settled.
-- Locks: the lots that nobody else has locked, without waiting.
-- Idempotent: a lot is announced once for each time at which it expires, and an account once for each day.
-- Raises nothing.
CREATE FUNCTION announce_expiring_credits(p_days integer, p_limit integer) RETURNS bigint LANGUAGE sql AS $$
  WITH due AS MATERIALIZED (
    SELECT id, user_id, remaining, expires_at FROM lots
     WHERE expires_at IS NOT NULL AND announced_expires_at IS DISTINCT FROM expires_at
       AND expires_at < expiry_notice_horizon(p_days) AND (remaining > 0 OR held = 0 OR expires_at <= now())
     ORDER BY expires_at LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED
  ), announced AS (
    UPDATE lots SET announced_expires_at = lots.expires_at FROM due WHERE lots.id = due.id
  ), noticed AS (
    INSERT INTO credit_expiry_notices (id, user_id, expires_on)
    SELECT uuidv7(), due.user_id, business_day(due.expires_at) FROM due JOIN accounts USING (user_id)
     WHERE due.remaining > 0 AND due.expires_at > now() AND accounts.closed_at IS NULL
     GROUP BY due.user_id, business_day(due.expires_at)
        ON CONFLICT (user_id, expires_on) DO NOTHING RETURNING id, user_id, expires_on
  ), published AS (
    INSERT INTO outbox (kind, name, payload)
    SELECT 'event', 'billing.creditsExpiring', jsonb_build_object('noticeId', noticed.id, 'userId', noticed.user_id,
             'expiresOn', day.expires_on, 'expiresAt', day.expires_at, 'credits', day.credits)
      FROM noticed, expiring_credits(noticed.user_id, expiry_notice_horizon(p_days)) day
     WHERE day.expires_on = noticed.expires_on
  )
  SELECT count(*) FROM due
$$;

-- Returns the credits of the latest request of an account; null if it has none.
-- Locks nothing. Raises nothing.
CREATE FUNCTION last_request_credits(p_user uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT -amount FROM transactions WHERE user_id = p_user AND type = 'usage' AND hold_id IS NOT NULL
   ORDER BY seq DESC LIMIT 1
$$;

-- The smallest UUID of version 7 of a time. Pure: locks and raises nothing.
CREATE FUNCTION first_id_of(p_at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE
RETURN (lpad(to_hex(floor(extract(epoch FROM p_at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- Compares the balances that changed since the last check, at most p_span of that time, with the latest request of their account,
-- and publishes billing.balanceLow for those that fell below it. While credits are held that would cover it, the outcome is
-- awaited. Each check also repeats the last p_overlap of the one before, for transactions that took that long to commit. Returns
-- whether more time is left to check; a time without changes is skipped, however long it is.
-- Locks: the row of the check; does nothing while another process has it.
-- Idempotent: an account is notified once, until its balance was sufficient again.
-- Raises nothing.
CREATE FUNCTION check_low_balances(p_span interval, p_overlap interval) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  started_at timestamptz := clock_timestamp();
  since timestamptz;
  until timestamptz;
  changed_at timestamptz;
BEGIN
  SELECT checked_until INTO since FROM low_balance_check FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT uuid_extract_timestamp(id) INTO changed_at FROM transfers
   WHERE id >= first_id_of(since - p_overlap) ORDER BY id LIMIT 1;
  until := least(started_at, greatest(since, coalesce(changed_at, started_at)) + p_span);

  WITH changed AS (
    -- Ids are of version 7, so the primary key finds the transfers of a time. A direct video has an account of its own.
    SELECT DISTINCT t.user_id FROM transfers t
     WHERE t.id >= first_id_of(since - p_overlap) AND t.id < first_id_of(until)
       AND NOT is_test_account(t.user_id)
       AND NOT EXISTS (SELECT FROM orders o WHERE o.user_id = t.user_id AND o.kind = 'plan')
  ), balance AS MATERIALIZED (
    SELECT a.user_id, a.available, a.held, a.closed_at, last_request_credits(a.user_id) AS required
      FROM changed JOIN accounts a USING (user_id)
  ), recovered AS (
    DELETE FROM low_balances low USING balance
     WHERE low.user_id = balance.user_id AND (balance.available >= balance.required OR balance.closed_at IS NOT NULL)
  ), fallen AS (
    INSERT INTO low_balances (user_id)
    SELECT user_id FROM balance WHERE available + held < required AND closed_at IS NULL
        ON CONFLICT (user_id) DO NOTHING RETURNING user_id, notice_id, low_balances.since
  )
  INSERT INTO outbox (kind, name, payload)
  SELECT 'event', 'billing.balanceLow', jsonb_build_object('noticeId', fallen.notice_id, 'userId', fallen.user_id,
           'at', fallen.since, 'available', balance.available, 'lastRequestCredits', balance.required)
    FROM fallen JOIN balance USING (user_id);

  UPDATE low_balance_check SET checked_until = until;
  RETURN until < started_at;
END $$;
