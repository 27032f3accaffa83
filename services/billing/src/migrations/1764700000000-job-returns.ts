import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Giving back what a job had cost although it succeeded. Errors as of the other money functions. */
export class JobReturns1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- To the lots it came from, once; answers the credits.
      CREATE FUNCTION return_captured(p_hold uuid, p_description text, p_grace interval, p_correlation text)
      RETURNS bigint LANGUAGE plpgsql AS $$
      DECLARE
        hold holds;
        account accounts;
        transfer uuid := uuidv7();
      BEGIN
        SELECT * INTO hold FROM holds WHERE id = p_hold;
        IF NOT FOUND THEN
          RAISE EXCEPTION 'Unknown hold %', p_hold USING ERRCODE = 'LU410';
        END IF;
        account := lock_account(hold.user_id);
        SELECT * INTO hold FROM holds WHERE id = p_hold;
        IF hold.state <> 'captured' THEN
          RAISE EXCEPTION 'Hold % was not captured: %', p_hold, hold.state USING ERRCODE = 'LU410';
        END IF;
        IF EXISTS (SELECT FROM transfers WHERE idempotency_key = 'return:' || p_hold) THEN RETURN hold.credits; END IF;
        PERFORM raise_if_closed(account);

        IF EXISTS (SELECT FROM lots WHERE user_id = hold.user_id AND remaining > 0 AND expires_at <= now()) THEN
          PERFORM expire_lots(hold.user_id, p_correlation);
        END IF;
        UPDATE lots SET remaining = lots.remaining + part.credits,
               expires_at = CASE WHEN lots.expires_at <= now() THEN now() + p_grace ELSE lots.expires_at END
          FROM hold_lots part WHERE part.hold_id = p_hold AND lots.id = part.lot_id;
        INSERT INTO transfers (id, user_id, debit, credit, amount, state, kind, reference, idempotency_key, input_hash)
        VALUES (transfer, hold.user_id, 'spent', 'wallet', hold.credits, 'posted', 'return', p_hold, 'return:' || p_hold,
          input_hash(to_jsonb(hold.user_id)));
        UPDATE accounts SET available = available + hold.credits WHERE user_id = hold.user_id RETURNING * INTO account;
        INSERT INTO transactions (id, user_id, type, amount, description, reference_id, balance_after, held_after)
        VALUES (transfer, hold.user_id, 'refund', hold.credits, p_description, hold.transfer_id, account.available, account.held);
        PERFORM publish_balance(hold.user_id, balance_of(account.available, account.held), 'return', p_hold::text, p_correlation);
        PERFORM publish_hold_settled(hold, 'refunded', p_correlation);
        IF account.receivable > 0 THEN PERFORM repay_debt(hold.user_id, p_correlation); END IF;
        RETURN hold.credits;
      END $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION return_captured`);
  }
}
