-- Accounts that the test keys of users act for. Their credits cost nothing, so they are in no total of what was sold or used.

-- Whether an account is a test account: its id has version 6, as `testAccountOf` makes it. Pure: locks and raises nothing.
CREATE FUNCTION is_test_account(p_user uuid) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN coalesce(uuid_extract_version(p_user) = 6, false);

-- The day in IST on which a test account last got its credits.
CREATE TABLE test_credit_days (
  user_id uuid PRIMARY KEY CHECK (is_test_account(user_id)),
  day date NOT NULL
);

-- Raises the available credits of a test account to p_allowance at its first use of a day in IST. Those that are left from an earlier
-- day count, and those that are held do not.
-- Locks: the account, once a day.
-- Idempotent: a later call on the same day changes nothing. A closed account gets nothing.
-- Raises: check_violation for an account that is no test account.
CREATE FUNCTION grant_test_credits(p_user uuid, p_allowance bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  today date := business_day(now());
  account accounts;
BEGIN
  IF EXISTS (SELECT FROM test_credit_days WHERE user_id = p_user AND day >= today) THEN RETURN; END IF;
  account := lock_account(p_user);
  IF account.closed_at IS NOT NULL THEN RETURN; END IF;
  INSERT INTO test_credit_days AS known VALUES (p_user, today)
  ON CONFLICT (user_id) DO UPDATE SET day = excluded.day WHERE known.day < excluded.day;
  IF NOT FOUND OR account.available >= p_allowance THEN RETURN; END IF;
  PERFORM grant_credits('test-credits:' || uuidv7(), p_user, 'grant', p_allowance - account.available,
    'Test credits of the day', NULL, NULL, NULL, NULL, NULL);
END $$;
