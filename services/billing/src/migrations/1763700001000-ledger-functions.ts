import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Each money operation is one function, so one round trip. All of them take the account's lock first, and write their
 * outbox rows themselves. Errors: LU402 too few credits (DETAIL is JSON), LU409 another input under a known key, LU410 a
 * hold that has ended otherwise, LU403 a closed account.
 */
export class LedgerFunctions1763700001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SHARED);
    await runner.query(GRANT);
    await runner.query(EXPIRE);
    await runner.query(DEDUCT);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION deduct_credits, sweep_expired, expire_lots, grant_credits, find_earlier_result, raise_if_closed,
        raise_insufficient_credits, lock_account, publish_balance, balance_of, input_hash;
    `);
  }
}

const SHARED = `
  CREATE FUNCTION balance_of(available bigint, held bigint) RETURNS jsonb LANGUAGE sql IMMUTABLE
  RETURN jsonb_build_object('credits', available, 'available', available, 'held', held);

  CREATE FUNCTION input_hash(input jsonb) RETURNS bytea LANGUAGE sql IMMUTABLE
  RETURN sha256(convert_to(input::text, 'UTF8'));

  CREATE FUNCTION lock_account(p_user uuid) RETURNS accounts LANGUAGE plpgsql AS $$
  DECLARE account accounts;
  BEGIN
    SELECT * INTO account FROM accounts WHERE user_id = p_user FOR NO KEY UPDATE;
    IF NOT FOUND THEN
      INSERT INTO accounts (user_id) VALUES (p_user) ON CONFLICT DO NOTHING;
      SELECT * INTO account FROM accounts WHERE user_id = p_user FOR NO KEY UPDATE;
    END IF;
    RETURN account;
  END $$;

  CREATE FUNCTION publish_balance(p_user uuid, p_balance jsonb, p_reason text, p_reference text, p_correlation text)
  RETURNS void LANGUAGE sql AS $$
    INSERT INTO outbox (kind, name, payload, correlation)
    VALUES ('event', 'billing.balanceChanged', jsonb_build_object(
      'userId', p_user, 'balance', p_balance, 'reason', p_reason, 'referenceId', p_reference), p_correlation)
  $$;

  -- The answer given when the transfer was made; another input under the same key is refused.
  CREATE FUNCTION find_earlier_result(p_key text, p_hash bytea) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
  DECLARE earlier record;
  BEGIN
    SELECT f.input_hash, t.id, t.balance_after, t.held_after INTO earlier
      FROM transfers f JOIN transactions t ON t.id = f.id WHERE f.idempotency_key = p_key;
    IF NOT FOUND THEN RETURN NULL; END IF;
    IF earlier.input_hash <> p_hash THEN
      RAISE EXCEPTION 'Idempotency key % was used with different input', p_key USING ERRCODE = 'LU409';
    END IF;
    RETURN jsonb_build_object(
      'transactionId', earlier.id, 'balance', balance_of(earlier.balance_after, earlier.held_after));
  END $$;

  CREATE FUNCTION raise_insufficient_credits(p_required bigint, p_available bigint) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'Insufficient credits' USING ERRCODE = 'LU402', DETAIL = jsonb_build_object(
      'required', p_required, 'available', p_available, 'shortfall', p_required - p_available)::text;
  END $$;

  CREATE FUNCTION raise_if_closed(account accounts) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    IF account.closed_at IS NOT NULL THEN
      RAISE EXCEPTION 'Account % is closed', account.user_id USING ERRCODE = 'LU403';
    END IF;
  END $$;
`;

const GRANT = `
  CREATE FUNCTION grant_credits(
    p_key text, p_user uuid, p_kind lot_kind, p_credits bigint, p_description text, p_expires_at timestamptz,
    p_payment text, p_amount_paise bigint, p_reference text, p_correlation text
  ) RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    hash bytea := input_hash(jsonb_build_array(p_user, p_kind, p_credits, p_expires_at, p_payment, p_amount_paise));
    result jsonb;
    transfer uuid := uuidv7();
    account accounts := lock_account(p_user);
  BEGIN
    result := find_earlier_result(p_key, hash);
    IF result IS NOT NULL THEN RETURN result; END IF;
    PERFORM raise_if_closed(account);

    UPDATE accounts SET available = available + p_credits WHERE user_id = p_user RETURNING * INTO account;
    INSERT INTO transfers (id, user_id, debit, credit, amount, state, kind, reference, idempotency_key, input_hash)
    VALUES (transfer, p_user, CASE p_kind WHEN 'purchase' THEN 'sales' ELSE 'promotions' END::ledger_account, 'wallet',
      p_credits, 'posted', p_kind::text, p_reference, p_key, hash);
    INSERT INTO lots (user_id, kind, credits, remaining, expires_at, payment_id, transfer_id)
    VALUES (p_user, p_kind, p_credits, p_credits, p_expires_at, p_payment, transfer);
    INSERT INTO transactions
      (id, user_id, type, amount, description, reference_id, amount_paise, balance_after, held_after)
    VALUES
      (transfer, p_user, p_kind::text, p_credits, p_description, p_reference, p_amount_paise, account.available, account.held);
    result := balance_of(account.available, account.held);
    PERFORM publish_balance(p_user, result, p_kind::text, p_reference, p_correlation);
    IF account.receivable > 0 THEN PERFORM repay_debt(p_user, p_correlation); END IF;
    RETURN jsonb_build_object('transactionId', transfer, 'balance', result);
  END $$;
