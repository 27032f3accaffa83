import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The end of an account: nothing new, then nothing left. */
export class AccountClosing1764200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(HELD_FOR_JOBS);
    await runner.query(CLOSE_ACCOUNT);
    await runner.query(REFUND_UNUSED);
    await runner.query(LAPSE_CREDITS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP FUNCTION forfeit_credits, refund_unused_credits, refundable_lots, close_account, held_for_jobs',
    );
  }
}

/** What is held for a refund does not keep an account open: banks take days, and one that fails gives the credits back. */
const HELD_FOR_JOBS = `
  CREATE FUNCTION held_for_jobs(account accounts) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT account.held - coalesce(
      (SELECT sum(credits) FROM refunds WHERE user_id = account.user_id AND state = 'requested'), 0)::bigint
  $$`;

/** Answers what is still held: a hold or a grant that had the account's lock before has happened, all others are refused. */
const CLOSE_ACCOUNT = `
  CREATE FUNCTION close_account(p_user uuid) RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE account accounts := lock_account(p_user);
  BEGIN
    UPDATE accounts SET closed_at = now() WHERE user_id = p_user AND closed_at IS NULL;
    RETURN jsonb_build_object('held', held_for_jobs(account));
  END $$`;

/** Less than a rupee cannot be refunded at Razorpay. */
const REFUND_UNUSED = `
  CREATE FUNCTION refundable_lots(p_user uuid, p_within interval)
  RETURNS TABLE (payment_id text, credits bigint, amount_paise bigint) LANGUAGE sql STABLE AS $$
    SELECT l.payment_id, l.remaining, refundable.paise
      FROM lots l JOIN payments p ON p.id = l.payment_id AND p.state = 'granted',
           LATERAL (SELECT least(div(p.amount_paise::numeric * l.remaining, l.credits), refundable_paise(p.id))::bigint
                        AS paise) refundable
     WHERE l.user_id = p_user AND l.remaining > 0 AND l.created_at >= now() - p_within AND refundable.paise >= 100
  $$;

  -- One refund for each purchase, all under the account's lock.
  CREATE FUNCTION refund_unused_credits(p_user uuid, p_within interval, p_correlation text, OUT credits bigint, OUT paise bigint)
  LANGUAGE plpgsql AS $$
  DECLARE unused record;
  BEGIN
    PERFORM lock_account(p_user);
    SELECT coalesce(sum(u.credits), 0), coalesce(sum(u.amount_paise), 0) INTO credits, paise
      FROM refundable_lots(p_user, p_within) u WHERE NOT EXISTS (
           SELECT FROM refunds WHERE idempotency_key = 'unused_credits:account-deletion:' || u.payment_id);
    FOR unused IN SELECT u.payment_id FROM refundable_lots(p_user, p_within) u ORDER BY u.payment_id LOOP
      PERFORM request_refund('unused_credits:account-deletion:' || unused.payment_id, unused.payment_id, NULL, 'unused_credits',
        p_within, p_correlation);
    END LOOP;
  END $$`;

/** Lets every lot expire now. Asked again it finds nothing left. */
const LAPSE_CREDITS = `
  CREATE FUNCTION forfeit_credits(p_user uuid, p_correlation text) RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE account accounts := lock_account(p_user);
  BEGIN
    IF account.closed_at IS NULL OR held_for_jobs(account) > 0 THEN
      RAISE EXCEPTION 'Account % is open, or % of its credits are held', p_user, account.held USING ERRCODE = 'LU411';
    END IF;
    UPDATE lots SET expires_at = now()
     WHERE user_id = p_user AND remaining > 0 AND (expires_at IS NULL OR expires_at > now());
    PERFORM expire_lots(p_user, p_correlation);
    RETURN jsonb_build_object('forfeited', account.available);
  END $$`;
