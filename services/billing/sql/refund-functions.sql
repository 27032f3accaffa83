-- Refunds to the original payment method. See ledger-functions.sql for the SQLSTATEs.

-- How much of a payment can still be refunded; null if it was not captured.
-- Locks nothing. Raises nothing.
CREATE FUNCTION refundable_paise(p_payment text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT p.amount_paise - coalesce(
           (SELECT sum(amount_paise) FROM payment_reversals WHERE payment_id = p.id), 0)::bigint
    FROM payments p WHERE p.id = p_payment AND p.state <> 'failed'
$$;

-- The credits that the next p_amount_paise of a payment take with them. Counted from the payment's first paisa, so that many
-- small refunds take as many credits as one large refund. If the amount does not fit beside unconfirmed reversals, Razorpay
-- will reject those, so their credits do not count.
-- Locks nothing: callers hold the account's lock. Raises nothing.
CREATE FUNCTION credits_to_take(p_payment text, p_amount_paise bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT greatest(0, div(l.credits * least(back.paise + p_amount_paise, p.amount_paise), p.amount_paise)
                      - back.credits)::bigint
    FROM payments p JOIN lots l ON l.payment_id = p.id,
         LATERAL (SELECT coalesce(sum(amount_paise), 0) + p_amount_paise <= p.amount_paise AS fits
                    FROM payment_reversals WHERE payment_id = p.id) all_reversals,
         LATERAL (SELECT coalesce(sum(amount_paise), 0) AS paise, coalesce(sum(credits), 0) AS credits
                    FROM payment_reversals WHERE payment_id = p.id AND (is_confirmed OR all_reversals.fits)) back
   WHERE p.id = p_payment
$$;

-- What the unspent and unheld credits of a payment cost: floor(paise × remaining / credits), at most what is refundable.
-- Locks nothing. Raises nothing.
CREATE FUNCTION unused_paise(p_payment text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT least(div(p.amount_paise::numeric * l.remaining, l.credits), refundable_paise(p.id))::bigint
    FROM payments p JOIN lots l ON l.payment_id = p.id WHERE p.id = p_payment
$$;

-- Raises LU461 with the reason as DETAIL. Locks nothing.
CREATE FUNCTION raise_not_refundable(p_reason text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Not refundable: %', p_reason USING ERRCODE = 'LU461', DETAIL = p_reason;
END $$;

-- The refund requested with this idempotency key; null if there was none.
-- Locks nothing: the caller holds the account's lock.
-- Raises: LU409 if the earlier input had another hash.
CREATE FUNCTION find_earlier_refund(p_key text, p_hash bytea) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE earlier refunds;
BEGIN
  SELECT * INTO earlier FROM refunds WHERE idempotency_key = p_key;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF earlier.input_hash <> p_hash THEN
    RAISE EXCEPTION 'Idempotency key % was used with different input', p_key USING ERRCODE = 'LU409';
  END IF;
  RETURN jsonb_build_object('refundId', earlier.id, 'amountPaise', earlier.amount_paise, 'credits', earlier.credits);
END $$;

-- Returns the amount and the credits of a refund. Without an amount, what the unused credits cost, until p_within after the purchase. With an
-- amount, the credits it bought, as far as the lot still has them. Both `request_refund` and its preview use it.
-- Locks nothing: a caller that acts holds the account's lock.
-- Raises: LU461.
CREATE FUNCTION refund_terms(p_payment text, p_amount_paise bigint, p_within interval, OUT paise bigint, OUT credits bigint)
LANGUAGE plpgsql STABLE AS $$
DECLARE lot lots;
BEGIN
  SELECT * INTO lot FROM lots WHERE payment_id = p_payment;
  IF p_amount_paise IS NULL THEN
    IF lot.id IS NULL THEN PERFORM raise_not_refundable('not_captured'); END IF;
    IF lot.created_at < now() - p_within THEN PERFORM raise_not_refundable('too_old'); END IF;
    IF lot.remaining = 0 THEN PERFORM raise_not_refundable(CASE WHEN lot.held > 0 THEN 'held' ELSE 'nothing_unused' END); END IF;
    credits := lot.remaining;
    paise := unused_paise(p_payment);
    IF paise < 100 THEN PERFORM raise_not_refundable('too_small'); END IF;
  ELSE
    credits := least(coalesce(lot.remaining, 0), coalesce(credits_to_take(p_payment, p_amount_paise), 0));
    paise := p_amount_paise;
  END IF;
  IF refundable_paise(p_payment) IS NULL THEN PERFORM raise_not_refundable('not_captured'); END IF;
  IF refundable_paise(p_payment) < paise THEN PERFORM raise_not_refundable('more_than_left'); END IF;
END $$;

-- What `request_refund` would do now: {amountPaise, credits, keptCredits, balanceAfter, refundableAfterPaise}.
-- Locks nothing. Raises: LU461.
CREATE FUNCTION preview_refund(p_payment text, p_amount_paise bigint) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('amountPaise', terms.paise, 'credits', terms.credits,
           'keptCredits', coalesce(credits_to_take(p_payment, terms.paise), 0) - terms.credits,
           'balanceAfter', coalesce(a.available, 0) - terms.credits,
           'refundableAfterPaise', refundable_paise(p_payment) - terms.paise)
    FROM refund_terms(p_payment, p_amount_paise, NULL) terms, payments p JOIN orders o ON o.id = p.order_id
         LEFT JOIN accounts a ON a.user_id = o.user_id
   WHERE p.id = p_payment
$$;

-- Returns the body that is posted to Razorpay for a send of a refund. Each send has a receipt of its own, which begins with the refund's id.
-- Locks nothing. Raises nothing.
CREATE FUNCTION refund_body(p_refund uuid, p_send integer, p_amount_paise bigint, p_reason text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('amount', p_amount_paise, 'speed', 'normal',
    'receipt', replace(p_refund::text, '-', '') || CASE p_send WHEN 1 THEN '' ELSE '-' || p_send END,
    'notes', jsonb_build_object('reason', p_reason))::text
$$;

-- Reserves the credits that go with a refund and stores the refund as it will be sent. Without an amount, refunds what the
-- unused credits cost, until p_within after the purchase. With an amount, takes the credits it bought, as far as the lot still
-- has them. Returns {refundId, amountPaise, credits}.
-- Locks: the account.
-- Idempotent by p_key.
-- Raises: LU404, LU409, LU461.
CREATE FUNCTION request_refund(
  p_key text, p_payment text, p_amount_paise bigint, p_reason text, p_within interval, p_correlation text
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  hash bytea := input_hash(jsonb_build_array(p_payment, p_amount_paise, p_reason));
  refund uuid := uuidv7();
  transfer uuid;
  owner uuid;
  account accounts;
  lot lots;
  amount bigint;
  taken bigint;
  result jsonb;
BEGIN
  SELECT o.user_id INTO owner FROM payments p JOIN orders o ON o.id = p.order_id WHERE p.id = p_payment;
  IF NOT FOUND THEN RAISE EXCEPTION 'Unknown payment %', p_payment USING ERRCODE = 'LU404'; END IF;
  PERFORM lock_account(owner);
  result := find_earlier_refund(p_key, hash);
  IF result IS NOT NULL THEN RETURN result; END IF;
  SELECT * INTO lot FROM lots WHERE payment_id = p_payment;
  SELECT terms.paise, terms.credits INTO amount, taken FROM refund_terms(p_payment, p_amount_paise, p_within) terms;

  IF taken > 0 THEN
    transfer := uuidv7();
    UPDATE accounts SET available = available - taken, held = held + taken WHERE user_id = owner RETURNING * INTO account;
    UPDATE lots SET remaining = remaining - taken, held = held + taken WHERE id = lot.id;
    INSERT INTO transfers (id, user_id, debit, credit, amount, state, kind, reference, idempotency_key, input_hash)
    VALUES (transfer, owner, 'wallet', 'refunded', taken, 'pending', 'refund', refund, 'refund:' || refund, hash);
    INSERT INTO transactions
      (id, user_id, type, amount, description, reference_id, amount_paise, balance_after, held_after)
    VALUES (transfer, owner, 'refund', -taken, 'Refund to your payment method', lot.transfer_id, amount,
      account.available, account.held);
    PERFORM publish_balance(owner, balance_of(account.available, account.held), 'refund', refund::text, p_correlation);
  END IF;
  INSERT INTO refunds
    (id, payment_id, user_id, reason, state, amount_paise, credits, transfer_id, idempotency_key, input_hash, body)
  VALUES (refund, p_payment, owner, p_reason, 'requested', amount, taken, transfer, p_key, hash,
    refund_body(refund, 1, amount, p_reason));
  RETURN jsonb_build_object('refundId', refund, 'amountPaise', amount, 'credits', taken);
END $$;

-- Refunds the card of a directly paid video that was not delivered, as far as an operator has not done so. Does nothing for a video that was
-- paid with a pack's credits. Call after the credits of the video have returned, in the same transaction.
-- Locks: as request_refund.
-- Idempotent by p_request, but publishes billing.holdSettled each time.
-- Raises: as request_refund.
CREATE FUNCTION refund_video(p_request uuid, p_correlation text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE paid record;
BEGIN
  SELECT p.id, o.user_id, o.credits, refundable_paise(p.id) AS paise INTO paid
    FROM orders o JOIN payments p ON p.order_id = o.id AND p.state = 'granted' WHERE o.request_id = p_request;
  IF NOT FOUND THEN RETURN; END IF;
  -- Razorpay's minimum is one rupee.
  IF paid.paise >= 100 THEN
    PERFORM request_refund('job_failed:' || p_request, paid.id, paid.paise, 'job_failed', NULL, p_correlation);
  END IF;
  PERFORM publish_hold_settled(p_request, paid.user_id, 'refunded', paid.credits, p_correlation);
END $$;

-- Publishes billing.refundProgressed: 'sent' when Razorpay has accepted the refund, 'delayed' when the payer has to wait longer,
-- 'paid_otherwise' when an operator has paid it outside Razorpay.
-- Locks nothing. Raises nothing.
CREATE FUNCTION publish_refund_progress(p_refund uuid, p_progress text, p_correlation text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO outbox (kind, name, payload, correlation)
  SELECT 'event', 'billing.refundProgressed', jsonb_build_object(
           'refundId', r.id, 'send', r.send, 'progress', p_progress, 'amountPaise', r.amount_paise,
           'buyerId', CASE o.kind WHEN 'pack' THEN o.user_id ELSE o.buyer_id END, 'accountId', o.user_id,
           'requestId', o.request_id, 'orderId', o.id, 'paymentId', p.id), p_correlation
    FROM refunds r JOIN payments p ON p.id = r.payment_id JOIN orders o ON o.id = p.order_id WHERE r.id = p_refund
$$;

-- Publishes billing.refundPaid. Call it each time that the refund is processed, in the same transaction.
-- Locks nothing. Raises nothing.
CREATE FUNCTION publish_refund_paid(p_refund uuid, p_correlation text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO outbox (kind, name, payload, correlation)
  SELECT 'event', 'billing.refundPaid', jsonb_build_object(
           'refundId', r.id, 'send', r.send, 'reason', r.reason, 'amountPaise', r.amount_paise, 'credits', r.credits,
           'paidReference', r.paid_reference,
           'buyerId', CASE o.kind WHEN 'pack' THEN o.user_id ELSE o.buyer_id END, 'accountId', o.user_id,
           'requestId', o.request_id, 'orderId', o.id, 'paymentId', p.id), p_correlation
    FROM refunds r JOIN payments p ON p.id = r.payment_id JOIN orders o ON o.id = p.order_id WHERE r.id = p_refund
$$;

-- Returns the burned credits of a refund, because nothing of its payment is left to refund.
-- Locks: the account, which the caller holds. Raises: unique_violation if called twice for a refund.
CREATE FUNCTION return_refunded_credits(refund refunds, p_correlation text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  account accounts;
  transfer uuid := uuidv7();
BEGIN
  INSERT INTO transfers (id, user_id, debit, credit, amount, state, kind, reference, idempotency_key, input_hash)
  VALUES (transfer, refund.user_id, 'refunded', 'wallet', refund.credits, 'posted', 'restore', refund.id,
    'refund-return:' || refund.id, input_hash(to_jsonb(refund.id)));
  UPDATE lots SET remaining = remaining + refund.credits WHERE payment_id = refund.payment_id;
  UPDATE accounts SET available = available + refund.credits WHERE user_id = refund.user_id RETURNING * INTO account;
  INSERT INTO transactions (id, user_id, type, amount, description, reference_id, balance_after, held_after)
  VALUES (transfer, refund.user_id, 'refund', refund.credits, 'Refund failed: credits returned', refund.transfer_id,
    account.available, account.held);
  PERFORM publish_balance(refund.user_id, balance_of(account.available, account.held), 'refund', refund.id::text, p_correlation);
  IF account.receivable > 0 THEN PERFORM repay_debt(refund.user_id, p_correlation); END IF;
END $$;

-- Applies Razorpay's status of a refund: 'pending' stores its id, 'processed' burns the reserved credits, 'failed' restores
-- them. If the bank failed it after it was processed, its credits are burned already, and 'failed' gives them back. Returns the
-- refund's state.
-- Locks: the account.
-- Idempotent: a settled refund does not change.
-- Raises: no_data_found for an unknown refund.
CREATE FUNCTION settle_refund(p_refund uuid, p_razorpay_refund text, p_status text, p_error text, p_correlation text)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  account accounts;
  refund refunds;
  transfer uuid := uuidv7();
  is_paid boolean := p_status = 'processed';
BEGIN
  PERFORM lock_account(user_id) FROM refunds WHERE id = p_refund;
  SELECT * INTO STRICT refund FROM refunds WHERE id = p_refund;
  IF refund.state <> 'requested' THEN RETURN refund.state; END IF;
  UPDATE refunds SET razorpay_refund_id = coalesce(razorpay_refund_id, p_razorpay_refund), last_error = p_error,
         delayed_since = NULL
   WHERE id = p_refund;
  IF p_status <> 'failed' AND refund.razorpay_refund_id IS NULL AND refund.body IS NOT NULL THEN
    PERFORM publish_refund_progress(p_refund, CASE WHEN p_razorpay_refund IS NULL THEN 'paid_otherwise' ELSE 'sent' END,
      p_correlation);
  END IF;
  IF p_status = 'pending' THEN RETURN 'requested'; END IF;

  UPDATE refunds SET state = p_status, settled_at = now(), next_attempt_at = NULL WHERE id = p_refund;
  IF is_paid THEN PERFORM publish_refund_paid(p_refund, p_correlation); END IF;
  IF refund.reason = 'dashboard' THEN
    IF NOT is_paid THEN
      PERFORM reverse_clawback(p_refund, 'Refund failed: credits returned', interval '7 days', p_correlation);
    END IF;
  ELSIF refund.credits > 0 AND refund.returned_at IS NOT NULL THEN
    IF NOT is_paid THEN PERFORM return_refunded_credits(refund, p_correlation); END IF;
  ELSIF refund.credits > 0 THEN
    INSERT INTO transfers
      (id, user_id, debit, credit, amount, state, pending_id, kind, reference, idempotency_key, input_hash)
    VALUES (transfer, refund.user_id, 'wallet', 'refunded', refund.credits,
      CASE WHEN is_paid THEN 'posted' ELSE 'voided' END::transfer_state, refund.transfer_id,
      CASE WHEN is_paid THEN 'burn' ELSE 'restore' END::transfer_kind, p_refund, 'refund-settlement:' || p_refund, input_hash(to_jsonb(p_status)));
    UPDATE lots SET held = held - refund.credits,
           remaining = remaining + CASE WHEN is_paid THEN 0 ELSE refund.credits END
     WHERE payment_id = refund.payment_id;
    UPDATE accounts SET held = held - refund.credits,
           available = available + CASE WHEN is_paid THEN 0 ELSE refund.credits END
     WHERE user_id = refund.user_id RETURNING * INTO account;
    IF NOT is_paid THEN
      INSERT INTO transactions (id, user_id, type, amount, description, reference_id, balance_after, held_after)
      VALUES (transfer, refund.user_id, 'refund', refund.credits, 'Refund failed: credits returned',
        refund.transfer_id, account.available, account.held);
    END IF;
    PERFORM publish_balance(refund.user_id, balance_of(account.available, account.held), 'refund', p_refund::text,
      p_correlation);
    IF account.receivable > 0 AND NOT is_paid THEN PERFORM repay_debt(refund.user_id, p_correlation); END IF;
  END IF;
  RETURN p_status;
END $$;

-- Records why an attempt failed. A refund is delayed, and its payer is told once, if it definitely failed or Razorpay has not
-- accepted it within ten minutes.
-- Locks: the refund, of which the account's lock is held or no credits change. Raises nothing.
CREATE FUNCTION record_refund_failure(p_refund uuid, p_error text, p_is_definite boolean, p_correlation text)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE refunds SET last_error = p_error WHERE id = p_refund AND state = 'requested';
  UPDATE refunds SET delayed_since = now()
   WHERE id = p_refund AND state = 'requested' AND body IS NOT NULL AND razorpay_refund_id IS NULL
     AND delayed_since IS NULL AND (p_is_definite OR created_at < now() - interval '10 minutes');
  IF FOUND THEN PERFORM publish_refund_progress(p_refund, 'delayed', p_correlation); END IF;
END $$;

-- Applies that a send of a refund definitely failed: Razorpay rejected it, or the bank failed it, perhaps after it was processed.
-- The refund is still owed, so it is sent again under a new key. If the payment has less left than the refund, because money was returned in another way,
-- the refund fails; what is left of a payment that is owed as a whole is requested again. p_razorpay_refund is what the bank
-- failed; null if Razorpay created nothing. p_left_paise is what Razorpay can still refund of the payment; null if unknown.
-- Returns the refund's state.
-- Locks: the account.
-- Idempotent by p_send: reports about an earlier send change nothing.
-- Raises: no_data_found for an unknown refund.
CREATE FUNCTION reject_refund(
  p_refund uuid, p_send integer, p_razorpay_refund text, p_error text, p_left_paise bigint, p_correlation text
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  refund refunds;
  left_paise bigint;
BEGIN
  PERFORM lock_account(user_id) FROM refunds WHERE id = p_refund;
  SELECT * INTO STRICT refund FROM refunds WHERE id = p_refund;
  IF refund.state = 'failed' OR refund.send <> p_send
     OR refund.state = 'processed' AND coalesce(refund.razorpay_refund_id <> p_razorpay_refund, true) THEN
    RETURN refund.state;
  END IF;
  UPDATE refunds SET state = 'requested', settled_at = NULL, next_attempt_at = coalesce(next_attempt_at, now()),
         razorpay_refund_id = NULL, failed_razorpay_refund_ids = array_remove(failed_razorpay_refund_ids || p_razorpay_refund, NULL),
         returned_at = CASE refund.state WHEN 'processed' THEN now() ELSE returned_at END
   WHERE id = p_refund;
  SELECT least(coalesce(p_left_paise, p.amount_paise), p.amount_paise - coalesce(sum(v.amount_paise), 0) + refund.amount_paise)
    INTO left_paise
    FROM payments p LEFT JOIN payment_reversals v ON v.payment_id = p.id
   WHERE p.id = refund.payment_id GROUP BY p.id;
  IF left_paise < refund.amount_paise THEN
    PERFORM settle_refund(p_refund, NULL, 'failed', p_error, p_correlation);
    IF left_paise >= 100 AND refund.reason IN ('second_payment', 'account_closed', 'job_failed') THEN
      PERFORM request_refund('rest:' || p_refund, refund.payment_id, left_paise, refund.reason, NULL, p_correlation);
    END IF;
    RETURN 'failed';
  END IF;
  UPDATE refunds SET send = send + 1, body = refund_body(id, send + 1, amount_paise, reason) WHERE id = p_refund;
  PERFORM record_refund_failure(p_refund, p_error, true, p_correlation);
  RETURN 'requested';
END $$;

-- Records that an operator paid a refund outside Razorpay, which has not accepted it. Returns the refund's state and reference.
-- Locks: the account.
-- Idempotent: a refund that Razorpay has accepted or that is settled does not change.
-- Raises: no_data_found for an unknown refund.
CREATE FUNCTION pay_refund_otherwise(p_refund uuid, p_reference text, p_correlation text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE refund refunds;
BEGIN
  PERFORM lock_account(user_id) FROM refunds WHERE id = p_refund;
  UPDATE refunds SET paid_reference = p_reference
   WHERE id = p_refund AND state = 'requested' AND razorpay_refund_id IS NULL AND body IS NOT NULL;
  IF FOUND THEN PERFORM settle_refund(p_refund, NULL, 'processed', NULL, p_correlation); END IF;
  SELECT * INTO STRICT refund FROM refunds WHERE id = p_refund;
  RETURN jsonb_build_object('state', refund.state, 'reference', refund.paid_reference);
END $$;
