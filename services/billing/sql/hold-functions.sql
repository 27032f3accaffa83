-- Holds reserve credits for a job. Holds of several callers, or the ends of several jobs, share one operation (group commit); a single one
-- is a batch of one. See ledger-functions.sql for the SQLSTATEs.
-- The functions for batches find rows by indexes only and keep their plans: a plan may stem from a time when the tables were small, and
-- planning a small batch costs more than the batch.

-- Locks the accounts of users. Returns the users whose account is locked: without those who have none, and unless p_waits, without those
-- whose account another transaction has locked.
-- The settings of its callers apply to it.
-- Locks: the accounts, until the end of the transaction, by rising user id if it waits.
-- Raises nothing.
CREATE FUNCTION lock_accounts(p_users uuid[], p_waits boolean) RETURNS uuid[] LANGUAGE plpgsql AS $$
BEGIN
  IF p_waits THEN
    RETURN array_agg(user_id) FROM (
      SELECT user_id FROM accounts WHERE user_id = ANY (p_users) ORDER BY user_id FOR NO KEY UPDATE) account;
  END IF;
  RETURN array_agg(user_id) FROM (
    SELECT user_id FROM accounts WHERE user_id = ANY (p_users) FOR NO KEY UPDATE SKIP LOCKED) account;
END $$;

-- A hold that hold_credits places, with the balance after it.
CREATE TYPE placement AS (
  hold_id uuid, user_id uuid, credits bigint, description text, key_id uuid, hash bytea, transfer_id uuid,
  available_after bigint, held_after bigint,
  -- The credits that this call has taken from the user so far, including this hold.
  spent bigint
);

-- Places holds, given as arrays of equal length, in their order: on specific lots, in spending order, and on the budget of the API key
-- unless it is null. p_sets numbers sets of holds, which are equal and next to each other: all holds of a set are placed or none.
-- Without it, each hold is one of its own. Announces the budgets that refuse a hold, or of which nothing is left. A hold that the balance or the budget does not cover is refused and
-- does not affect later ones. Returns an array with one result per hold: {transactionId, balance, isNew}, or {code, detail} with an SQLSTATE
-- and its DETAIL: LU402, LU403, LU409, LU413, LU414, or LU410 if the hold was released, even before it was placed. Unless p_waits, a hold
-- whose account another transaction has locked is not placed, and its code is 'busy'. The caller pushes the balance to the owner if isNew,
-- which a repeated call does not return.
-- Locks: as lock_accounts.
-- Idempotent by hold: the same input returns the first result.
-- Raises nothing for a single hold.
CREATE FUNCTION hold_credits(
  p_holds uuid[], p_users uuid[], p_credits bigint[], p_descriptions text[], p_keys uuid[], p_correlations text[], p_waits boolean,
  p_sets int[] DEFAULT NULL
) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  -- The set that was refused last.
  refused int;
  -- An account that is created meanwhile is not locked, so it does not count yet.
  locked uuid[] := lock_accounts(p_users, p_waits);
  item record;
  -- What this call takes from a user, at the first position of the user, and leaves of a budget, at the first position of the key.
  spent bigint[] := array_fill(0, ARRAY[cardinality(p_users)]);
  key_left bigint[] := '{}';
  allowance api_key_allowances;
  placed placement[] := '{}';
  placed_holds uuid[] := '{}';
  is_covered boolean;
  -- Budgets that do not cover what was asked of them, and budgets of which nothing is left.
  exhausted uuid[] := '{}';
  required bigint[] := '{}';
  results jsonb[] := '{}';
