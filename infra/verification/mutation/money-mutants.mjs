// Bugs that would cost money.
import { billing } from './hardening/guards.mjs';

const tables = 'services/billing/sql/ledger-tables.sql';
const functions = 'services/billing/sql/ledger-functions.sql';
const holdFunctions = 'services/billing/sql/hold-functions.sql';
const batchFunctions = 'services/billing/sql/hold-batch-functions.sql';
const payments = 'services/billing/sql/payment-functions.sql';
const refunds = 'services/billing/sql/refund-functions.sql';
const budgets = 'services/billing/sql/api-key-budgets.sql';
const promoCodes = 'services/billing/sql/promo-codes.sql';
const specs = {
  ledger: billing('ledger/ledger.spec.ts'),
  properties: billing('ledger/ledger.properties.spec.ts'),
  holds: billing('holds/holds.spec.ts'),
  batches: billing('holds/hold-batches.properties.spec.ts'),
  payments: billing('payments/payments.spec.ts'),
  webhooks: billing('webhooks/webhooks.spec.ts'),
  refunds: billing('refunds/refunds.spec.ts'),
  redemptions: billing('promo-codes/redemptions.spec.ts'),
  invariants: billing('invariants/ledger-invariants.spec.ts'),
  reconcile: billing('reconciliation/reconciliation.spec.ts'),
  budgets: billing('api-key-budgets/api-key-budgets.spec.ts'),
};

