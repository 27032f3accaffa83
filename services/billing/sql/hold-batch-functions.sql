-- Group commit: holds of several callers, or the ends of several jobs, in one operation. See ledger-functions.sql for the SQLSTATEs.
-- The functions find rows by indexes only: their cached plans may stem from a time when the tables were small. Small batches of holds would
-- otherwise be planned each time, which costs more than placing them.

-- State function of credits_left. Pure: locks and raises nothing.
CREATE FUNCTION spend_if_covered(
  credits_left bigint[], available bigint, credits bigint, key_at integer, key_left bigint
) RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF credits_left IS NULL THEN credits_left[0] := available; END IF;
  IF key_at = 0 THEN
    IF credits <= credits_left[0] THEN credits_left[0] := credits_left[0] - credits; END IF;
    RETURN credits_left;
  END IF;
  IF credits_left[key_at] IS NULL THEN credits_left[key_at] := key_left; END IF;
  IF credits <= credits_left[0] AND credits <= credits_left[key_at] THEN
    credits_left[0] := credits_left[0] - credits;
    credits_left[key_at] := credits_left[key_at] - credits;
  END IF;
  RETURN credits_left;
END $$;

-- As a window function in the order of arrival: the credits left after an item, of the balance at index 0 and of the budget of each API
-- key at its key_at, which is 0 for an item without a key. An item that either does not cover is skipped and does not affect later ones.
CREATE AGGREGATE credits_left(available bigint, credits bigint, key_at integer, key_left bigint) (
  SFUNC = spend_if_covered, STYPE = bigint[]
);

-- Places holds, given as arrays of equal length in the order of arrival. The ledger and the results are the same as after
-- hold_credits for one after the other. Returns an array with one result
-- per hold: what hold_credits returns, or {code, detail} with the SQLSTATE and DETAIL that it raises. Unless p_waits, a hold
-- whose account another transaction has locked is not placed, and its code is 'busy'.
-- Locks: the accounts, by rising user id.
-- Idempotent by hold; the ids in p_holds are distinct.
-- Raises nothing for a single hold.
CREATE FUNCTION hold_credits_in_batch(
  p_holds uuid[], p_users uuid[], p_credits bigint[], p_descriptions text[], p_keys uuid[], p_waits boolean
) RETURNS jsonb LANGUAGE plpgsql SET enable_seqscan = off SET enable_bitmapscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  -- An account that is created meanwhile is not locked, so it does not count yet.
  locked uuid[];
  results jsonb;
  exhausted uuid[];
  is_covered boolean;
