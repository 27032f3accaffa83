-- Maintains user_daily_totals in the transaction that changes a user.
-- Locks: the rows of the days involved, until the end of the transaction. move_last_seen updates two days in date order, so
-- that concurrent transactions cannot deadlock.
-- Idempotent: no; each trigger counts one change. The WHEN conditions make a repeated update of the same values a no-op.

CREATE FUNCTION count_user_in_daily_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_daily_totals AS d (day, registered, closed)
  VALUES ((now() AT TIME ZONE 'Asia/Kolkata')::date, CASE TG_OP WHEN 'INSERT' THEN 1 ELSE 0 END,
    CASE TG_OP WHEN 'UPDATE' THEN 1 ELSE 0 END)
  ON CONFLICT (day) DO UPDATE SET registered = d.registered + excluded.registered, closed = d.closed + excluded.closed;
  RETURN NULL;
END $$;
CREATE TRIGGER users_count_new AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION count_user_in_daily_totals();
CREATE TRIGGER users_count_closed AFTER UPDATE OF status ON users FOR EACH ROW
  WHEN (NEW.status = 'closed' AND OLD.status <> 'closed') EXECUTE FUNCTION count_user_in_daily_totals();

-- The day of the last sign-in or job; null for a deleted account or one that was never active.
CREATE FUNCTION last_seen_on(u users) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (greatest(u.last_sign_in_at, u.last_job_at) AT TIME ZONE 'Asia/Kolkata')::date WHERE u.status <> 'closed'
$$;

-- Moves a user from the previous day to the new one, at most once a day for each user.
CREATE FUNCTION move_last_seen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_daily_totals AS d (day, last_seen)
  SELECT day, change FROM (VALUES (last_seen_on(OLD), -1), (last_seen_on(NEW), 1)) AS moved (day, change)
   WHERE day IS NOT NULL ORDER BY day
  ON CONFLICT (day) DO UPDATE SET last_seen = d.last_seen + excluded.last_seen;
  RETURN NULL;
END $$;
CREATE TRIGGER users_seen AFTER UPDATE OF last_sign_in_at, last_job_at, status ON users FOR EACH ROW
  WHEN (last_seen_on(OLD) IS DISTINCT FROM last_seen_on(NEW)) EXECUTE FUNCTION move_last_seen();
