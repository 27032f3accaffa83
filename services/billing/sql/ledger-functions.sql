-- Ledger operations. Each is one function, so one round trip. An operation locks the account first, which orders all
-- operations of a user, and writes its outbox rows in the same transaction.
--
-- SQLSTATEs: LU402 too few credits (DETAIL is JSON) · LU403 closed account · LU404 unknown payment · LU409 different input
-- under a known idempotency key · LU410 the hold's state does not allow the operation · LU411 the account is open, or
-- credits are held · LU412 another balance than expected (DETAIL is JSON) · LU413 the budget of the API key is exhausted (DETAIL is
-- JSON) · LU414 the API key has no budget, or another owner · LU461 not refundable (DETAIL is the reason)

-- The balance as JSON, as calls and events carry it. Locks and raises nothing. STABLE like the functions that it calls: otherwise Postgres
-- would not expand it where it is called.
CREATE FUNCTION balance_of(available bigint, held bigint) RETURNS jsonb LANGUAGE sql STABLE
RETURN jsonb_build_object('credits', available, 'available', available, 'held', held);

-- The hash of an operation's input, stored beside its idempotency key. Locks and raises nothing.
CREATE FUNCTION input_hash(input jsonb) RETURNS bytea LANGUAGE sql STABLE
RETURN sha256(convert_to(input::text, 'UTF8'));

-- When the credits of a lot expire that get back to it: p_grace from now if the lot has expired. Locks and raises nothing.
CREATE FUNCTION expiry_after_return(p_expires_at timestamptz, p_grace interval) RETURNS timestamptz LANGUAGE sql STABLE
RETURN CASE WHEN p_expires_at <= now() THEN now() + p_grace ELSE p_expires_at END;

-- Locks the row of a user's account, and creates it if there is none.
-- Locks: the account, until the end of the transaction.
-- Idempotent. Raises nothing.
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

-- The payload of billing.balanceChanged. Locks and raises nothing.
CREATE FUNCTION balance_changed(p_user uuid, p_balance jsonb, p_reason text, p_reference text) RETURNS jsonb LANGUAGE sql STABLE
RETURN jsonb_build_object('userId', p_user, 'balance', p_balance, 'reason', p_reason, 'referenceId', p_reference);

-- Pushes billing.balanceChanged to the owner's browsers. Call once per change, inside the operation's transaction.
-- Locks nothing. Raises nothing.
CREATE FUNCTION publish_balance(p_user uuid, p_balance jsonb, p_reason text, p_reference text, p_correlation text)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO outbox (kind, name, payload, correlation)
  VALUES ('push', 'billing.balanceChanged', balance_changed(p_user, p_balance, p_reason, p_reference), p_correlation)
$$;