BEGIN
  IF p_waits THEN
    SELECT array_agg(user_id) INTO locked FROM (
      SELECT user_id FROM accounts WHERE user_id = ANY (p_users) ORDER BY user_id FOR NO KEY UPDATE) account;
  ELSE
    SELECT array_agg(user_id) INTO locked FROM (
      SELECT user_id FROM accounts WHERE user_id = ANY (p_users) FOR NO KEY UPDATE SKIP LOCKED) account;
  END IF;
  IF EXISTS (SELECT FROM lots WHERE user_id = ANY (locked) AND remaining > 0 AND expires_at <= now()) THEN
    PERFORM expire_lots(user_id, NULL) FROM accounts WHERE user_id = ANY (locked) AND closed_at IS NULL;
  END IF;

  WITH requested AS (
    SELECT i.*, input_hash(jsonb_build_array(i.user_id, i.credits, i.description, i.key_id)) AS hash,
           CASE WHEN i.key_id IS NULL THEN 0 ELSE array_position(p_keys, i.key_id) END AS key_at
      FROM unnest(p_holds, p_users, p_credits, p_descriptions, p_keys) WITH ORDINALITY
        AS i (hold_id, user_id, credits, description, key_id, n)
  ), checked AS (
    SELECT requested.*, account.available, account.held, earlier.transfer_id AS earlier_transfer,
           coalesce(allowance.credits_left, -1) AS key_left, allowance.period,
           CASE WHEN account.user_id IS NULL AND NOT p_waits
                 AND (SELECT true FROM accounts WHERE accounts.user_id = requested.user_id) THEN 'busy'
                WHEN account.user_id IS NULL THEN 'LU402'
                WHEN earlier.state = 'tombstone' THEN 'LU410'
                WHEN (SELECT input_hash FROM transfers WHERE id = earlier.transfer_id) <> requested.hash THEN 'LU409'
                WHEN earlier.state = 'released' THEN 'LU410'
                WHEN earlier.id IS NOT NULL THEN 'repeated'
                WHEN account.closed_at IS NOT NULL THEN 'LU403' END AS answer
      FROM requested
      LEFT JOIN accounts account ON account.user_id = requested.user_id AND account.user_id = ANY (locked)
      -- OFFSET 0 makes Postgres look up each hold by the index instead of joining.
      LEFT JOIN LATERAL (SELECT * FROM holds WHERE holds.id = requested.hold_id OFFSET 0) earlier ON true
      LEFT JOIN LATERAL (
        SELECT * FROM api_key_allowances
         WHERE key_at > 0 AND key_id = requested.key_id AND user_id = requested.user_id OFFSET 0) allowance ON true
  ), spending AS (
    SELECT *, credits_left(available, credits, key_at, key_left) OVER (PARTITION BY user_id ORDER BY n) AS left_after
      FROM checked WHERE answer IS NULL
  ), compared AS (
    SELECT *, lag(left_after) OVER (PARTITION BY user_id ORDER BY n) AS left_before FROM spending
  ), decided AS (
    SELECT *, left_after[0] AS available_after, coalesce(left_before[0], available) AS available_before,
           coalesce(left_before[key_at], key_left) AS key_left_before
      FROM compared
  ), placed AS (
    SELECT *, uuidv7() AS transfer, (sum(credits) OVER (PARTITION BY user_id ORDER BY n))::bigint AS spent
      FROM decided WHERE available_after < available_before
  -- The credits of a user's holds, laid end to end, overlap the credits of the user's lots in spending order.
  ), part AS (
    SELECT hold_id, lot.id AS lot_id,
           least(spent, lot.credits_before + lot.remaining) - greatest(spent - credits, lot.credits_before) AS credits
      FROM placed JOIN (SELECT * FROM spend_order WHERE user_id = ANY (locked)) lot ON lot.user_id = placed.user_id
       AND lot.credits_before < spent AND lot.credits_before + lot.remaining > spent - credits
  ), charged AS (
    UPDATE accounts SET available = accounts.available - total.credits, held = accounts.held + total.credits
      FROM (SELECT user_id, sum(credits) AS credits FROM placed GROUP BY user_id) total
     WHERE accounts.user_id = total.user_id
  ), taken AS (
    UPDATE lots SET remaining = lots.remaining - total.credits, held = lots.held + total.credits
      FROM (SELECT lot_id, sum(credits) AS credits FROM part GROUP BY lot_id) total WHERE lots.id = total.lot_id
  ), transferred AS (
    INSERT INTO transfers (id, user_id, debit, credit, amount, state, kind, reference, idempotency_key, input_hash)
    SELECT transfer, user_id, 'wallet', 'spent', credits, 'pending', 'hold', hold_id, 'hold:' || hold_id, hash FROM placed
  ), inserted AS (
    INSERT INTO holds (id, user_id, credits, state, transfer_id, api_key_id)
    SELECT hold_id, user_id, credits, 'held', transfer, key_id FROM placed
  ), budgeted AS (
    INSERT INTO api_key_months (key_id, month, used)
    SELECT key_id, month_of(now()), sum(credits) FROM placed WHERE key_at > 0 GROUP BY key_id
    ON CONFLICT (key_id, month) DO UPDATE SET used = api_key_months.used + excluded.used
  ), recorded AS (
    INSERT INTO hold_lots (hold_id, lot_id, credits) SELECT hold_id, lot_id, credits FROM part
  ), stated AS (
    INSERT INTO transactions (id, user_id, type, amount, description, reference_id, hold_id, balance_after, held_after)
    SELECT transfer, user_id, 'usage', -credits, description, hold_id, hold_id, available_after, held + spent
      FROM placed ORDER BY user_id, n
  )
  SELECT jsonb_agg(CASE
           WHEN placed.n IS NOT NULL THEN jsonb_build_object('transactionId', placed.transfer,
             'balance', balance_of(placed.available_after, placed.held + placed.spent), 'isNew', true)
           WHEN checked.answer = 'repeated' THEN (
             SELECT jsonb_build_object('transactionId', id, 'balance', balance_of(balance_after, held_after))
               FROM transactions WHERE id = checked.earlier_transfer)
           WHEN checked.answer IN ('busy', 'LU403', 'LU409', 'LU410') THEN jsonb_build_object('code', checked.answer)
           WHEN checked.credits <= decided.available_before AND checked.period IS NULL THEN jsonb_build_object('code', 'LU414')
           WHEN checked.credits <= decided.available_before THEN jsonb_build_object('code', 'LU413', 'detail',
             exhausted_budget(checked.credits, decided.key_left_before, checked.period))
           ELSE jsonb_build_object('code', 'LU402', 'detail', jsonb_build_object(
             'required', checked.credits, 'available', coalesce(decided.available_before, 0),
             'shortfall', checked.credits - coalesce(decided.available_before, 0))) END ORDER BY checked.n),
         array_agg(DISTINCT placed.key_id) FILTER (WHERE placed.key_at > 0 AND placed.left_after[placed.key_at] = 0),
         (SELECT sum(credits) FROM part) IS NOT DISTINCT FROM (SELECT sum(credits) FROM placed)
    INTO results, exhausted, is_covered
    FROM checked LEFT JOIN decided USING (n) LEFT JOIN placed USING (n);
  IF NOT is_covered THEN RAISE EXCEPTION 'The lots of a user do not cover the credits of the account'; END IF;
  IF exhausted IS NOT NULL THEN
    PERFORM announce_exhausted_budgets(exhausted, array_fill(1, ARRAY[cardinality(exhausted)]));
  END IF;
  RETURN results;