BEGIN
  IF EXISTS (SELECT FROM lots WHERE user_id = ANY (locked) AND remaining > 0 AND expires_at <= now()) THEN
    PERFORM expire_lots(user_id, correlation) FROM unnest(p_users, p_correlations) AS i (user_id, correlation)
      JOIN accounts USING (user_id) WHERE user_id = ANY (locked) AND closed_at IS NULL;
  END IF;

  FOR item IN
    SELECT i.*, account.available, account.held, account.closed_at, earlier.state, earlier.transfer_id,
           -- What this hold and the later ones of its set need.
           sum(i.credits) OVER (PARTITION BY coalesce(i.set, -i.n) ORDER BY i.n DESC)::bigint AS needed,
           array_position(p_users, i.user_id) AS owner, array_position(p_keys, i.key_id) AS key,
           input_hash(jsonb_build_array(i.user_id, i.credits, i.description, i.key_id)) AS hash
      FROM unnest(p_holds, p_users, p_credits, p_descriptions, p_keys, p_sets) WITH ORDINALITY
        AS i (hold_id, user_id, credits, description, key_id, set, n)
      LEFT JOIN accounts account ON account.user_id = i.user_id AND account.user_id = ANY (locked)
      -- OFFSET makes it a lookup of each hold.
      LEFT JOIN LATERAL (SELECT state, transfer_id FROM holds WHERE id = i.hold_id OFFSET 0) earlier ON true
     ORDER BY i.n
  LOOP
    IF item.set = refused THEN
      results[item.n] := results[item.n - 1];
      CONTINUE;
    END IF;
    refused := item.set;
    IF item.available IS NULL THEN
      IF NOT p_waits AND EXISTS (SELECT FROM accounts WHERE user_id = item.user_id) THEN
        results[item.n] := '{"code": "busy"}';
      ELSE
        results[item.n] := insufficient_credits(item.needed, 0);
      END IF;
      CONTINUE;
    ELSIF item.state IS NOT NULL OR item.hold_id = ANY (placed_holds) THEN
      refused := NULL;
      results[item.n] := earlier_hold(item.state, item.transfer_id, item.hash, placed[array_position(placed_holds, item.hold_id)]);
      CONTINUE;
    ELSIF item.closed_at IS NOT NULL THEN
      results[item.n] := '{"code": "LU403"}';
      CONTINUE;
    ELSIF item.available - spent[item.owner] < item.needed THEN
      results[item.n] := insufficient_credits(item.needed, item.available - spent[item.owner]);
      CONTINUE;
    END IF;
    IF item.key_id IS NOT NULL THEN
      SELECT * INTO allowance FROM api_key_allowances WHERE key_id = item.key_id AND user_id = item.user_id;
      IF NOT FOUND THEN
        results[item.n] := '{"code": "LU414"}';
        CONTINUE;
      END IF;
      key_left[item.key] := coalesce(key_left[item.key], allowance.credits_left);
      IF key_left[item.key] < item.needed THEN
        results[item.n] := jsonb_build_object('code', 'LU413', 'detail', jsonb_build_object(
          'required', item.needed, 'available', greatest(key_left[item.key], 0), 'period', allowance.period));
        exhausted := exhausted || item.key_id;
        required := required || item.needed;
        CONTINUE;
      END IF;
      key_left[item.key] := key_left[item.key] - item.credits;
      IF key_left[item.key] = 0 THEN
        exhausted := exhausted || item.key_id;
        required := required || 1::bigint;
      END IF;
    END IF;
    refused := NULL;
    spent[item.owner] := spent[item.owner] + item.credits;
    item.transfer_id := uuidv7();
    item.available := item.available - spent[item.owner];
    item.held := item.held + spent[item.owner];
    placed_holds := placed_holds || item.hold_id;
    placed := placed || (item.hold_id, item.user_id, item.credits, item.description, item.key_id, item.hash, item.transfer_id,
      item.available, item.held, spent[item.owner])::placement;
    results[item.n] := jsonb_build_object('transactionId', item.transfer_id, 'balance', balance_of(item.available, item.held),
      'isNew', true);
  END LOOP;
  IF cardinality(placed) = 0 THEN
    PERFORM announce_exhausted_budgets(exhausted, required);
    RETURN to_jsonb(results);
  END IF;

  WITH p AS MATERIALIZED (
    SELECT * FROM unnest(placed)
  ), charged AS (
    UPDATE accounts SET available = accounts.available - charge.credits, held = accounts.held + charge.credits
      FROM unnest(p_users, spent) AS charge (user_id, credits) WHERE charge.credits > 0 AND accounts.user_id = charge.user_id
  ), transferred AS (
    INSERT INTO transfers (id, user_id, debit, credit, amount, state, kind, reference, idempotency_key, input_hash)
    SELECT p.transfer_id, p.user_id, 'wallet', 'spent', p.credits, 'pending', 'hold', p.hold_id, 'hold:' || p.hold_id, p.hash FROM p
  ), inserted AS (
    INSERT INTO holds (id, user_id, credits, state, transfer_id, api_key_id)
    SELECT p.hold_id, p.user_id, p.credits, 'held', p.transfer_id, p.key_id FROM p
  ), stated AS (
    INSERT INTO transactions (id, user_id, type, amount, description, reference_id, hold_id, balance_after, held_after)
    SELECT p.transfer_id, p.user_id, 'usage', -p.credits, p.description, p.hold_id, p.hold_id, p.available_after, p.held_after FROM p
  -- The credits of a user's holds, laid end to end, overlap the credits of the user's lots in spending order.
  ), part AS (
    SELECT p.hold_id, lot.id AS lot_id,
           least(p.spent, lot.credits_before + lot.remaining) - greatest(p.spent - p.credits, lot.credits_before) AS credits
      FROM p JOIN (SELECT * FROM spend_order WHERE user_id = ANY (locked)) lot ON lot.user_id = p.user_id
       AND lot.credits_before < p.spent AND lot.credits_before + lot.remaining > p.spent - p.credits
  ), taken AS (
    UPDATE lots SET remaining = lots.remaining - charge.credits, held = lots.held + charge.credits
      FROM (SELECT lot_id, sum(credits) AS credits FROM part GROUP BY lot_id) charge WHERE lots.id = charge.lot_id
  ), recorded AS (
    INSERT INTO hold_lots (hold_id, lot_id, credits) SELECT hold_id, lot_id, credits FROM part
  ) SELECT (SELECT sum(credits) FROM part) IS NOT DISTINCT FROM (SELECT sum(credits) FROM p) INTO is_covered;
  IF NOT is_covered THEN
    RAISE EXCEPTION 'The lots of a user do not cover the credits of the account';
  END IF;
  IF cardinality(key_left) > 0 THEN
    INSERT INTO api_key_months (key_id, month, used)
    SELECT p.key_id, month_of(now()), sum(p.credits) FROM unnest(placed) p WHERE p.key_id IS NOT NULL GROUP BY p.key_id
    ON CONFLICT (key_id, month) DO UPDATE SET used = api_key_months.used + excluded.used;
    PERFORM announce_exhausted_budgets(exhausted, required);
  END IF;
  RETURN to_jsonb(results);