-- The balance after a transfer, and after the repayment of a debt in the same transaction.
-- Locks nothing. Raises nothing.
CREATE FUNCTION balance_after(p_transfer uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT balance_of(last.balance_after, last.held_after)
    FROM transactions own JOIN transfers t ON t.id = own.id, LATERAL (
      SELECT balance_after, held_after, seq FROM transactions WHERE id = own.id
      UNION ALL
      SELECT after.balance_after, after.held_after, after.seq
        FROM transfers repaid JOIN transactions after ON after.id = repaid.id
       WHERE repaid.user_id = own.user_id AND repaid.credit = 'receivable' AND repaid.kind = 'repayment'
         AND repaid.created_at = t.created_at AND after.seq > own.seq
       ORDER BY seq DESC LIMIT 1) AS last
   WHERE own.id = p_transfer
$$;

-- The result of the operation with this idempotency key; null if there was none.
-- Locks nothing: the caller holds the account's lock.
-- Raises: LU409 if the earlier input had another hash.
CREATE FUNCTION find_earlier_result(p_key text, p_hash bytea) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE earlier record;
BEGIN
  SELECT f.input_hash, t.id INTO earlier
    FROM transfers f JOIN transactions t ON t.id = f.id WHERE f.idempotency_key = p_key;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF earlier.input_hash <> p_hash THEN
    RAISE EXCEPTION 'Idempotency key % was used with different input', p_key USING ERRCODE = 'LU409';
  END IF;
  RETURN jsonb_build_object('transactionId', earlier.id, 'balance', balance_after(earlier.id));
END $$;

-- The refusal of an operation that costs more credits than there are. Locks and raises nothing.
CREATE FUNCTION insufficient_credits(p_required bigint, p_available bigint) RETURNS jsonb LANGUAGE sql STABLE
RETURN jsonb_build_object('code', 'LU402', 'detail', jsonb_build_object(
  'required', p_required, 'available', p_available, 'shortfall', p_required - p_available));

-- Raises the SQLSTATE of a refusal, with its detail as DETAIL. Locks nothing.
CREATE FUNCTION raise_refusal(p_refusal jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Refused: %', p_refusal USING ERRCODE = p_refusal ->> 'code', DETAIL = coalesce(p_refusal ->> 'detail', '');
END $$;

-- Raises LU403 for a closed account. Locks nothing: the caller holds the account's lock.
CREATE FUNCTION raise_if_closed(account accounts) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF account.closed_at IS NOT NULL THEN
    RAISE EXCEPTION 'Account % is closed', account.user_id USING ERRCODE = 'LU403';
  END IF;
END $$;

-- Grants credits as a new lot, for a promotion or a purchase, and repays debt with them.
-- Locks: the account.
-- Idempotent by p_key.
-- Raises: LU403, LU409.
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
    p_credits, 'posted', p_kind::text::transfer_kind, p_reference, p_key, hash);
  INSERT INTO lots (user_id, kind, credits, remaining, expires_at, payment_id, transfer_id)
  VALUES (p_user, p_kind, p_credits, p_credits, p_expires_at, p_payment, transfer);
  INSERT INTO transactions
    (id, user_id, type, amount, description, reference_id, amount_paise, balance_after, held_after)
  VALUES
    (transfer, p_user, p_kind::text, p_credits, p_description, p_reference, p_amount_paise, account.available, account.held);
  result := balance_of(account.available, account.held);
  PERFORM publish_balance(p_user, result, p_kind::text, p_reference, p_correlation);
  IF account.receivable > 0 THEN PERFORM repay_debt(p_user, p_correlation); END IF;
  RETURN jsonb_build_object('transactionId', transfer, 'balance', balance_after(transfer));
END $$;

-- Books out the unspent credits of a user's expired lots, and returns the account.
-- Locks: the account.
-- Idempotent: an expired lot has nothing remaining afterwards. A lot may expire twice, because a release may extend it, so
-- each expiry has a key of its own.
-- Raises nothing.
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

-- Calls expire_lots for up to p_limit users with expired lots, and returns how many there were.
-- Locks: the accounts, by rising user id.
-- Idempotent. Raises nothing.
CREATE FUNCTION sweep_expired(p_limit integer) RETURNS bigint LANGUAGE sql AS $$
  SELECT count(expire_lots(due.user_id, NULL)) FROM (
    SELECT DISTINCT user_id FROM lots WHERE expires_at <= now() AND remaining > 0 ORDER BY user_id LIMIT p_limit
  ) due
$$;

-- Takes credits from a user's lots, in spending order. Returns how many of each lot.
-- Locks nothing: the caller holds the lock of the account, and changes its balance.
-- Raises an error if the lots do not cover the credits, although the account does.
CREATE FUNCTION spend_lots(p_user uuid, p_credits bigint) RETURNS TABLE (lot_id uuid, credits bigint) LANGUAGE plpgsql AS $$
DECLARE taken bigint := 0;
BEGIN
  FOR lot_id, credits IN
    WITH part AS (
      SELECT id, least(remaining, p_credits - credits_before) AS amount
        FROM spend_order WHERE user_id = p_user AND credits_before < p_credits
    ) UPDATE lots SET remaining = lots.remaining - part.amount FROM part WHERE lots.id = part.id RETURNING lots.id, part.amount
  LOOP
    taken := taken + credits;
    RETURN NEXT;
  END LOOP;
  IF taken <> p_credits THEN RAISE EXCEPTION 'Lots of user % cover only % of % credits', p_user, taken, p_credits; END IF;
END $$;

-- Spends credits without a hold, in spending order.
-- Locks: the account.
-- Idempotent by user and p_key.
-- Raises: LU402, LU403, LU409.
CREATE FUNCTION deduct_credits(
  p_key text, p_user uuid, p_credits bigint, p_description text, p_correlation text
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  key text := 'deduct:' || p_user || ':' || p_key;
  hash bytea := input_hash(jsonb_build_array(p_credits, p_description));
  result jsonb;
  account accounts;
  transfer uuid := uuidv7();
BEGIN
  SELECT * INTO account FROM accounts WHERE user_id = p_user FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM raise_refusal(insufficient_credits(p_credits, 0)); END IF;
  result := find_earlier_result(key, hash);
  IF result IS NOT NULL THEN RETURN result; END IF;
  IF account.closed_at IS NOT NULL THEN PERFORM raise_if_closed(account); END IF;
  account := expire_lots(p_user, p_correlation);
  IF account.available < p_credits THEN PERFORM raise_refusal(insufficient_credits(p_credits, account.available)); END IF;

  UPDATE accounts SET available = available - p_credits WHERE user_id = p_user RETURNING * INTO account;
  INSERT INTO transfers (id, user_id, debit, credit, amount, state, kind, reference, idempotency_key, input_hash)
  VALUES (transfer, p_user, 'wallet', 'spent', p_credits, 'posted', 'deduct', p_key, key, hash);
  PERFORM spend_lots(p_user, p_credits);
  INSERT INTO transactions (id, user_id, type, amount, description, reference_id, balance_after, held_after)
  VALUES (transfer, p_user, 'usage', -p_credits, p_description, p_key, account.available, account.held);
  result := balance_of(account.available, account.held);
  PERFORM publish_balance(p_user, result, 'deduct', p_key, p_correlation);
  RETURN jsonb_build_object('transactionId', transfer, 'balance', result);
END $$;

-- Sets a user's available credits to p_target by one entry over the difference. Returns {transactionId, balance, before};
-- if there is no difference, transactionId is null and nothing is written.
-- Locks: the account.
-- Idempotent by p_key; a repeated call also returns isRepeated.
-- Raises: LU403, LU409, LU412.
CREATE FUNCTION adjust_credits(
  p_key text, p_user uuid, p_target bigint, p_expected bigint, p_description text, p_correlation text
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  hash bytea := input_hash(jsonb_build_array(p_user, p_target, p_expected, p_description));
  account accounts := lock_account(p_user);
  result jsonb := find_earlier_result(p_key, hash);
  transfer uuid := uuidv7();
  difference bigint;
BEGIN
  IF result IS NOT NULL THEN
    RETURN result || jsonb_build_object('before', (SELECT balance_after - amount FROM transactions
      WHERE id = (result ->> 'transactionId')::uuid), 'isRepeated', true);
  END IF;
  PERFORM raise_if_closed(account);
  account := expire_lots(p_user, p_correlation);
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
    PERFORM spend_lots(p_user, -difference);
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