END $$;

-- Captures open holds, given as arrays of equal length, and stores the ids of the events that report it in the inbox. The
-- ledger is the same as after capture_hold for one after the other. Returns the ids of the events that took effect; the caller
-- handles the others one by one: those whose account another transaction has locked, and those whose hold is not open, not the
-- user's, or given twice.
-- Locks: the accounts that nobody else has locked, without waiting.
-- Idempotent: the holds that it has captured are not open any more.
-- Raises nothing.
CREATE FUNCTION capture_open_holds(p_events uuid[], p_holds uuid[], p_users uuid[]) RETURNS uuid[] LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  locked uuid[];
  captured_events uuid[];
BEGIN
  SELECT array_agg(user_id) INTO locked FROM (
    SELECT user_id FROM accounts WHERE user_id = ANY (p_users) FOR NO KEY UPDATE SKIP LOCKED) account;

  WITH item AS (
    SELECT i.event_id, hold.* FROM unnest(p_events, p_holds, p_users) AS i (event_id, hold_id, owner)
      JOIN holds hold ON hold.id = i.hold_id AND hold.user_id = i.owner AND hold.state = 'held'
     WHERE i.owner = ANY (locked) AND 1 = (SELECT count(*) FROM unnest(p_holds) AS given (id) WHERE given.id = i.hold_id)
  ), captured AS (
    UPDATE holds SET state = 'captured', settled_at = now() FROM item WHERE holds.id = item.id
  ), spent AS (
    UPDATE lots SET held = lots.held - total.credits
      FROM (SELECT lot_id, sum(part.credits) AS credits FROM item JOIN hold_lots part ON part.hold_id = item.id GROUP BY lot_id) total
     WHERE lots.id = total.lot_id
  ), transferred AS (
    INSERT INTO transfers
      (id, user_id, debit, credit, amount, state, pending_id, kind, reference, idempotency_key, input_hash)
    SELECT uuidv7(), user_id, 'wallet', 'spent', credits, 'posted', transfer_id, 'capture', id, 'capture:' || id,
           input_hash(to_jsonb(user_id)) FROM item
  ), charged AS (
    UPDATE accounts SET held = accounts.held - total.credits
      FROM (SELECT user_id, sum(credits) AS credits FROM item GROUP BY user_id) total WHERE accounts.user_id = total.user_id
  ), handled AS (
    INSERT INTO inbox (event_id) SELECT event_id FROM item ON CONFLICT DO NOTHING
  )
  SELECT coalesce(array_agg(event_id), '{}') INTO captured_events FROM item;
  RETURN captured_events;
END $$;

-- Releases open holds, given as arrays of equal length in the order of arrival, and stores the ids of the events that report it
-- in the inbox. The ledger is the same as after release_hold for one after the other, except that a user's balance is
-- published once. Returns the ids of the events that took effect. The caller handles the others one by one: all of a user whose
-- account another transaction has locked, who owes credits or has an expired lot, or of whose holds one is not open, not the
-- user's, given twice, or of a directly paid job.
-- Locks: the accounts that nobody else has locked, without waiting.
-- Idempotent: the holds that it has released are not open any more.
-- Raises nothing.
CREATE FUNCTION release_open_holds(
  p_events uuid[], p_holds uuid[], p_users uuid[], p_descriptions text[], p_correlations text[]
) RETURNS uuid[] LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  locked uuid[];
  released_events uuid[];