END $$;

-- The result of a hold that was placed or released before, by an earlier call or by this one.
-- Locks nothing: the caller holds the account's lock. Raises nothing.
CREATE FUNCTION earlier_hold(p_state text, p_transfer uuid, p_hash bytea, p_placed placement) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE hash bytea := p_placed.hash;
BEGIN
  IF p_state = 'tombstone' THEN RETURN '{"code": "LU410"}'; END IF;
  IF hash IS NULL THEN SELECT input_hash INTO hash FROM transfers WHERE id = p_transfer; END IF;
  IF hash <> p_hash THEN RETURN '{"code": "LU409"}'; END IF;
  IF p_state = 'released' THEN RETURN '{"code": "LU410"}'; END IF;
  IF p_state IS NULL THEN
    RETURN jsonb_build_object('transactionId', p_placed.transfer_id,
      'balance', balance_of(p_placed.available_after, p_placed.held_after));
  END IF;
  RETURN (SELECT jsonb_build_object('transactionId', id, 'balance', balance_of(balance_after, held_after))
            FROM transactions WHERE id = p_transfer);
END $$;

-- The payload of billing.holdSettled. Locks nothing. Raises nothing.
CREATE FUNCTION hold_settled(p_hold uuid, p_user uuid, p_state text, p_credits bigint) RETURNS jsonb LANGUAGE sql STABLE
RETURN jsonb_build_object('holdId', p_hold, 'userId', p_user, 'state', p_state, 'credits', p_credits);

