-- The day of a time in Asia/Kolkata. Pure: locks and raises nothing.
CREATE FUNCTION business_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE
RETURN (at AT TIME ZONE 'Asia/Kolkata')::date;

-- Totals per day, so that the cost of reading them does not grow with the number of sales.
CREATE TABLE daily_totals (
  day date PRIMARY KEY,
  payments bigint NOT NULL,
  captured_paise bigint NOT NULL,
  refunded_paise bigint NOT NULL,
  credits_sold bigint NOT NULL,
  credits_used bigint NOT NULL
);

-- Test accounts are not counted, because their credits cost nothing.
-- Triggers append a delta in the same transaction; a poller aggregates deltas into their day. Updating the day's row directly
-- would make the operations of all users wait for each other.
CREATE TABLE daily_total_deltas (
  day date NOT NULL DEFAULT business_day(now()),
  payments bigint NOT NULL DEFAULT 0,
  captured_paise bigint NOT NULL DEFAULT 0,
  refunded_paise bigint NOT NULL DEFAULT 0,
  credits_sold bigint NOT NULL DEFAULT 0,
  credits_used bigint NOT NULL DEFAULT 0
);

-- Totals that include the deltas not aggregated yet.
CREATE VIEW current_daily_totals AS
  SELECT day, sum(payments)::bigint AS payments, sum(captured_paise)::bigint AS captured_paise,
         sum(refunded_paise)::bigint AS refunded_paise, sum(credits_sold)::bigint AS credits_sold,
         sum(credits_used)::bigint AS credits_used
    FROM (SELECT * FROM daily_totals UNION ALL SELECT * FROM daily_total_deltas) counted GROUP BY day;

-- Moves all deltas into the rows of their days.
-- Locks: the deltas, then the days by date.
-- Idempotent: a delta is deleted as it is added.
-- Raises nothing.
CREATE FUNCTION aggregate_daily_totals() RETURNS void LANGUAGE sql AS $$
  WITH deltas AS (DELETE FROM daily_total_deltas RETURNING *)
  INSERT INTO daily_totals AS d
  SELECT day, sum(payments), sum(captured_paise), sum(refunded_paise), sum(credits_sold), sum(credits_used)
    FROM deltas GROUP BY day ORDER BY day
  ON CONFLICT (day) DO UPDATE SET
    payments = d.payments + excluded.payments, captured_paise = d.captured_paise + excluded.captured_paise,
    refunded_paise = d.refunded_paise + excluded.refunded_paise, credits_sold = d.credits_sold + excluded.credits_sold,
    credits_used = d.credits_used + excluded.credits_used
$$;

-- Postgres parses the conditions of triggers and the checks of tables at each statement, so those of a hold's tables are short.

-- Counts a purchase as sold credits, and a usage without a hold as used credits.
-- Locks nothing. Raises nothing.
CREATE FUNCTION append_transaction_delta() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_test_account(NEW.user_id) THEN
    INSERT INTO daily_total_deltas (credits_sold, credits_used) VALUES
      (CASE NEW.type WHEN 'purchase' THEN NEW.amount ELSE 0 END, CASE NEW.type WHEN 'usage' THEN -NEW.amount ELSE 0 END);
  END IF;
  RETURN NULL;
END $$;

-- A usage with a hold counts when it is captured.
CREATE TRIGGER transactions_daily_delta AFTER INSERT ON transactions FOR EACH ROW
  WHEN (NEW.type = 'purchase' OR NEW.type = 'usage' AND NEW.hold_id IS NULL) EXECUTE FUNCTION append_transaction_delta();

-- Counts a captured hold as used credits. Locks nothing. Raises nothing.
CREATE FUNCTION append_capture_delta() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_test_account(NEW.user_id) THEN INSERT INTO daily_total_deltas (credits_used) VALUES (NEW.credits); END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER holds_daily_delta AFTER UPDATE OF state ON holds FOR EACH ROW
  WHEN (NEW.state = 'captured' AND OLD.state <> 'captured') EXECUTE FUNCTION append_capture_delta();

-- Subtracts captured credits that were returned, on the day of their return. Locks nothing. Raises nothing.
CREATE FUNCTION append_return_delta() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_test_account(NEW.user_id) THEN INSERT INTO daily_total_deltas (credits_used) VALUES (-NEW.amount); END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER returns_daily_delta AFTER INSERT ON transfers FOR EACH ROW
  WHEN (NEW.kind = 'return') EXECUTE FUNCTION append_return_delta();

-- Returns whether a payment counts as captured. A payment that does not match its order never does, and neither do its refunds and disputes.
-- Locks nothing. Raises nothing.
CREATE FUNCTION counts_as_captured(p_payment text) RETURNS boolean LANGUAGE sql STABLE
RETURN EXISTS (SELECT FROM payments WHERE id = p_payment AND state IN ('granted', 'refund_due'));

-- Counts a captured payment once, regardless of its later states, and the money that was returned before it was counted.
-- Locks nothing. Raises nothing.
CREATE FUNCTION append_payment_delta() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_total_deltas (payments, captured_paise, refunded_paise)
  SELECT 1, NEW.amount_paise,
         (SELECT coalesce(sum(amount_paise), 0) FROM refunds WHERE payment_id = NEW.id AND state = 'processed')
         + (SELECT coalesce(sum(amount_paise), 0) FROM disputes WHERE payment_id = NEW.id AND state <> 'won')
   WHERE NEW.state IN ('granted', 'refund_due')
     AND (TG_OP = 'INSERT' OR OLD.state NOT IN ('granted', 'refund_due'));
  RETURN NULL;
END $$;

CREATE TRIGGER payments_daily_delta AFTER INSERT OR UPDATE OF state ON payments FOR EACH ROW
  EXECUTE FUNCTION append_payment_delta();

-- Counts a processed refund, and subtracts it again if Razorpay reports later that it failed.
-- Locks nothing. Raises nothing.
CREATE FUNCTION append_refund_delta() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_total_deltas (refunded_paise)
  SELECT delta FROM (SELECT
    CASE NEW.state WHEN 'processed' THEN NEW.amount_paise ELSE 0 END
    - CASE WHEN TG_OP = 'UPDATE' AND OLD.state = 'processed' THEN OLD.amount_paise ELSE 0 END AS delta) d
   WHERE delta <> 0;
  RETURN NULL;
END $$;

CREATE TRIGGER refunds_daily_delta AFTER INSERT OR UPDATE OF state ON refunds FOR EACH ROW
  WHEN (counts_as_captured(NEW.payment_id)) EXECUTE FUNCTION append_refund_delta();

-- Counts a dispute when it opens, because the bank withholds the money, and subtracts it when it is won.
-- Locks nothing. Raises nothing.
CREATE FUNCTION append_dispute_delta() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_total_deltas (refunded_paise)
  SELECT delta FROM (SELECT
    CASE NEW.state WHEN 'won' THEN 0 ELSE NEW.amount_paise END
    - CASE WHEN TG_OP = 'UPDATE' AND OLD.state <> 'won' THEN OLD.amount_paise ELSE 0 END AS delta) d
   WHERE delta <> 0;
  RETURN NULL;
END $$;

CREATE TRIGGER disputes_daily_delta AFTER INSERT OR UPDATE OF state ON disputes FOR EACH ROW
  WHEN (counts_as_captured(NEW.payment_id)) EXECUTE FUNCTION append_dispute_delta();
