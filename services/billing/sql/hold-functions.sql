-- Holds reserve credits for a job. See ledger-functions.sql for the SQLSTATEs.

-- Places a hold on specific lots, in spending order, and on the budget of the API key unless p_key is null, and announces that budget
-- if nothing is left of it. Returns {transactionId, balance, isNew}; the caller pushes the balance to the
-- owner if isNew, which a repeated call does not return.
-- Locks: the account.
-- Idempotent by p_hold: the same input returns the first result.
-- Raises: LU402, LU403, LU409, LU413, LU414; LU410 if the hold was released, even before it was placed.
CREATE FUNCTION hold_credits(
  p_hold uuid, p_user uuid, p_credits bigint, p_description text, p_correlation text, p_key uuid
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  hash bytea := input_hash(jsonb_build_array(p_user, p_credits, p_description, p_key));
  account accounts;
  allowance api_key_allowances;
  earlier holds;
  transfer uuid := uuidv7();
  taken bigint;
  result jsonb;
BEGIN
  SELECT * INTO account FROM accounts WHERE user_id = p_user FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM raise_insufficient_credits(p_credits, 0); END IF;
  SELECT * INTO earlier FROM holds WHERE id = p_hold;
  IF FOUND THEN
    IF earlier.state = 'tombstone' THEN
      RAISE EXCEPTION 'Hold % was released before it was placed', p_hold USING ERRCODE = 'LU410';
    END IF;
    result := find_earlier_result('hold:' || p_hold, hash);
    IF earlier.state = 'released' THEN
      RAISE EXCEPTION 'Hold % was released', p_hold USING ERRCODE = 'LU410';
    END IF;
    RETURN result;
  END IF;
  IF account.closed_at IS NOT NULL THEN PERFORM raise_if_closed(account); END IF;
  IF EXISTS (SELECT FROM lots WHERE user_id = p_user AND remaining > 0 AND expires_at <= now()) THEN
    account := expire_lots(p_user, p_correlation);
  END IF;
  IF account.available < p_credits THEN PERFORM raise_insufficient_credits(p_credits, account.available); END IF;
  IF p_key IS NOT NULL THEN
    SELECT * INTO allowance FROM api_key_allowances WHERE key_id = p_key AND user_id = p_user;
    IF NOT FOUND THEN PERFORM raise_unknown_budget(p_key); END IF;
    IF allowance.credits_left < p_credits THEN
      RAISE EXCEPTION 'The budget of API key % is exhausted', p_key USING ERRCODE = 'LU413',
        DETAIL = exhausted_budget(p_credits, allowance.credits_left, allowance.period)::text;
    END IF;
    PERFORM take_from_budget(p_key, p_credits);
    IF allowance.credits_left = p_credits THEN PERFORM announce_exhausted_budgets(ARRAY[p_key], ARRAY[1]); END IF;
  END IF;

  UPDATE accounts SET available = available - p_credits, held = held + p_credits
   WHERE user_id = p_user RETURNING * INTO account;
  INSERT INTO transfers (id, user_id, debit, credit, amount, state, kind, reference, idempotency_key, input_hash)
  VALUES (transfer, p_user, 'wallet', 'spent', p_credits, 'pending', 'hold', p_hold, 'hold:' || p_hold, hash);
  INSERT INTO holds (id, user_id, credits, state, transfer_id, api_key_id)
  VALUES (p_hold, p_user, p_credits, 'held', transfer, p_key);
  WITH part AS (
    SELECT id, least(remaining, p_credits - credits_before) AS credits
      FROM spend_order WHERE user_id = p_user AND credits_before < p_credits
  ), spent AS (
    UPDATE lots SET remaining = lots.remaining - part.credits, held = lots.held + part.credits
      FROM part WHERE lots.id = part.id
  ), recorded AS (
    INSERT INTO hold_lots (hold_id, lot_id, credits) SELECT p_hold, id, credits FROM part RETURNING credits
  ) SELECT sum(credits) INTO taken FROM recorded;
  IF taken IS DISTINCT FROM p_credits THEN
    RAISE EXCEPTION 'Lots of user % cover only % of % credits', p_user, taken, p_credits;
  END IF;
  INSERT INTO transactions (id, user_id, type, amount, description, reference_id, hold_id, balance_after, held_after)
  VALUES (transfer, p_user, 'usage', -p_credits, p_description, p_hold, p_hold, account.available, account.held);
  RETURN jsonb_build_object(
    'transactionId', transfer, 'balance', balance_of(account.available, account.held), 'isNew', true);
END $$;

-- Captures a hold: its credits are spent. Publishes nothing, because generation and the owner took the capture for certain
-- when the job succeeded, and what the user can spend stays the same.
-- Locks: the account.
-- Idempotent: a repeated call returns 'captured'.
-- Raises: LU410 if the hold is unknown or released.
CREATE FUNCTION capture_hold(p_hold uuid, p_user uuid, p_correlation text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE hold holds;
BEGIN
  PERFORM lock_account(p_user);
  SELECT * INTO hold FROM holds WHERE id = p_hold AND user_id = p_user;
  IF hold.state = 'captured' THEN
    PERFORM republish_hold_settled(hold, 'captured', p_correlation);
    RETURN 'captured';
  END IF;
  IF hold.state IS DISTINCT FROM 'held' THEN
    RAISE EXCEPTION 'Hold % cannot be captured: %', p_hold, coalesce(hold.state, 'unknown') USING ERRCODE = 'LU410';
  END IF;
  UPDATE holds SET state = 'captured', settled_at = now() WHERE id = p_hold;
  UPDATE lots SET held = lots.held - part.credits FROM hold_lots part
   WHERE part.hold_id = p_hold AND lots.id = part.lot_id;
  INSERT INTO transfers
    (id, user_id, debit, credit, amount, state, pending_id, kind, reference, idempotency_key, input_hash)
  VALUES (uuidv7(), p_user, 'wallet', 'spent', hold.credits, 'posted', hold.transfer_id, 'capture', p_hold,
    'capture:' || p_hold, input_hash(to_jsonb(p_user)));
  UPDATE accounts SET held = held - hold.credits WHERE user_id = p_user;
  RETURN 'captured';
END $$;

-- Publishes billing.holdSettled. Call once per settlement, inside its transaction.
-- Locks nothing. Raises nothing.
CREATE FUNCTION publish_hold_settled(p_hold holds, p_state text, p_correlation text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO outbox (kind, name, payload, correlation)
  VALUES ('event', 'billing.holdSettled', jsonb_build_object(
    'holdId', p_hold.id, 'userId', p_hold.user_id, 'state', p_state, 'credits', p_hold.credits), p_correlation)
$$;

-- Publishes billing.holdSettled again if the hold settled more than 30 seconds ago. A caller that repeats its request that
-- late has missed the event; an earlier repeat is a redelivery.
-- Locks nothing. Raises nothing.
CREATE FUNCTION republish_hold_settled(p_hold holds, p_state text, p_correlation text) RETURNS void LANGUAGE sql AS $$
  SELECT publish_hold_settled(p_hold, p_state, p_correlation) WHERE p_hold.settled_at < now() - interval '30 seconds'
$$;

-- Releases a hold: its credits return to their lots and to the budget of their API key, expired lots are extended by p_grace, and debt is repaid. Returns
-- 'released', or 'tombstone' for a hold that was never placed.
-- Locks: the account.
-- Idempotent: a repeated call returns the state.
-- Raises: LU410 if the hold was captured, or belongs to another user.
CREATE FUNCTION release_hold(
  p_hold uuid, p_user uuid, p_description text, p_grace interval, p_correlation text
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  account accounts := lock_account(p_user);
  hold holds;
  transfer uuid := uuidv7();
BEGIN
  SELECT * INTO hold FROM holds WHERE id = p_hold;
  IF NOT FOUND THEN
    INSERT INTO holds (id, user_id, credits, state, settled_at) VALUES (p_hold, p_user, 0, 'tombstone', now())
      RETURNING * INTO hold;
    PERFORM publish_hold_settled(hold, 'returned', p_correlation);
    RETURN 'tombstone';
  END IF;
  IF hold.state = 'captured' OR hold.user_id <> p_user THEN
    RAISE EXCEPTION 'Hold % cannot be released: %', p_hold, hold.state USING ERRCODE = 'LU410';
  END IF;
  IF hold.state IN ('released', 'tombstone') THEN
    PERFORM republish_hold_settled(hold, 'returned', p_correlation);
  END IF;
  IF hold.state <> 'held' THEN RETURN hold.state; END IF;

  IF EXISTS (SELECT FROM lots WHERE user_id = p_user AND remaining > 0 AND expires_at <= now()) THEN
    PERFORM expire_lots(p_user, p_correlation);
  END IF;
  UPDATE holds SET state = 'released', settled_at = now() WHERE id = p_hold;
  IF hold.api_key_id IS NOT NULL THEN PERFORM return_to_budget(hold); END IF;
  UPDATE lots SET held = lots.held - part.credits, remaining = lots.remaining + part.credits,
         expires_at = CASE WHEN lots.expires_at <= now() THEN now() + p_grace ELSE lots.expires_at END
    FROM hold_lots part WHERE part.hold_id = p_hold AND lots.id = part.lot_id;
  INSERT INTO transfers
    (id, user_id, debit, credit, amount, state, pending_id, kind, reference, idempotency_key, input_hash)
  VALUES (transfer, p_user, 'wallet', 'spent', hold.credits, 'voided', hold.transfer_id, 'release', p_hold,
    'release:' || p_hold, input_hash(to_jsonb(p_user)));
  UPDATE accounts SET available = available + hold.credits, held = held - hold.credits
   WHERE user_id = p_user RETURNING * INTO account;
  INSERT INTO transactions (id, user_id, type, amount, description, reference_id, balance_after, held_after)
  VALUES (transfer, p_user, 'refund', hold.credits, p_description, hold.transfer_id, account.available, account.held);
  PERFORM publish_balance(p_user, balance_of(account.available, account.held), 'release', p_hold::text, p_correlation);
  PERFORM publish_hold_settled(hold, 'returned', p_correlation);
  IF account.receivable > 0 THEN PERFORM repay_debt(p_user, p_correlation); END IF;
  RETURN 'released';
END $$;

-- Returns the credits of a captured hold to their lots, extends expired lots by p_grace and repays debt. Returns the credits. The hold
-- stays captured, so its API key has spent them of its budget.
-- Locks: the account.
-- Idempotent by p_hold.
-- Raises: LU403; LU410 if the hold is unknown or was not captured.
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
         expires_at = CASE WHEN lots.expires_at <= now() THEN now() + p_grace ELSE lots.expires_at END,
         -- Their owner was not notified if they were already spent.
         announced_expires_at = NULL
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