-- Publishes billing.holdSettled. Call once per settlement, inside its transaction.
-- Locks nothing. Raises nothing.
CREATE FUNCTION publish_hold_settled(p_hold uuid, p_user uuid, p_state text, p_credits bigint, p_correlation text)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO outbox (kind, name, payload, correlation)
  VALUES ('event', 'billing.holdSettled', hold_settled(p_hold, p_user, p_state, p_credits), p_correlation)
$$;

-- A hold that settle_holds captures or releases, with the balance after it.
CREATE TYPE hold_end AS (
  hold_id uuid, user_id uuid, credits bigint, state text, hold_transfer uuid, key_id uuid, placed_at timestamptz, transfer_id uuid,
  description text, correlation text, available_after bigint, held_after bigint
);

-- Ends holds, given as arrays of equal length, in their order. A hold without a description is captured: its credits are spent. The others
-- are released: their credits return to their lots and to the budget of their API key, expired lots are extended by p_grace, debt is
-- repaid, and the card that paid a video directly is refunded. Stores the ids of the events that report the ends in the inbox; an id may be
-- null. Returns the state of each hold as settle_again does, and unless p_waits, 'busy' if another transaction has locked the account or
-- there is none. A capture publishes nothing, because generation and the owner took it for certain when the job succeeded, and what the
-- user can spend stays the same.
-- Locks: as lock_accounts. If it waits, it creates the accounts of users who have none.
-- Idempotent: a hold ends once.
-- Raises: as request_refund.
CREATE FUNCTION settle_holds(
  p_events uuid[], p_holds uuid[], p_users uuid[], p_descriptions text[], p_correlations text[], p_grace interval, p_waits boolean
) RETURNS text[] LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  locked uuid[];
  has_releases boolean := cardinality(array_remove(p_descriptions, NULL)) > 0;
  item record;
  -- What this call returns to a user, and takes from what is held, at the first position of the user.
  returned bigint[] := array_fill(0, ARRAY[cardinality(p_users)]);
  settled bigint[] := returned;
  ended hold_end[] := '{}';
  ended_holds uuid[] := '{}';
  states text[] := '{}';