/** @type {import('./mutants.mjs').Mutant[]} */
export const moneyMutants = [
  {
    name: 'a hold ignores the balance',
    file: holdFunctions,
    find: `IF account.available < p_credits THEN PERFORM raise_insufficient_credits(p_credits, account.available); END IF;
  IF p_key`,
    replace: 'IF p_key',
    specs: [specs.ledger],
  },
  {
    name: 'a hold does not lock the account',
    file: holdFunctions,
    find: `FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM raise_insufficient_credits(p_credits, 0); END IF;
  SELECT * INTO earlier`,
    replace: `;
  IF NOT FOUND THEN PERFORM raise_insufficient_credits(p_credits, 0); END IF;
  SELECT * INTO earlier`,
    specs: [specs.ledger],
  },
  {
    name: 'a batch of holds does not lock the accounts',
    file: batchFunctions,
    find: 'ORDER BY user_id FOR NO KEY UPDATE) account',
    replace: 'ORDER BY user_id) account',
    specs: [specs.ledger],
  },
  {
    name: 'a refused hold of a batch uses up credits for later ones',
    file: batchFunctions,
    find: 'IF credits <= credits_left[0] THEN credits_left[0] := credits_left[0] - credits; END IF;',
    replace: 'credits_left[0] := credits_left[0] - credits;',
    specs: [specs.batches],
  },
  {
    name: 'each hold of a batch is covered by itself alone',
    file: batchFunctions,
    find: 'IF credits_left IS NULL THEN credits_left[0] := available; END IF;',
    replace: 'credits_left[0] := available;',
    specs: [specs.batches],
  },
  {
    name: 'a hold ignores the budget of its API key',
    file: holdFunctions,
    find: 'IF allowance.credits_left < p_credits THEN',
    replace: 'IF false THEN',
    specs: [specs.batches, specs.properties],
  },
  {
    name: 'a batch of holds ignores the budgets of API keys',
    file: batchFunctions,
    find: 'IF credits <= credits_left[0] AND credits <= credits_left[key_at] THEN',
    replace: 'IF credits <= credits_left[0] THEN',
    specs: [specs.budgets],
  },
  {
    name: 'each hold of a batch is covered by the budget of its API key alone',
    file: batchFunctions,
    find: 'IF credits_left[key_at] IS NULL THEN credits_left[key_at] := key_left; END IF;',
    replace: 'credits_left[key_at] := key_left;',
    specs: [specs.budgets],
  },
  {
    name: 'a key spends the budget of another account',
    file: batchFunctions,
    find: 'WHERE key_at > 0 AND key_id = requested.key_id AND user_id = requested.user_id OFFSET 0',
    replace: 'WHERE key_at > 0 AND key_id = requested.key_id OFFSET 0',
    specs: [specs.batches, specs.budgets],
  },
  {
    name: 'a released hold returns nothing to the budget of its API key',
    file: holdFunctions,
    find: 'IF hold.api_key_id IS NOT NULL THEN PERFORM return_to_budget(hold); END IF;',
    replace: '',
    specs: [specs.properties, specs.budgets],
  },
  {
    name: 'a hold of last month returns to the budget of this month',
    file: budgets,
    find: 'WHERE key_id = p_hold.api_key_id AND month = month_of(p_hold.created_at)',
    replace: 'WHERE key_id = p_hold.api_key_id AND month = month_of(now())',
    specs: [specs.budgets],
  },
  {
    name: 'the months of budgets are those of UTC',
    file: budgets,
    find: `RETURN date_trunc('month', at AT TIME ZONE 'Asia/Kolkata')::date;`,
    replace: `RETURN date_trunc('month', at AT TIME ZONE 'UTC')::date;`,
    specs: [specs.properties, specs.budgets],
  },
  {
    name: 'a batch of holds accepts other input under the same hold id',
    file: batchFunctions,
    find: `WHEN (SELECT input_hash FROM transfers WHERE id = earlier.transfer_id) <> requested.hash THEN 'LU409'`,
    replace: '',
    specs: [specs.batches],
  },
  {
    name: 'a batch of holds places a hold that was released before',
    file: batchFunctions,
    find: `WHEN earlier.state = 'tombstone' THEN 'LU410'`,
    replace: `WHEN earlier.state = 'tombstone' THEN NULL`,
    specs: [specs.batches],
  },
  {
    name: 'other ledger functions do not lock the account',
    file: functions,
    find: `FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    INSERT INTO accounts`,
    replace: `;
  IF NOT FOUND THEN
    INSERT INTO accounts`,
    specs: [specs.ledger],
  },
  {
    name: 'purchased credits are spent before granted ones',
    file: tables,
    find: 'ORDER BY expires_at NULLS LAST, kind, created_at, id',
    replace: 'ORDER BY expires_at NULLS LAST, kind DESC, created_at, id',
    specs: [specs.properties],
  },
  {
    name: 'expiring credits are spent last',
    file: tables,
    find: 'ORDER BY expires_at NULLS LAST, kind, created_at, id',
    replace: 'ORDER BY expires_at NULLS FIRST, kind, created_at, id',
    specs: [specs.properties],
  },
  {
    name: 'the input hash of an idempotency key is ignored',
    file: functions,
    find: 'IF earlier.input_hash <> p_hash THEN',
    replace: 'IF false THEN',
    specs: [specs.ledger],
  },
  {
    name: 'idempotency keys of different users collide',
    file: functions,
    find: `'deduct:' || p_user || ':' || p_key`,
    replace: `'deduct:' || p_key`,
    specs: [specs.properties],
  },
  {
    name: 'a capture ignores the state of the hold',
    file: holdFunctions,
    find: `IF hold.state IS DISTINCT FROM 'held' THEN`,
    replace: 'IF hold.id IS NULL THEN',
    specs: [specs.properties],
  },
  {
    name: 'a release returns credits twice',
    file: holdFunctions,
    find: `IF hold.state <> 'held' THEN RETURN hold.state; END IF;`,
    replace: '',
    specs: [specs.ledger],
  },
  {
    name: 'a captured hold is reported as released',
    file: holdFunctions,
    find: `IF hold.state = 'captured' OR hold.user_id <> p_user THEN`,
    replace: 'IF hold.user_id <> p_user THEN',
    specs: [specs.ledger],
  },
  {
    name: 'a release before its hold leaves no tombstone',
    file: holdFunctions,
    find: `INSERT INTO holds (id, user_id, credits, state, settled_at) VALUES (p_hold, p_user, 0, 'tombstone', now())
      RETURNING * INTO hold;
    PERFORM publish_hold_settled(hold, 'returned', p_correlation);`,
    replace: '',
    specs: [specs.ledger],
  },
  {
    name: 'credits that expire while held are lost',
    file: holdFunctions,
    find: `UPDATE lots SET held = lots.held - part.credits, remaining = lots.remaining + part.credits,
         expires_at = CASE WHEN lots.expires_at <= now() THEN now() + p_grace ELSE lots.expires_at END`,
    replace: `UPDATE lots SET held = lots.held - part.credits, remaining = lots.remaining + part.credits,
         expires_at = lots.expires_at`,
    specs: [specs.ledger],
  },
  {
    name: 'a capture that is repeated late publishes no event',
    file: holdFunctions,
    find: `PERFORM republish_hold_settled(hold, 'captured', p_correlation);`,
    replace: '',
    specs: [specs.holds],
  },
  {
    name: 'returned credits appear as a charge',
    file: holdFunctions,
    find: `(transfer, p_user, 'refund', hold.credits,`,
    replace: `(transfer, p_user, 'refund', -hold.credits,`,
    specs: [specs.ledger],
  },
  {
    name: 'a canceled job is charged',
    file: billing('holds/holds.service.ts'),
    find: `if (outcome === 'succeeded') await`,
    replace: `if (outcome !== 'failed') await`,
    specs: [specs.holds],
  },
  {
    name: 'a second payment of an order grants credits again',
    file: payments,
    find: `WHEN paid_order.state = 'paid' OR account.closed_at IS NOT NULL THEN 'refund_due'`,
    replace: `WHEN account.closed_at IS NOT NULL THEN 'refund_due'`,
    specs: [specs.payments],
  },
  {
    name: 'a settled payment is settled again',
    file: payments,
    find: `IF payment.state IN ('granted', 'refund_due') AND payment.order_id = p_order THEN`,
    replace: 'IF false THEN',
    specs: [specs.payments],
  },
  {
    name: 'any amount pays for an order',
    file: payments,
    find: 'OR p_amount_paise <> paid_order.amount_paise',
    replace: '',
    specs: [specs.payments],
  },
  {
    name: 'a webhook is marked as handled outside its transaction',
    file: billing('webhooks/webhooks.service.ts'),
    find: 'await storeEvent(manager, id, body, event)',
    replace: 'await storeEvent(this.database.manager, id, body, event)',
    specs: [specs.webhooks],
  },
  {
    name: 'any webhook signature is accepted',
    file: billing('razorpay/signatures.ts'),
    find: '.includes(true)',
    replace: '.includes(false)',
    specs: [specs.webhooks],
  },
  {
    name: 'a refund is settled twice',
    file: refunds,
    find: `IF refund.state <> 'requested' THEN RETURN refund.state; END IF;`,
    replace: '',
    specs: [specs.properties],
  },
  {
    name: 'a refund exceeds the payment',
    file: refunds,
    find: `IF refundable_paise(p_payment) < paise THEN PERFORM raise_not_refundable('more_than_left'); END IF;`,
    replace: '',
    specs: [specs.refunds],
  },
  {
    name: 'credits of a pending refund can be spent',
    file: refunds,
    find: 'UPDATE lots SET remaining = remaining - taken, held = held + taken WHERE id = lot.id;',
    replace: '',
    specs: [specs.properties],
  },
  {
    name: 'a promotional code is redeemed once more than its limit',
    file: promoCodes,
    find: 'IF promo.redemptions >= ',
    replace: 'IF promo.redemptions > ',
    specs: [specs.redemptions],
  },
  {
    name: 'concurrent redemptions of a promotional code do not wait for each other',
    file: promoCodes,
    find: 'WHERE code = p_code FOR NO KEY UPDATE;',
    replace: 'WHERE code = p_code;',
    specs: [specs.redemptions],
  },
  {
    name: 'a user redeems a promotional code twice',
    file: promoCodes,
    find: `IF EXISTS (SELECT FROM promo_code_redemptions WHERE promo_code_id = promo.id AND user_id = p_user) THEN
    RETURN 'already_used';
  END IF;`,
    replace: '',
    specs: [specs.redemptions],
  },
  {
    name: 'an expired promotional code is redeemed',
    file: promoCodes,
    find: 'OR promo.ends_at <= clock_timestamp()',
    replace: '',
    specs: [specs.redemptions],
  },
  {
    name: 'the credits of a promotional code never expire',
    file: promoCodes,
    find: `clock_timestamp() + promo.lifetime_days * interval '1 day'`,
    replace: 'NULL',
    specs: [specs.redemptions],
  },
  {
    name: 'an invariant check never finds a violation',
    file: billing('invariants/ledger-invariants.ts'),
    find: `violation: \`r.held <> (`,
    replace: `violation: \`false AND r.held <> (`,
    specs: [specs.invariants],
  },
  {
    name: 'a hold without a job is never released',
    file: billing('reconciliation/hold-reconciler.ts'),
    find: `outcomes[requestId] ?? 'rejected'`,
    replace: `outcomes[requestId] ?? 'unfinished'`,
    specs: [specs.reconcile],
  },
  {
    name: 'the hold of a running job is released',
    file: billing('reconciliation/hold-reconciler.ts'),
    find: `if (outcome === 'unfinished') continue;`,
    replace: '',
    specs: [specs.reconcile],
  },
  {
    name: 'a captured payment without a webhook is never found',
    file: billing('reconciliation/payment-reconciler.ts'),
    find: `['captured', 'authorized'].includes(status)`,
    replace: `['authorized'].includes(status)`,
    specs: [specs.reconcile],
  },
];
