import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Money back to the card it came from. Errors: LU404 no such payment, LU409 another input under a known key, LU461 not
 * refundable, with the reason as DETAIL.
 */
export class Refunds1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query(WORTH);
    await runner.query(REQUEST);
    await runner.query(SETTLE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION settle_refund, publish_refund_paid, request_refund, find_earlier_refund, raise_not_refundable, unused_paise, credits_to_take,
        refundable_paise;
      DROP VIEW payment_reversals;
      DROP TABLE disputes, refunds;
    `);
  }
}

const TABLE = `
  -- requested → processed | failed. A requested one has its credits on hold; 'processed' burned them, 'failed' put them
  -- back. One of reason 'dashboard' was made at Razorpay: nothing is sent, its credits were reclaimed at once.
  CREATE TABLE refunds (
    -- Also what Razorpay knows the refund by: its X-Refund-Idempotency key and, without hyphens, its receipt.
    id uuid PRIMARY KEY,
    payment_id text NOT NULL REFERENCES payments,
    user_id uuid NOT NULL REFERENCES accounts,
    reason text NOT NULL
      CHECK (reason IN ('unused_credits', 'operator', 'second_payment', 'account_closed', 'job_failed', 'dashboard')),
    state text NOT NULL CHECK (state IN ('requested', 'processed', 'failed')),
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    credits bigint NOT NULL CHECK (credits >= 0),
    transfer_id uuid,
    idempotency_key text NOT NULL UNIQUE,
    input_hash bytea NOT NULL,
    -- What is posted to Razorpay, to the byte: under one key it takes no other.
    body text,
    razorpay_refund_id text UNIQUE,
    attempts integer NOT NULL DEFAULT 0,
    next_attempt_at timestamptz DEFAULT now(),
    last_error text,
    -- As a payment's.
    credit_note_id uuid,
    credit_note_due_at timestamptz NOT NULL DEFAULT now(),
    created_at timestamptz NOT NULL DEFAULT now(),
    settled_at timestamptz,
    CHECK ((state = 'requested') = (settled_at IS NULL)),
    CHECK ((state = 'requested') = (next_attempt_at IS NOT NULL)),
    CHECK ((reason = 'dashboard') = (body IS NULL)),
    CHECK ((credits > 0 AND reason <> 'dashboard') = (transfer_id IS NOT NULL))
  );
  CREATE INDEX refunds_to_attempt ON refunds (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
  CREATE INDEX refunds_of_payment ON refunds (payment_id);
  CREATE INDEX refunds_of_transfer ON refunds (transfer_id);

  -- open → lost | won. A payer who tells their bank that a payment was not right; the bank takes the money until it has
  -- decided, and for good where it is lost. Also what Razorpay calls closed, by whether money was deducted.
  CREATE TABLE disputes (
    -- Razorpay's.
    id text PRIMARY KEY,
    clawback_id uuid NOT NULL UNIQUE,
    payment_id text NOT NULL REFERENCES payments,
    user_id uuid NOT NULL REFERENCES accounts,
    state text NOT NULL CHECK (state IN ('open', 'lost', 'won')),
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    credits bigint NOT NULL CHECK (credits >= 0),
    phase text NOT NULL,
    reason text NOT NULL,
    -- Until when the operator may answer at Razorpay.
    respond_by timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    settled_at timestamptz,
    CHECK ((state = 'open') = (settled_at IS NULL))
  );
  CREATE INDEX disputes_of_payment ON disputes (payment_id);

  -- All money that went back, or is about to. 'is_confirmed' is what Razorpay knows of; the rest it may still refuse.
  CREATE VIEW payment_reversals AS
    SELECT payment_id, amount_paise, credits, razorpay_refund_id IS NOT NULL AS is_confirmed FROM refunds WHERE state <> 'failed'
    UNION ALL
    SELECT payment_id, amount_paise, credits, true FROM disputes WHERE state <> 'won';
`;

const WORTH = `
  -- What may still be given back of a payment.
  CREATE FUNCTION refundable_paise(p_payment text) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT p.amount_paise - coalesce(
             (SELECT sum(amount_paise) FROM payment_reversals WHERE payment_id = p.id), 0)::bigint
      FROM payments p WHERE p.id = p_payment AND p.state IN ('granted', 'refund_due')
  $$;

  -- The credits that go with the next so many paise of a payment. Counted from its first paisa, so that many small refunds
  -- take no more and no less than one large. What does not fit beside them will be refused, so its credits do not count.
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

  -- What the unspent, unheld credits of a payment cost: floor(paise × remaining / credits), as far as it was not given back.
  CREATE FUNCTION unused_paise(p_payment text) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT least(div(p.amount_paise::numeric * l.remaining, l.credits), refundable_paise(p.id))::bigint
      FROM payments p JOIN lots l ON l.payment_id = p.id WHERE p.id = p_payment
  $$;
`;

const REQUEST = `
  CREATE FUNCTION raise_not_refundable(p_reason text) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'Not refundable: %', p_reason USING ERRCODE = 'LU461', DETAIL = p_reason;
  END $$;

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

  -- Reserves the credits that go with the money and stores the refund as it is to be sent, in one transaction. Without an
  -- amount it is what the unused credits cost, until p_within after the purchase; with one, the lot gives what it still has
  -- of the credits that amount bought. Answers {refundId, amountPaise, credits}.
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
    amount bigint := p_amount_paise;
    taken bigint;
    result jsonb;
  BEGIN
    SELECT o.user_id INTO owner FROM payments p JOIN orders o ON o.id = p.order_id WHERE p.id = p_payment;
    IF NOT FOUND THEN RAISE EXCEPTION 'Unknown payment %', p_payment USING ERRCODE = 'LU404'; END IF;
    PERFORM lock_account(owner);
    result := find_earlier_refund(p_key, hash);
    IF result IS NOT NULL THEN RETURN result; END IF;
    SELECT * INTO lot FROM lots WHERE payment_id = p_payment;
    IF amount IS NULL THEN
      IF lot.id IS NULL THEN PERFORM raise_not_refundable('not_captured'); END IF;
      IF lot.created_at < now() - p_within THEN PERFORM raise_not_refundable('too_old'); END IF;
      IF lot.remaining = 0 THEN PERFORM raise_not_refundable(CASE WHEN lot.held > 0 THEN 'held' ELSE 'nothing_unused' END); END IF;
      taken := lot.remaining;
      amount := unused_paise(p_payment);
      IF amount < 100 THEN PERFORM raise_not_refundable('too_small'); END IF;
    ELSE
      taken := least(coalesce(lot.remaining, 0), coalesce(credits_to_take(p_payment, amount), 0));
    END IF;
    IF refundable_paise(p_payment) IS NULL THEN PERFORM raise_not_refundable('not_captured'); END IF;
    IF refundable_paise(p_payment) < amount THEN PERFORM raise_not_refundable('more_than_left'); END IF;

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
      jsonb_build_object('amount', amount, 'speed', 'normal', 'receipt', replace(refund::text, '-', ''),
        'notes', jsonb_build_object('reason', p_reason))::text);
    RETURN jsonb_build_object('refundId', refund, 'amountPaise', amount, 'credits', taken);
  END $$;
`;

const SETTLE = `
  CREATE FUNCTION publish_refund_paid(p_refund uuid, p_correlation text) RETURNS void LANGUAGE sql AS $$
    INSERT INTO outbox (kind, name, payload, correlation)
    SELECT 'event', 'billing.refundPaid', jsonb_build_object(
             'refundId', r.id, 'reason', r.reason, 'amountPaise', r.amount_paise, 'credits', r.credits,
             'buyerId', CASE o.kind WHEN 'pack' THEN o.user_id ELSE o.buyer_id END, 'accountId', o.user_id,
             'requestId', o.request_id), p_correlation
      FROM refunds r JOIN payments p ON p.id = r.payment_id JOIN orders o ON o.id = p.order_id WHERE r.id = p_refund
  $$;

  -- Razorpay's word on a refund, by whichever road: 'pending' is remembered, 'processed' burns what was reserved, 'failed'
  -- puts it back. The first end stands. Answers the refund's state.
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
    UPDATE refunds SET razorpay_refund_id = coalesce(razorpay_refund_id, p_razorpay_refund), last_error = p_error
     WHERE id = p_refund;
    IF p_status = 'pending' THEN RETURN 'requested'; END IF;

    UPDATE refunds SET state = p_status, settled_at = now(), next_attempt_at = NULL WHERE id = p_refund;
    IF is_paid THEN PERFORM publish_refund_paid(p_refund, p_correlation); END IF;
    IF refund.reason = 'dashboard' THEN
      IF NOT is_paid THEN
        PERFORM reverse_clawback(p_refund, 'Refund failed: credits returned', interval '7 days', p_correlation);
      END IF;
    ELSIF refund.credits > 0 THEN
      INSERT INTO transfers
        (id, user_id, debit, credit, amount, state, pending_id, kind, reference, idempotency_key, input_hash)
      VALUES (transfer, refund.user_id, 'wallet', 'refunded', refund.credits,
        CASE WHEN is_paid THEN 'posted' ELSE 'voided' END::transfer_state, refund.transfer_id,
        CASE WHEN is_paid THEN 'burn' ELSE 'restore' END, p_refund, 'refund-settlement:' || p_refund, input_hash(to_jsonb(p_status)));
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
`;