BEGIN
  IF p_waits THEN
    INSERT INTO accounts (user_id) SELECT DISTINCT id FROM unnest(p_users) id ORDER BY id ON CONFLICT DO NOTHING;
  END IF;
  locked := lock_accounts(p_users, p_waits);
  IF has_releases AND EXISTS (SELECT FROM lots WHERE user_id = ANY (locked) AND remaining > 0 AND expires_at <= now()) THEN
    PERFORM expire_lots(user_id, correlation)
      FROM unnest(p_users, p_descriptions, p_correlations) AS i (user_id, description, correlation)
     WHERE user_id = ANY (locked) AND description IS NOT NULL;
  END IF;

  FOR item IN
    SELECT i.*, CASE WHEN i.description IS NULL THEN 'captured' ELSE 'released' END AS end_state,
           account.available, account.held, array_position(p_users, i.user_id) AS owner,
           hold.user_id AS placed_by, hold.credits, hold.state, hold.transfer_id, hold.api_key_id, hold.created_at
      FROM unnest(p_events, p_holds, p_users, p_descriptions, p_correlations) WITH ORDINALITY
        AS i (event_id, hold_id, user_id, description, correlation, n)
      LEFT JOIN accounts account ON account.user_id = i.user_id AND account.user_id = ANY (locked)
      -- OFFSET makes it a lookup of each hold.
      LEFT JOIN LATERAL (SELECT * FROM holds WHERE id = i.hold_id OFFSET 0) hold ON true
     ORDER BY i.n
  LOOP
    IF item.available IS NULL THEN
      states[item.n] := 'busy';
    ELSIF item.hold_id = ANY (ended_holds) THEN
      states[item.n] := CASE WHEN ended[array_position(ended_holds, item.hold_id)].state = item.end_state
                              AND item.placed_by = item.user_id THEN item.end_state ELSE 'LU410' END;
    ELSIF item.state = 'held' AND item.placed_by = item.user_id THEN
      settled[item.owner] := settled[item.owner] + item.credits;
      IF item.end_state = 'released' THEN returned[item.owner] := returned[item.owner] + item.credits; END IF;
      ended_holds := ended_holds || item.hold_id;
      ended := ended || (item.hold_id, item.user_id, item.credits, item.end_state, item.transfer_id, item.api_key_id, item.created_at,
        uuidv7(), item.description, item.correlation, item.available + returned[item.owner], item.held - settled[item.owner])::hold_end;
      states[item.n] := item.end_state;
    ELSE
      states[item.n] := settle_again(item.event_id, item.hold_id, item.user_id, item.end_state, item.correlation);
    END IF;
  END LOOP;

  WITH e AS MATERIALIZED (
    SELECT * FROM unnest(ended)
  ), marked AS (
    UPDATE holds SET state = e.state, settled_at = now() FROM e WHERE holds.id = e.hold_id
  ), moved AS (
    UPDATE lots SET held = lots.held - total.settled, remaining = lots.remaining + total.returned,
           expires_at = CASE WHEN total.returned > 0 THEN expiry_after_return(lots.expires_at, p_grace) ELSE lots.expires_at END
      FROM (SELECT part.lot_id, sum(part.credits) AS settled,
                   coalesce(sum(part.credits) FILTER (WHERE e.state = 'released'), 0) AS returned
              FROM e JOIN hold_lots part ON part.hold_id = e.hold_id GROUP BY part.lot_id) total
     WHERE lots.id = total.lot_id
  ), transferred AS (
    INSERT INTO transfers
      (id, user_id, debit, credit, amount, state, pending_id, kind, reference, idempotency_key, input_hash)
    SELECT e.transfer_id, e.user_id, 'wallet', 'spent', e.credits,
           CASE e.state WHEN 'captured' THEN 'posted' ELSE 'voided' END::transfer_state, e.hold_transfer, name.kind::transfer_kind, e.hold_id,
           name.kind || ':' || e.hold_id, input_hash(to_jsonb(e.user_id))
      FROM e, LATERAL (SELECT CASE e.state WHEN 'captured' THEN 'capture' ELSE 'release' END) AS name (kind)
  ), credited AS (
    UPDATE accounts SET available = accounts.available + total.returned, held = accounts.held - total.settled
      FROM unnest(p_users, returned, settled) AS total (user_id, returned, settled)
     WHERE total.settled > 0 AND accounts.user_id = total.user_id
  )
  INSERT INTO inbox (event_id) SELECT event_id FROM unnest(p_events, states) AS i (event_id, state)
   WHERE event_id IS NOT NULL AND state NOT IN ('busy', 'LU410') ON CONFLICT DO NOTHING;
  IF has_releases THEN PERFORM finish_releases(array_agg(e)) FROM unnest(ended) e WHERE e.state = 'released'; END IF;
  RETURN states;
END $$;

-- What a release changes besides the lots and the account: the budget of the API key, the statement, what is published, debt, and the card
-- that paid directly. p_ended are the releases of settle_holds, in their order.
-- Locks: the months of budgets, orders, and as request_refund; the caller holds the locks of the accounts.
-- Not idempotent: call once per release, in its transaction.
-- Raises: as request_refund.
CREATE FUNCTION finish_releases(p_ended hold_end[]) RETURNS void LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  UPDATE api_key_months SET used = api_key_months.used - total.credits
    FROM (SELECT key_id, month_of(placed_at) AS month, sum(credits) AS credits FROM unnest(p_ended)
           WHERE key_id IS NOT NULL GROUP BY key_id, month_of(placed_at)) total
   WHERE api_key_months.key_id = total.key_id AND api_key_months.month = total.month;
  INSERT INTO transactions (id, user_id, type, amount, description, reference_id, balance_after, held_after)
  SELECT transfer_id, user_id, 'refund', credits, description, hold_transfer, available_after, held_after FROM unnest(p_ended);
  INSERT INTO outbox (kind, name, payload, correlation)
  SELECT DISTINCT ON (user_id) 'push', 'billing.balanceChanged',
         balance_changed(user_id, balance_of(available_after, held_after), 'release', hold_id::text), correlation
    FROM unnest(p_ended) WITH ORDINALITY ORDER BY user_id, ordinality DESC;
  INSERT INTO outbox (kind, name, payload, correlation)
  SELECT 'event', 'billing.holdSettled', hold_settled(hold_id, user_id, 'returned', credits), correlation FROM unnest(p_ended);
  PERFORM repay_debt(owing.user_id, owing.correlation) FROM (
    SELECT DISTINCT ON (e.user_id) e.user_id, e.correlation FROM unnest(p_ended) e JOIN accounts USING (user_id) WHERE receivable > 0) owing;
  PERFORM refund_video(e.hold_id, e.correlation) FROM unnest(p_ended) e JOIN orders ON orders.request_id = e.hold_id;
