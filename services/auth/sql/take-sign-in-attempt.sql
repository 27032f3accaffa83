-- Takes a sign-in attempt before the password is checked. Returns 0, or the seconds to wait.
-- The first five attempts are free. After each further one the wait doubles, from one second to five minutes, which allows
-- at most 24 attempts an hour. The counter resets after an hour without attempts.
-- Locks: the row of the subject, until the end of the transaction. The insert re-reads the clock after it has waited for that
-- lock; an earlier reading would reject a correct password because of an attempt refunded in the meantime. Deletes up to ten
-- rows older than a day and skips locked ones.
-- Idempotent: no; each call that returns 0 counts one attempt. Of concurrent calls one gets the attempt, and a rejected call
-- changes nothing.
CREATE FUNCTION take_sign_in_attempt(p_subject text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_next timestamptz;
  v_taken boolean;
BEGIN
  SELECT next_at INTO v_next FROM sign_in_attempts WHERE subject = p_subject;
  -- Checked after the read, because a concurrent attempt may have been allowed meanwhile and have moved next_at.
  v_now := clock_timestamp();
  IF v_next > v_now THEN
    RETURN ceil(extract(epoch FROM v_next - v_now));
  END IF;
  IF v_next IS NULL THEN
    DELETE FROM sign_in_attempts WHERE subject IN (
      SELECT subject FROM sign_in_attempts WHERE last_at < v_now - interval '1 day' LIMIT 10 FOR UPDATE SKIP LOCKED);
  END IF;
  INSERT INTO sign_in_attempts AS t VALUES (p_subject, 1, v_now, v_now)
  ON CONFLICT (subject) DO UPDATE SET
    failures = CASE WHEN t.last_at < v_now - interval '1 hour' THEN 1 ELSE t.failures + 1 END,
    last_at = v_now,
    next_at = v_now + CASE
      WHEN t.last_at < v_now - interval '1 hour' OR t.failures < 4 THEN interval '0'
      ELSE least(interval '5 minutes', interval '1 second' * 2 ^ least(t.failures - 4, 10))
    END
  WHERE t.next_at <= clock_timestamp()
  RETURNING true INTO v_taken;
  RETURN CASE WHEN v_taken THEN 0 ELSE 1 END;
END $$;
