-- Refunds and disputes initiated outside Luit. Their credits are taken back from what the user has, and become a debt where
-- they were spent. See ledger-functions.sql for the SQLSTATEs.

-- Repays a user's debt from their available credits, in spending order. Call it whenever credits become available, so that
-- nobody owes credits and has some available at the same time.
-- Locks: the account.
-- Idempotent: without debt or available credits it does nothing.
-- Raises nothing.
CREATE FUNCTION repay_debt(p_user uuid, p_correlation text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  account accounts := expire_lots(p_user, p_correlation);
  due bigint := least(account.available, account.receivable);
  transfer uuid := uuidv7();
BEGIN
  IF due = 0 THEN RETURN; END IF;
  UPDATE accounts SET available = available - due, receivable = receivable - due
   WHERE user_id = p_user RETURNING * INTO account;
  INSERT INTO transfers (id, user_id, debit, credit, amount, state, kind, idempotency_key, input_hash)
  VALUES (transfer, p_user, 'wallet', 'receivable', due, 'posted', 'repayment', 'repayment:' || transfer,
    input_hash(to_jsonb(due)));
  INSERT INTO debt_repayments (transfer_id, lot_id, user_id, credits)
  SELECT transfer, part.lot_id, p_user, part.credits FROM spend_lots(p_user, due) part;
  INSERT INTO transactions (id, user_id, type, amount, description, balance_after, held_after)
  VALUES (transfer, p_user, 'adjustment', -due, 'Repaid credits owed after a refund or dispute', account.available, account.held);
  PERFORM publish_balance(p_user, balance_of(account.available, account.held), 'repayment', NULL, p_correlation);
END $$;

-- Takes credits back: first from the payment's own lot, then from the user's other lots in spending order; the rest becomes a
-- debt. Held credits stay with their job.
-- Locks: the account.
-- Not idempotent by itself: callers record each refund or dispute once.
-- Raises: unique_violation for a known p_clawback.
CREATE FUNCTION claw_back_credits(
  p_clawback uuid, p_user uuid, p_payment text, p_credits bigint, p_amount_paise bigint, p_description text,
  p_correlation text
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  account accounts := expire_lots(p_user, p_correlation);
  lot lots;
  taken bigint := least(p_credits, account.available);
  debt bigint := p_credits - taken;
  own bigint;
  transfer uuid;
  hash bytea := input_hash(jsonb_build_array(p_payment, p_credits));
BEGIN
  SELECT * INTO lot FROM lots WHERE payment_id = p_payment;
  IF taken > 0 THEN
    transfer := uuidv7();
    own := least(lot.remaining, taken);
    IF own > 0 THEN
      UPDATE lots SET remaining = remaining - own WHERE id = lot.id;
      INSERT INTO clawback_lots VALUES (p_clawback, lot.id, own);
    END IF;
    INSERT INTO clawback_lots SELECT p_clawback, part.lot_id, part.credits FROM spend_lots(p_user, taken - own) part;
    INSERT INTO transfers (id, user_id, debit, credit, amount, state, kind, reference, idempotency_key, input_hash)
    VALUES (transfer, p_user, 'wallet', 'refunded', taken, 'posted', 'clawback', p_clawback, 'clawback:' || p_clawback, hash);
  END IF;
  IF debt > 0 THEN
    INSERT INTO transfers (id, user_id, debit, credit, amount, state, kind, reference, idempotency_key, input_hash)
    VALUES (uuidv7(), p_user, 'receivable', 'refunded', debt, 'posted', 'debt', p_clawback, 'debt:' || p_clawback, hash);
  END IF;
  UPDATE accounts SET available = available - taken, receivable = receivable + debt
   WHERE user_id = p_user RETURNING * INTO account;
  INSERT INTO clawbacks (id, user_id, payment_id, taken, debt, transfer_id)
  VALUES (p_clawback, p_user, p_payment, taken, debt, transfer);
  IF taken > 0 THEN
    INSERT INTO transactions
      (id, user_id, type, amount, description, reference_id, amount_paise, balance_after, held_after)
    VALUES (transfer, p_user, 'refund', -taken, p_description, lot.transfer_id, p_amount_paise, account.available,
      account.held);
    PERFORM publish_balance(p_user, balance_of(account.available, account.held), 'clawback', p_clawback::text, p_correlation);
  END IF;
END $$;

-- Reverses a clawback after the refund failed or the dispute was won. Credits return to the lots they came from. Debt that is
-- not repaid yet is forgiven; repaid credits return to the lots that repaid them, latest first. Expired lots are extended by
-- p_grace.
-- Locks: the account.
-- Idempotent by p_clawback.
-- Raises nothing.
CREATE FUNCTION reverse_clawback(p_clawback uuid, p_description text, p_grace interval, p_correlation text)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  account accounts;
  clawback clawbacks;
  forgiven bigint;
  repaid bigint;
  back bigint;
  transfer uuid := uuidv7();
  hash bytea := input_hash(to_jsonb(p_clawback));
BEGIN
  SELECT locked.* INTO account FROM clawbacks r, lock_account(r.user_id) locked WHERE r.id = p_clawback;
  UPDATE clawbacks SET reversed_at = now() WHERE id = p_clawback AND reversed_at IS NULL RETURNING * INTO clawback;
  IF NOT FOUND THEN RETURN; END IF;
  forgiven := least(clawback.debt, account.receivable);
  repaid := clawback.debt - forgiven;
  back := clawback.taken + repaid;
  WITH newest AS (
    SELECT transfer_id, lot_id, credits - returned AS open,
           (sum(credits - returned) OVER (ORDER BY transfer_id DESC, lot_id))::bigint - (credits - returned) AS credits_before
      FROM debt_repayments WHERE user_id = clawback.user_id AND returned < credits
  ), reversed AS (
    SELECT transfer_id, lot_id, least(open, repaid - credits_before) AS credits FROM newest WHERE credits_before < repaid
  ), returned_repayments AS (
    UPDATE debt_repayments d SET returned = d.returned + reversed.credits
      FROM reversed WHERE d.transfer_id = reversed.transfer_id AND d.lot_id = reversed.lot_id
  ), part AS (
    SELECT lot_id, sum(credits)::bigint AS credits FROM (
      SELECT lot_id, credits FROM reversed
      UNION ALL SELECT lot_id, credits FROM clawback_lots WHERE clawback_id = p_clawback
    ) lots_to_restore GROUP BY lot_id
  )
  UPDATE lots SET remaining = lots.remaining + part.credits,
         expires_at = expiry_after_return(lots.expires_at, p_grace)
    FROM part WHERE lots.id = part.lot_id;
  UPDATE accounts SET available = available + back, receivable = receivable - forgiven
   WHERE user_id = clawback.user_id RETURNING * INTO account;
  IF forgiven > 0 THEN
    INSERT INTO transfers (id, user_id, debit, credit, amount, state, kind, reference, idempotency_key, input_hash)
    VALUES (uuidv7(), clawback.user_id, 'refunded', 'receivable', forgiven, 'posted', 'forgiveness', p_clawback,
      'forgiveness:' || p_clawback, hash);
  END IF;
  IF back > 0 THEN
    INSERT INTO transfers (id, user_id, debit, credit, amount, state, kind, reference, idempotency_key, input_hash)
    VALUES (transfer, clawback.user_id, 'refunded', 'wallet', back, 'posted', 'clawback_reversal', p_clawback,
      'clawback_reversal:' || p_clawback, hash);
    INSERT INTO transactions (id, user_id, type, amount, description, reference_id, balance_after, held_after)
    VALUES (transfer, clawback.user_id, 'refund', back, p_description, clawback.transfer_id, account.available,
      account.held);
    PERFORM publish_balance(clawback.user_id, balance_of(account.available, account.held), 'clawback_reversal', p_clawback::text,
      p_correlation);
  END IF;
  IF account.receivable > 0 THEN PERFORM repay_debt(clawback.user_id, p_correlation); END IF;
END $$;

-- Records a refund that Razorpay reports. Settles Luit's own, or sends it again if it failed, even after it was processed; for one
-- initiated at Razorpay, stores it and claws its credits back. Returns the refund's state, 'unknown_payment', or 'unchanged'.
-- Locks: the account.
-- Idempotent by p_razorpay_refund and status, in any order of reports.
-- Raises nothing.
CREATE FUNCTION record_refund(
  p_razorpay_refund text, p_payment text, p_amount_paise bigint, p_receipt text, p_status text, p_correlation text
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  refund uuid := uuidv7();
  existing refunds;
  owner uuid;
  credits bigint;
  sent integer;
BEGIN
  SELECT o.user_id INTO owner FROM payments p JOIN orders o ON o.id = p.order_id WHERE p.id = p_payment;
  IF NOT FOUND THEN RETURN 'unknown_payment'; END IF;
  PERFORM lock_account(owner);
  SELECT * INTO existing FROM refunds
   WHERE payment_id = p_payment
     AND (razorpay_refund_id = p_razorpay_refund OR p_razorpay_refund = ANY (failed_razorpay_refund_ids) OR replace(id::text, '-', '') = split_part(p_receipt, '-', 1));
  sent := CASE WHEN p_receipt ~ '^[0-9a-f]{32}(-[0-9]{1,6})?$' THEN coalesce(nullif(split_part(p_receipt, '-', 2), '')::integer, 1)
          ELSE existing.send END;
  IF p_razorpay_refund = ANY (existing.failed_razorpay_refund_ids) THEN RETURN 'unchanged'; END IF;
  IF p_status = 'failed' AND (existing.state = 'requested' AND existing.body IS NOT NULL
                              OR existing.state = 'processed' AND existing.razorpay_refund_id = p_razorpay_refund) THEN
    IF sent <> existing.send THEN
      UPDATE refunds SET failed_razorpay_refund_ids = failed_razorpay_refund_ids || p_razorpay_refund WHERE id = existing.id;
      RETURN 'unchanged';
    END IF;
    RETURN reject_refund(existing.id, sent, p_razorpay_refund, format('The bank failed the refund %s', p_razorpay_refund), NULL,
      p_correlation);
  END IF;
  IF existing.state = 'requested'
     AND (p_status <> 'pending' OR existing.razorpay_refund_id IS NULL AND sent = existing.send) THEN
    RETURN settle_refund(existing.id, p_razorpay_refund, p_status, NULL, p_correlation);
  END IF;
  IF existing.id IS NOT NULL OR p_status = 'failed' THEN RETURN 'unchanged'; END IF;
  credits := coalesce(credits_to_take(p_payment, p_amount_paise), 0);
  INSERT INTO refunds (id, payment_id, user_id, reason, state, amount_paise, credits, idempotency_key, input_hash,
    razorpay_refund_id, next_attempt_at, settled_at)
  VALUES (refund, p_payment, owner, 'dashboard', CASE p_status WHEN 'processed' THEN 'processed' ELSE 'requested' END,
    p_amount_paise, credits, 'razorpay:' || p_razorpay_refund, input_hash(to_jsonb(p_amount_paise)), p_razorpay_refund,
    CASE p_status WHEN 'processed' THEN NULL ELSE now() END, CASE p_status WHEN 'processed' THEN now() END);
  PERFORM claw_back_credits(refund, owner, p_payment, credits, p_amount_paise, 'Refund to your payment method',
    p_correlation);
  IF p_status = 'processed' THEN PERFORM publish_refund_paid(refund, p_correlation); END IF;
  RETURN CASE p_status WHEN 'processed' THEN 'processed' ELSE 'requested' END;
END $$;

-- Records a dispute that Razorpay reports; p_state is open, lost or won. Claws its credits back at the first report, unless it
-- is won; reverses that when it is won. The first final state stands. Returns the dispute's state, 'unknown_payment', or
-- 'unchanged'.
-- Locks: the account.
-- Idempotent by p_dispute and state, in any order of reports.
-- Raises nothing.
CREATE FUNCTION record_dispute(
  p_dispute text, p_payment text, p_amount_paise bigint, p_state text, p_phase text, p_reason text,
  p_respond_by timestamptz, p_grace interval, p_correlation text
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  existing disputes;
  owner uuid;
  credits bigint := 0;
  clawback uuid := uuidv7();
BEGIN
  SELECT o.user_id INTO owner FROM payments p JOIN orders o ON o.id = p.order_id WHERE p.id = p_payment;
  IF NOT FOUND THEN RETURN 'unknown_payment'; END IF;
  PERFORM lock_account(owner);
  SELECT * INTO existing FROM disputes WHERE id = p_dispute;
  IF existing.state IN ('lost', 'won') OR (existing.state, existing.phase, existing.respond_by) IS NOT DISTINCT FROM
     (p_state, p_phase, p_respond_by) THEN RETURN 'unchanged'; END IF;
  IF existing.id IS NULL THEN
    IF p_state <> 'won' THEN credits := coalesce(credits_to_take(p_payment, p_amount_paise), 0); END IF;
    INSERT INTO disputes
      (id, clawback_id, payment_id, user_id, state, amount_paise, credits, phase, reason, respond_by, settled_at)
    VALUES (p_dispute, clawback, p_payment, owner, p_state, p_amount_paise, credits, p_phase, p_reason, p_respond_by,
      CASE WHEN p_state <> 'open' THEN now() END);
    IF p_state <> 'won' THEN
      PERFORM claw_back_credits(clawback, owner, p_payment, credits, p_amount_paise, 'Payment disputed at your bank',
        p_correlation);
    END IF;
  ELSE
    UPDATE disputes SET state = p_state, phase = p_phase, respond_by = p_respond_by,
           settled_at = CASE WHEN p_state <> 'open' THEN now() END
     WHERE id = p_dispute;
    IF p_state = 'won' THEN
      PERFORM reverse_clawback(existing.clawback_id, 'Dispute resolved: credits returned', p_grace, p_correlation);
    END IF;
  END IF;
  RETURN p_state;
END $$;