`;

const EXPIRE = `
  -- Books out what has expired unspent. A lot may expire twice, since a release after its day gives it some days more.
  -- What keeps one booking from happening twice is the lock and what remains, so each has a key of its own.
  CREATE FUNCTION expire_lots(p_user uuid, p_correlation text) RETURNS accounts LANGUAGE plpgsql AS $$
  DECLARE
    account accounts := lock_account(p_user);
    lot lots;
    transfer uuid;
  BEGIN
    FOR lot IN SELECT * FROM lots WHERE user_id = p_user AND remaining > 0 AND expires_at <= now() ORDER BY expires_at, id
    LOOP
      transfer := uuidv7();
      UPDATE lots SET remaining = 0 WHERE id = lot.id;
      UPDATE accounts SET available = available - lot.remaining WHERE user_id = p_user RETURNING * INTO account;
      INSERT INTO transfers (id, user_id, debit, credit, amount, state, kind, reference, idempotency_key, input_hash)
      VALUES (transfer, p_user, 'wallet', 'expired', lot.remaining, 'posted', 'expiry', lot.id,
        'expiry:' || lot.id || ':' || transfer, input_hash(to_jsonb(lot.remaining)));
      INSERT INTO transactions (id, user_id, type, amount, description, reference_id, balance_after, held_after)
      VALUES (transfer, p_user, 'adjustment', -lot.remaining,
        CASE WHEN account.closed_at IS NULL THEN 'Promotional credits expired'
             ELSE 'Unused credits forfeited with the account' END, lot.id, account.available, account.held);
      PERFORM publish_balance(p_user, balance_of(account.available, account.held), 'expiry', lot.id::text, p_correlation);
    END LOOP;
    RETURN account;
  END $$;

  -- Takes some of the people whose lots have expired; answers how many.
  CREATE FUNCTION sweep_expired(p_limit integer) RETURNS bigint LANGUAGE sql AS $$
    SELECT count(expire_lots(due.user_id, NULL)) FROM (
      SELECT DISTINCT user_id FROM lots WHERE expires_at <= now() AND remaining > 0 ORDER BY user_id LIMIT p_limit
    ) due
  $$;
`;

const DEDUCT = `
  CREATE FUNCTION deduct_credits(
    p_key text, p_user uuid, p_credits bigint, p_description text, p_correlation text
  ) RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    key text := 'deduct:' || p_user || ':' || p_key;
    hash bytea := input_hash(jsonb_build_array(p_credits, p_description));
    result jsonb;
    account accounts;
    transfer uuid := uuidv7();
    taken bigint;
  BEGIN
    SELECT * INTO account FROM accounts WHERE user_id = p_user FOR NO KEY UPDATE;
    IF NOT FOUND THEN PERFORM raise_insufficient_credits(p_credits, 0); END IF;
    result := find_earlier_result(key, hash);
    IF result IS NOT NULL THEN RETURN result; END IF;
    IF account.closed_at IS NOT NULL THEN PERFORM raise_if_closed(account); END IF;
    IF EXISTS (SELECT FROM lots WHERE user_id = p_user AND remaining > 0 AND expires_at <= now()) THEN
      account := expire_lots(p_user, p_correlation);
    END IF;
    IF account.available < p_credits THEN PERFORM raise_insufficient_credits(p_credits, account.available); END IF;

    UPDATE accounts SET available = available - p_credits WHERE user_id = p_user RETURNING * INTO account;
    INSERT INTO transfers (id, user_id, debit, credit, amount, state, kind, reference, idempotency_key, input_hash)
    VALUES (transfer, p_user, 'wallet', 'spent', p_credits, 'posted', 'deduct', p_key, key, hash);
    WITH part AS (
      SELECT id, least(remaining, p_credits - credits_before) AS credits
        FROM spend_order WHERE user_id = p_user AND credits_before < p_credits
    ), spent AS (
      UPDATE lots SET remaining = lots.remaining - part.credits FROM part WHERE lots.id = part.id RETURNING part.credits
    ) SELECT sum(credits) INTO taken FROM spent;
    IF taken IS DISTINCT FROM p_credits THEN
      RAISE EXCEPTION 'Lots of user % cover only % of % credits', p_user, taken, p_credits;
    END IF;
    INSERT INTO transactions (id, user_id, type, amount, description, reference_id, balance_after, held_after)
    VALUES (transfer, p_user, 'usage', -p_credits, p_description, p_key, account.available, account.held);
    result := balance_of(account.available, account.held);
    PERFORM publish_balance(p_user, result, 'deduct', p_key, p_correlation);
    RETURN jsonb_build_object('transactionId', transfer, 'balance', result);
  END $$;
`;
