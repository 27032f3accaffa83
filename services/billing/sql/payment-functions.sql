-- Holds the credits that were just granted for a video before anything else can spend them, and publishes billing.videoPaid in
-- the same transaction, so that the job starts exactly once.
-- Locks: the account, which the caller has locked already.
-- Idempotent by the order's request id.
-- Raises: the codes of hold_credits.
CREATE FUNCTION hold_for_video(p_order orders, p_correlation text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  result jsonb := hold_credits(ARRAY[p_order.request_id], ARRAY[p_order.user_id], ARRAY[p_order.credits], ARRAY[p_order.pack_name],
    ARRAY[NULL::uuid], ARRAY[p_correlation], true) -> 0;
BEGIN
  IF result ? 'code' THEN PERFORM raise_refusal(result); END IF;
  INSERT INTO outbox (kind, name, payload, correlation)
  VALUES ('event', 'billing.videoPaid', jsonb_build_object(
    'requestId', p_order.request_id, 'accountId', p_order.user_id, 'credits', p_order.credits,
    'email', p_order.guest_email, 'orderId', p_order.id), p_correlation);
END $$;

-- Settles a payment, whichever source reports it first: grants its credits, marks it as failed or mismatch, or requests its
-- refund. p_status is Razorpay's status of the payment, p_razorpay_order the order it was made for. Returns {outcome,
-- transactionId, isClosed}.
-- Locks: the account (of the buyer, for a video), then the order, then the order's own account for a video.
-- Idempotent by p_payment: a settled payment returns its outcome again.
-- Raises: no_data_found for an unknown order.
CREATE FUNCTION settle_payment(
  p_order uuid, p_payment text, p_razorpay_order text, p_amount_paise bigint, p_currency text, p_status text,
  p_source text, p_correlation text
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  account accounts;
  paid_order orders;
  payment payments;
  outcome text;
  granted_transaction uuid;
BEGIN
  SELECT locked.* INTO account FROM orders o, lock_account(coalesce(o.buyer_id, o.user_id)) locked
   WHERE o.id = p_order;
  SELECT * INTO STRICT paid_order FROM orders WHERE id = p_order FOR UPDATE;
  SELECT * INTO payment FROM payments WHERE id = p_payment;
  IF payment.state IN ('granted', 'refund_due') AND payment.order_id = p_order THEN
    RETURN jsonb_build_object('outcome', payment.state, 'transactionId', payment.transaction_id,
      'isClosed', account.closed_at IS NOT NULL);
  END IF;
  outcome := CASE
    WHEN p_razorpay_order IS DISTINCT FROM paid_order.razorpay_order_id OR p_amount_paise <> paid_order.amount_paise
      OR p_currency <> paid_order.currency OR payment.order_id <> p_order THEN 'mismatch'
    WHEN p_status = 'failed' THEN 'failed'
    WHEN p_status <> 'captured' THEN 'mismatch'
    -- If Razorpay's events arrived out of order, the payment may already be refunded in full.
    WHEN (SELECT sum(amount_paise) FROM payment_reversals WHERE payment_id = p_payment) >= p_amount_paise THEN 'mismatch'
    WHEN paid_order.state = 'paid' OR account.closed_at IS NOT NULL THEN 'refund_due'
    ELSE 'granted' END;
  IF outcome = 'granted' THEN
    granted_transaction := grant_credits('payment:' || p_payment, paid_order.user_id, 'purchase', paid_order.credits, paid_order.pack_name,
      NULL, p_payment, paid_order.amount_paise, p_order::text, p_correlation) ->> 'transactionId';
    UPDATE orders SET state = 'paid', guest_email = NULL, next_poll_at = NULL, updated_at = now() WHERE id = p_order;
    IF paid_order.kind = 'plan' THEN PERFORM hold_for_video(paid_order, p_correlation); END IF;
  ELSIF outcome = 'mismatch' AND paid_order.state <> 'paid' THEN
    UPDATE orders SET state = 'mismatch', updated_at = now() WHERE id = p_order AND razorpay_order_id IS NOT NULL;
  END IF;
  INSERT INTO payments (id, order_id, amount_paise, currency, state, source, transaction_id)
  VALUES (p_payment, p_order, p_amount_paise, p_currency, outcome, p_source, granted_transaction)
  ON CONFLICT (id) DO UPDATE SET state = excluded.state, source = excluded.source,
    transaction_id = excluded.transaction_id, amount_paise = excluded.amount_paise, updated_at = now()
    WHERE payments.order_id = p_order;
  IF outcome = 'refund_due' THEN
    PERFORM request_refund('refund_due:' || p_payment, p_payment, p_amount_paise,
      CASE paid_order.state WHEN 'paid' THEN 'second_payment' ELSE 'account_closed' END, NULL, p_correlation);
  END IF;
  RETURN jsonb_build_object('outcome', outcome, 'transactionId', granted_transaction, 'isClosed', account.closed_at IS NOT NULL);
END $$;