END $$;

-- Ends a hold that is not an open one of the user. p_state is 'captured' or 'released'. A release before the hold leaves a tombstone. Another
-- event about a hold that ended more than 30 seconds ago publishes the end again, because its caller has missed it; an earlier one is a
-- redelivery. Returns the state of the hold; 'handled' for an event that has taken effect before; 'LU410' for a hold that has ended
-- otherwise or belongs to another user, and for the capture of an unknown one.
-- Locks nothing: the caller holds the account's lock.
-- Idempotent.
-- Raises: as request_refund.
CREATE FUNCTION settle_again(p_event uuid, p_hold uuid, p_user uuid, p_state text, p_correlation text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  hold holds;
  is_release boolean := p_state = 'released';
BEGIN
  IF EXISTS (SELECT FROM inbox WHERE event_id = p_event) THEN RETURN 'handled'; END IF;
  SELECT * INTO hold FROM holds WHERE id = p_hold;
  IF NOT FOUND AND is_release THEN
    INSERT INTO holds (id, user_id, credits, state, settled_at) VALUES (p_hold, p_user, 0, 'tombstone', now());
    PERFORM publish_hold_settled(p_hold, p_user, 'returned', 0, p_correlation);
    RETURN 'tombstone';
  END IF;
  IF hold.id IS NULL OR hold.user_id <> p_user OR (hold.state = 'captured') = is_release THEN
    RETURN 'LU410';
  END IF;
  IF hold.settled_at < now() - interval '30 seconds' THEN
    PERFORM publish_hold_settled(p_hold, p_user, CASE WHEN is_release THEN 'returned' ELSE 'captured' END, hold.credits, p_correlation);
    IF is_release THEN PERFORM refund_video(p_hold, p_correlation); END IF;
  END IF;
  RETURN hold.state;
END $$;

-- Returns the credits of a captured hold to their lots, extends expired lots by p_grace, repays debt, and refunds the card that paid a video
-- directly. Returns the credits. The hold stays captured, so its API key has spent them of its budget.
-- Locks: the account.
-- Idempotent by p_hold.
-- Raises: as request_refund; LU403; LU410 if the hold is unknown or was not captured.
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

  PERFORM expire_lots(hold.user_id, p_correlation);
  UPDATE lots SET remaining = lots.remaining + part.credits,
         expires_at = expiry_after_return(lots.expires_at, p_grace),
         -- A notice about their expiry was not sent if the credits were already spent.
         announced_expires_at = NULL
    FROM hold_lots part WHERE part.hold_id = p_hold AND lots.id = part.lot_id;
  INSERT INTO transfers (id, user_id, debit, credit, amount, state, kind, reference, idempotency_key, input_hash)
  VALUES (transfer, hold.user_id, 'spent', 'wallet', hold.credits, 'posted', 'return', p_hold, 'return:' || p_hold,
    input_hash(to_jsonb(hold.user_id)));
  UPDATE accounts SET available = available + hold.credits WHERE user_id = hold.user_id RETURNING * INTO account;
  INSERT INTO transactions (id, user_id, type, amount, description, reference_id, balance_after, held_after)
  VALUES (transfer, hold.user_id, 'refund', hold.credits, p_description, hold.transfer_id, account.available, account.held);
  PERFORM publish_balance(hold.user_id, balance_of(account.available, account.held), 'return', p_hold::text, p_correlation);
  PERFORM publish_hold_settled(p_hold, hold.user_id, 'refunded', hold.credits, p_correlation);
  IF account.receivable > 0 THEN PERFORM repay_debt(hold.user_id, p_correlation); END IF;
  PERFORM refund_video(p_hold, p_correlation);
  RETURN hold.credits;
END $$;
