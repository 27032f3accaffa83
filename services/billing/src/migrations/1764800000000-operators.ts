import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What operators do with money, and the daily sums they look at. Error: LU412 another balance than expected. */
export class Operators1764800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ADJUST);
    await runner.query(DAYS);
    await runner.query(MARKS);
    await runner.query(LISTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX transactions_of_type, transactions_by_amount, transactions_by_reference;
      DROP TRIGGER transactions_daily_delta ON transactions;
      DROP TRIGGER holds_daily_delta ON holds;
      DROP TRIGGER payments_daily_delta ON payments;
      DROP TRIGGER refunds_daily_delta ON refunds;
      DROP TRIGGER disputes_daily_delta ON disputes;
      DROP FUNCTION append_transaction_delta(), append_capture_delta(), append_payment_delta(), append_refund_delta(), append_dispute_delta(), aggregate_daily_totals();
      DROP VIEW current_daily_totals;
      DROP TABLE daily_total_deltas, daily_totals;
      DROP FUNCTION business_day, adjust_credits;
    `);
  }
}

const ADJUST = `
  -- Makes p_target of what can be spent, by one entry of the difference. Answers {transactionId, balance, before};
  -- transactionId is null where there was no difference, and then nothing is written.
  CREATE FUNCTION adjust_credits(
    p_key text, p_user uuid, p_target bigint, p_expected bigint, p_description text, p_correlation text
  ) RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    hash bytea := input_hash(jsonb_build_array(p_user, p_target, p_expected, p_description));
    account accounts := lock_account(p_user);
    result jsonb := find_earlier_result(p_key, hash);
    transfer uuid := uuidv7();
    difference bigint;
    taken bigint;
  BEGIN
    IF result IS NOT NULL THEN
      RETURN result || jsonb_build_object('before', (SELECT balance_after - amount FROM transactions
        WHERE id = (result ->> 'transactionId')::uuid), 'isRepeated', true);
    END IF;
    PERFORM raise_if_closed(account);
    IF EXISTS (SELECT FROM lots WHERE user_id = p_user AND remaining > 0 AND expires_at <= now()) THEN
      account := expire_lots(p_user, p_correlation);
    END IF;
    IF account.available <> p_expected THEN
      RAISE EXCEPTION 'The balance of user % has changed', p_user USING ERRCODE = 'LU412',
        DETAIL = jsonb_build_object('credits', account.available, 'expectedCredits', p_expected)::text;
    END IF;
    difference := p_target - account.available;
    IF difference = 0 THEN
      RETURN jsonb_build_object('transactionId', NULL, 'before', account.available,
        'balance', balance_of(account.available, account.held));
    END IF;

    UPDATE accounts SET available = p_target WHERE user_id = p_user RETURNING * INTO account;
    INSERT INTO transfers (id, user_id, debit, credit, amount, state, kind, idempotency_key, input_hash)
    VALUES (transfer, p_user, CASE WHEN difference > 0 THEN 'adjustments' ELSE 'wallet' END::ledger_account,
      CASE WHEN difference > 0 THEN 'wallet' ELSE 'adjustments' END::ledger_account, abs(difference), 'posted',
      'adjustment', p_key, hash);
    IF difference > 0 THEN
      INSERT INTO lots (user_id, kind, credits, remaining, transfer_id)
      VALUES (p_user, 'grant', difference, difference, transfer);
    ELSE
      WITH part AS (
        SELECT id, least(remaining, -difference - credits_before) AS credits
          FROM spend_order WHERE user_id = p_user AND credits_before < -difference
      ), deducted AS (
        UPDATE lots SET remaining = lots.remaining - part.credits FROM part WHERE lots.id = part.id RETURNING part.credits
      ) SELECT sum(credits) INTO taken FROM deducted;
      IF taken IS DISTINCT FROM -difference THEN
        RAISE EXCEPTION 'Lots of user % cover only % of % credits', p_user, taken, -difference;
      END IF;
    END IF;
    INSERT INTO transactions (id, user_id, type, amount, description, balance_after, held_after)
    VALUES (transfer, p_user, 'adjustment', difference, p_description, account.available, account.held);
    PERFORM publish_balance(p_user, balance_of(account.available, account.held), 'adjustment', transfer::text, p_correlation);
    IF account.receivable > 0 THEN
      PERFORM repay_debt(p_user, p_correlation);
      SELECT * INTO account FROM accounts WHERE user_id = p_user;
    END IF;
    RETURN jsonb_build_object('transactionId', transfer, 'before', p_target - difference,
      'balance', balance_of(account.available, account.held));
  END $$;
`;

const DAYS = `
  CREATE FUNCTION business_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE
  RETURN (at AT TIME ZONE 'Asia/Kolkata')::date;

  -- What a day brought. It is kept from marks, so that reading it costs the same however much was ever sold.
  CREATE TABLE daily_totals (
    day date PRIMARY KEY,
    payments bigint NOT NULL,
    captured_paise bigint NOT NULL,
    refunded_paise bigint NOT NULL,
    credits_sold bigint NOT NULL,
    credits_used bigint NOT NULL
  );

  -- A mark is written in the transaction of what it counts and folded into its day later: no money operation waits for
  -- another person's, as it would for one row per day.
  CREATE TABLE daily_total_deltas (
    day date NOT NULL DEFAULT business_day(now()),
    payments bigint NOT NULL DEFAULT 0,
    captured_paise bigint NOT NULL DEFAULT 0,
    refunded_paise bigint NOT NULL DEFAULT 0,
    credits_sold bigint NOT NULL DEFAULT 0,
    credits_used bigint NOT NULL DEFAULT 0
  );

  CREATE VIEW current_daily_totals AS
    SELECT day, sum(payments)::bigint AS payments, sum(captured_paise)::bigint AS captured_paise,
           sum(refunded_paise)::bigint AS refunded_paise, sum(credits_sold)::bigint AS credits_sold,
           sum(credits_used)::bigint AS credits_used
      FROM (SELECT * FROM daily_totals UNION ALL SELECT * FROM daily_total_deltas) counted GROUP BY day;

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
`;

const MARKS = `
  CREATE FUNCTION append_transaction_delta() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO daily_total_deltas (credits_sold, credits_used) VALUES
      (CASE NEW.type WHEN 'purchase' THEN NEW.amount ELSE 0 END, CASE NEW.type WHEN 'usage' THEN -NEW.amount ELSE 0 END);
    RETURN NULL;
  END $$;
  -- A usage with a hold counts once it is captured.
  CREATE TRIGGER transactions_daily_delta AFTER INSERT ON transactions FOR EACH ROW
    WHEN (NEW.type = 'purchase' OR NEW.type = 'usage' AND NEW.hold_id IS NULL) EXECUTE FUNCTION append_transaction_delta();

  CREATE FUNCTION append_capture_delta() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO daily_total_deltas (credits_used) VALUES (NEW.credits);
    RETURN NULL;
  END $$;
  CREATE TRIGGER holds_daily_delta AFTER UPDATE OF state ON holds FOR EACH ROW
    WHEN (NEW.state = 'captured' AND OLD.state <> 'captured') EXECUTE FUNCTION append_capture_delta();

  CREATE FUNCTION append_payment_delta() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO daily_total_deltas (payments, captured_paise)
    SELECT 1, NEW.amount_paise
     WHERE NEW.state IN ('granted', 'refund_due')
       AND (TG_OP = 'INSERT' OR OLD.state NOT IN ('granted', 'refund_due'));
    RETURN NULL;
  END $$;
  CREATE TRIGGER payments_daily_delta AFTER INSERT OR UPDATE OF state ON payments FOR EACH ROW
    EXECUTE FUNCTION append_payment_delta();

  -- An end stands, but one of Razorpay's dashboard is there at once, and may yet fail.
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
    EXECUTE FUNCTION append_refund_delta();

  -- The bank takes the money when a dispute is opened, and brings it back when it is won.
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
    EXECUTE FUNCTION append_dispute_delta();
`;

/** What operators sort and look up. Of what makes up most of the rows, videos' usage, only the amount costs an index more. */
const LISTS = `
  CREATE INDEX transactions_of_type ON transactions (type, id) WHERE type <> 'usage';
  CREATE INDEX transactions_by_amount ON transactions (amount, id);
  CREATE INDEX transactions_by_reference ON transactions (reference_id) WHERE hold_id IS NULL AND reference_id IS NOT NULL;
`;