BEGIN
  SELECT array_agg(user_id) INTO locked FROM (
    SELECT user_id FROM accounts WHERE user_id = ANY (p_users) AND receivable = 0 FOR NO KEY UPDATE SKIP LOCKED) account;

  WITH requested AS (
    SELECT i.*, hold.credits, hold.transfer_id AS hold_transfer, hold.api_key_id, month_of(hold.created_at) AS month,
           coalesce(hold.user_id = i.user_id AND hold.state = 'held', false)
             AND NOT EXISTS (SELECT FROM orders WHERE request_id = i.hold_id) AS is_simple
      FROM unnest(p_events, p_holds, p_users, p_descriptions, p_correlations) WITH ORDINALITY
        AS i (event_id, hold_id, user_id, description, correlation, n)
      LEFT JOIN holds hold ON hold.id = i.hold_id
     WHERE i.user_id = ANY (locked)
       AND NOT EXISTS (SELECT FROM lots WHERE lots.user_id = i.user_id AND expires_at <= now() AND remaining + lots.held > 0)
  ), item AS (
    SELECT *, uuidv7() AS transfer FROM requested WHERE user_id IN (
      SELECT user_id FROM requested GROUP BY user_id HAVING bool_and(is_simple) AND count(DISTINCT hold_id) = count(*))
  ), balanced AS (
    SELECT item.*, (account.available + sum(credits) OVER earlier)::bigint AS available_after,
           (account.held - sum(credits) OVER earlier)::bigint AS held_after
      FROM item JOIN accounts account USING (user_id) WINDOW earlier AS (PARTITION BY user_id ORDER BY n)
  ), released AS (
    UPDATE holds SET state = 'released', settled_at = now() FROM item WHERE holds.id = item.hold_id
  ), returned AS (
    UPDATE lots SET held = lots.held - total.credits, remaining = lots.remaining + total.credits
      FROM (SELECT lot_id, sum(part.credits) AS credits FROM item JOIN hold_lots part USING (hold_id) GROUP BY lot_id) total
     WHERE lots.id = total.lot_id
  ), budgeted AS (
    UPDATE api_key_months SET used = api_key_months.used - total.credits
      FROM (SELECT api_key_id, month, sum(credits) AS credits FROM item WHERE api_key_id IS NOT NULL GROUP BY api_key_id, month) total
     WHERE api_key_months.key_id = total.api_key_id AND api_key_months.month = total.month
  ), transferred AS (
    INSERT INTO transfers
      (id, user_id, debit, credit, amount, state, pending_id, kind, reference, idempotency_key, input_hash)
    SELECT transfer, user_id, 'wallet', 'spent', credits, 'voided', hold_transfer, 'release', hold_id, 'release:' || hold_id,
           input_hash(to_jsonb(user_id)) FROM item
  ), charged AS (
    UPDATE accounts SET available = accounts.available + total.credits, held = accounts.held - total.credits
      FROM (SELECT user_id, sum(credits) AS credits FROM item GROUP BY user_id) total WHERE accounts.user_id = total.user_id
  ), stated AS (
    INSERT INTO transactions (id, user_id, type, amount, description, reference_id, balance_after, held_after)
    SELECT transfer, user_id, 'refund', credits, description, hold_transfer, available_after, held_after
      FROM balanced ORDER BY user_id, n
  ), published AS (
    INSERT INTO outbox (kind, name, payload, correlation)
    SELECT DISTINCT ON (user_id) 'push', 'billing.balanceChanged', jsonb_build_object(
             'userId', user_id, 'balance', balance_of(available_after, held_after), 'reason', 'release',
             'referenceId', hold_id), correlation
      FROM balanced ORDER BY user_id, n DESC
  ), reported AS (
    INSERT INTO outbox (kind, name, payload, correlation)
    SELECT 'event', 'billing.holdSettled', jsonb_build_object(
             'holdId', hold_id, 'userId', user_id, 'state', 'returned', 'credits', credits), correlation
      FROM item ORDER BY n
  ), handled AS (
    INSERT INTO inbox (event_id) SELECT event_id FROM item ON CONFLICT DO NOTHING
  )
  SELECT coalesce(array_agg(event_id), '{}') INTO released_events FROM item;
  RETURN released_events;
END $$;
