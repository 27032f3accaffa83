-- The billing steps of an account deletion. See ledger-functions.sql for the SQLSTATEs.

-- Credits held for jobs. Credits held for refunds do not delay a deletion: banks take days, and a refund that fails returns the
-- credits.
-- The index on the next attempt finds requested refunds.
-- Locks nothing: callers hold the account's lock. Raises nothing.
CREATE FUNCTION held_for_jobs(account accounts) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT account.held - coalesce(
    (SELECT sum(credits) FROM refunds WHERE user_id = account.user_id AND next_attempt_at IS NOT NULL
        AND transfer_id IS NOT NULL AND returned_at IS NULL), 0)::bigint
$$;

-- Closes the account and returns the credits still held for jobs. Operations that locked the account earlier have completed;
-- later holds, deductions, orders and grants are rejected.
-- Locks: the account.
-- Idempotent. Raises nothing.
CREATE FUNCTION close_account(p_user uuid) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE account accounts := lock_account(p_user);
BEGIN
  UPDATE accounts SET closed_at = now() WHERE user_id = p_user AND closed_at IS NULL;
  RETURN jsonb_build_object('held', held_for_jobs(account));
END $$;

-- Returns a user's purchases of the last p_within with unused credits worth at least 1 rupee, the smallest refund at Razorpay.
-- Locks nothing. Raises nothing.
CREATE FUNCTION refundable_lots(p_user uuid, p_within interval)
RETURNS TABLE (payment_id text, credits bigint, amount_paise bigint) LANGUAGE sql STABLE AS $$
  SELECT l.payment_id, l.remaining, refundable.paise
    FROM lots l JOIN payments p ON p.id = l.payment_id AND p.state = 'granted',
         LATERAL (SELECT least(div(p.amount_paise::numeric * l.remaining, l.credits), refundable_paise(p.id))::bigint
                      AS paise) refundable
   WHERE l.user_id = p_user AND l.remaining > 0 AND l.created_at >= now() - p_within AND refundable.paise >= 100
$$;

-- Requests one refund for each of refundable_lots, and returns the totals of the new ones.
-- Locks: the account.
-- Idempotent per payment.
-- Raises: LU461 if a purchase is not refundable after all.
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
END $$;

-- Expires all lots of a closed account now, deletes its credit notices, and returns the forfeited credits.
-- Locks: the account.
-- Idempotent: a repeated call finds nothing left.
-- Raises: LU411 if the account is open, or credits are held for jobs.
CREATE FUNCTION forfeit_credits(p_user uuid, p_correlation text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE account accounts := lock_account(p_user);
BEGIN
  IF account.closed_at IS NULL OR held_for_jobs(account) > 0 THEN
    RAISE EXCEPTION 'Account % is open, or % of its credits are held', p_user, account.held USING ERRCODE = 'LU411';
  END IF;
  UPDATE lots SET expires_at = now()
   WHERE user_id = p_user AND remaining > 0 AND (expires_at IS NULL OR expires_at > now());
  PERFORM expire_lots(p_user, p_correlation);
  DELETE FROM low_balances WHERE user_id = p_user;
  DELETE FROM credit_expiry_notices WHERE user_id = p_user;
  DELETE FROM test_credit_days WHERE user_id = p_user;
  RETURN jsonb_build_object('forfeited', account.available);
END $$;
