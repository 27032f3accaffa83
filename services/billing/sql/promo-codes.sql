-- Promotional codes. A redemption is a grant of the ledger; its lot expires as every other lot does.
--
-- SQLSTATE LU462: the code cannot be redeemed (DETAIL is the reason).
CREATE TABLE promo_codes (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  -- The normalized code: capital letters and digits, without the spaces and hyphens that people type.
  code text NOT NULL UNIQUE CHECK (code ~ '^[A-Z0-9]{4,24}$'),
  -- The credits that each redemption grants.
  credits integer NOT NULL CHECK (credits > 0),
  -- The redemption window: from starts_at until before ends_at.
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  -- Days from the redemption until its credits expire; null for never.
  lifetime_days integer CHECK (lifetime_days > 0),
  max_redemptions integer NOT NULL CHECK (max_redemptions > 0),
  -- Counts promo_code_redemptions. Its row lock orders the redemptions of a code.
  redemptions integer NOT NULL DEFAULT 0,
  -- Only for users who have never bought anything.
  is_for_new_customers boolean NOT NULL,
  reason text NOT NULL,
  created_by uuid NOT NULL,
  created_by_email text NOT NULL,
  -- The second operator of a large code.
  approved_by_email text,
  idempotency_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  disabled_at timestamptz,
  disabled_reason text,
  UNIQUE (created_by, idempotency_key),
  CHECK (ends_at > starts_at),
  CHECK (redemptions BETWEEN 0 AND max_redemptions),
  CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL))
);
-- For the operators' list, its sort orders and states, and their search.
CREATE INDEX promo_codes_by_end ON promo_codes (ends_at, id);
CREATE INDEX promo_codes_by_redemptions ON promo_codes (redemptions, id);
CREATE INDEX promo_codes_disabled ON promo_codes (id) WHERE disabled_at IS NOT NULL;
CREATE INDEX promo_codes_by_start_of_code ON promo_codes (code text_pattern_ops);

-- Append-only: a user redeems a code once.
CREATE TABLE promo_code_redemptions (
  promo_code_id uuid NOT NULL REFERENCES promo_codes,
  user_id uuid NOT NULL,
  -- The transaction of the grant.
  transfer_id uuid NOT NULL UNIQUE,
  idempotency_key text NOT NULL,
  PRIMARY KEY (promo_code_id, user_id),
  UNIQUE (user_id, idempotency_key)
);
-- For the operators' list of a code.
CREATE INDEX promo_code_redemptions_newest ON promo_code_redemptions (promo_code_id, transfer_id);
CREATE TRIGGER promo_code_redemptions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON promo_code_redemptions
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
-- Codes for new customers look for earlier orders by buyer, because the order of a video belongs to an account of its own.
CREATE INDEX orders_of_buyer ON orders (buyer_id) WHERE buyer_id IS NOT NULL;

-- Returns the most credits that all redemptions of a code can grant. Locks nothing. Raises nothing.
CREATE FUNCTION promo_code_credits(promo promo_codes) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT promo.credits::bigint * promo.max_redemptions
$$;

-- The state of a code, as redemptions see it. Postgres replaces the call by its expression, which conditions on columns can narrow down.
-- Locks nothing. Raises nothing.
CREATE FUNCTION promo_code_state(promo promo_codes) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN promo.disabled_at IS NOT NULL THEN 'disabled' WHEN promo.ends_at <= now() THEN 'ended'
    WHEN promo.redemptions >= promo.max_redemptions THEN 'used_up' WHEN promo.starts_at > now() THEN 'scheduled' ELSE 'active' END
$$;

-- Whether a user ever paid for credits or a video. A refund does not change that.
-- Locks nothing. Raises nothing.
CREATE FUNCTION has_bought(p_user uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM lots WHERE user_id = p_user AND kind = 'purchase')
      OR EXISTS (SELECT FROM orders WHERE buyer_id = p_user AND state = 'paid')
$$;

-- Why a user cannot redeem a code; null if nothing prevents it. A disabled code has ended.
-- Locks nothing: a caller that redeems holds the locks of the account and the code. Raises nothing.
CREATE FUNCTION promo_code_refusal(p_user uuid, promo promo_codes) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF promo.id IS NULL THEN RETURN 'unknown'; END IF;
  IF EXISTS (SELECT FROM promo_code_redemptions WHERE promo_code_id = promo.id AND user_id = p_user) THEN
    RETURN 'already_used';
  END IF;
  IF promo.disabled_at IS NOT NULL OR promo.ends_at <= clock_timestamp() THEN RETURN 'ended'; END IF;
  IF promo.starts_at > clock_timestamp() THEN RETURN 'not_started'; END IF;
  IF promo.redemptions >= promo.max_redemptions THEN RETURN 'used_up'; END IF;
  IF promo.is_for_new_customers AND has_bought(p_user) THEN RETURN 'new_customers_only'; END IF;
  RETURN NULL;
END $$;

-- The answer to a redemption: the grant with its code, its credits and their expiry. Locks nothing. Raises nothing.
CREATE FUNCTION redemption_of(p_transfer uuid, p_code text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('transactionId', t.id, 'balance', balance_after(t.id), 'code', p_code,
           'credits', l.credits, 'expiresAt', l.expires_at)
    FROM transactions t JOIN lots l ON l.transfer_id = t.id WHERE t.id = p_transfer
$$;

-- Redeems a code once for a user: grants its credits as a lot that expires after the code's lifetime.
-- Locks: the account, then the code. So redemptions of a user and redemptions of a code are each in order.
-- Idempotent by user and p_key.
-- Raises: LU403, LU409, LU462.
CREATE FUNCTION redeem_promo_code(p_key text, p_user uuid, p_code text, p_correlation text) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  account accounts := lock_account(p_user);
  promo promo_codes;
  earlier record;
  refusal text;
  granted jsonb;
BEGIN
  SELECT r.transfer_id, c.code INTO earlier FROM promo_code_redemptions r JOIN promo_codes c ON c.id = r.promo_code_id
   WHERE r.user_id = p_user AND r.idempotency_key = p_key;
  IF FOUND THEN
    IF earlier.code <> p_code THEN
      RAISE EXCEPTION 'Idempotency key % was used with different input', p_key USING ERRCODE = 'LU409';
    END IF;
    RETURN redemption_of(earlier.transfer_id, p_code);
  END IF;
  PERFORM raise_if_closed(account);
  SELECT * INTO promo FROM promo_codes WHERE code = p_code FOR NO KEY UPDATE;
  refusal := promo_code_refusal(p_user, promo);
  IF refusal IS NOT NULL THEN
    RAISE EXCEPTION 'Promotional code not redeemable: %', refusal USING ERRCODE = 'LU462', DETAIL = refusal;
  END IF;
  UPDATE promo_codes SET redemptions = redemptions + 1 WHERE id = promo.id;
  granted := grant_credits('promo_code:' || promo.id || ':' || p_user, p_user, 'grant', promo.credits,
    'Promotional code ' || promo.code, clock_timestamp() + promo.lifetime_days * interval '1 day', NULL, NULL,
    promo.id::text, p_correlation);
  INSERT INTO promo_code_redemptions (promo_code_id, user_id, transfer_id, idempotency_key)
  VALUES (promo.id, p_user, (granted ->> 'transactionId')::uuid, p_key);
  RETURN redemption_of((granted ->> 'transactionId')::uuid, promo.code);
END $$;
