// Bugs that would cost money.
import { billing } from './hardening/guards.mjs';

const tables = 'services/billing/sql/ledger-tables.sql';
const functions = 'services/billing/sql/ledger-functions.sql';
const holdFunctions = 'services/billing/sql/hold-functions.sql';
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
    find: 'ELSIF item.available - spent[item.owner] < item.needed THEN',
    replace: 'ELSIF false THEN',
    specs: [specs.ledger],
  },
  {
    name: 'holds and their ends do not lock the accounts',
    file: holdFunctions,
    find: 'ORDER BY user_id FOR NO KEY UPDATE) account',
    replace: 'ORDER BY user_id) account',
    specs: [specs.ledger],
  },
  {
    name: 'a refused hold of a batch uses up credits for later ones',
    file: holdFunctions,
    find: `    ELSIF item.available - spent[item.owner] < item.needed THEN
`,
    replace: `    ELSIF item.available - spent[item.owner] < item.needed THEN
      spent[item.owner] := spent[item.owner] + item.credits;
`,
    specs: [specs.batches],
  },
  {
    name: 'each hold of a batch is covered by itself alone',
    file: holdFunctions,
    find: 'ELSIF item.available - spent[item.owner] < item.needed THEN',
    replace: 'ELSIF item.available < item.needed THEN',
    specs: [specs.batches],
  },
  {
    name: 'a hold ignores the budget of its API key',
    file: holdFunctions,
    find: 'IF key_left[item.key] < item.needed THEN',
    replace: 'IF false THEN',
    specs: [specs.properties, specs.budgets],
  },
  {
    name: 'each hold of a batch is covered by the budget of its API key alone',
    file: holdFunctions,
    find: 'key_left[item.key] := coalesce(key_left[item.key], allowance.credits_left);',
    replace: 'key_left[item.key] := allowance.credits_left;',
    specs: [specs.budgets],
  },
  {
    name: 'a key spends the budget of another account',
    file: holdFunctions,
    find: 'FROM api_key_allowances WHERE key_id = item.key_id AND user_id = item.user_id;',
    replace: 'FROM api_key_allowances WHERE key_id = item.key_id;',
    specs: [specs.batches, specs.budgets],
  },
  {
    name: 'a released hold returns nothing to the budget of its API key',
    file: holdFunctions,
    find: `FROM unnest(p_ended)
           WHERE key_id IS NOT NULL GROUP BY`,
    replace: `FROM unnest(p_ended)
           WHERE false GROUP BY`,
    specs: [specs.properties, specs.budgets],
  },
  {
    name: 'a hold of last month returns to the budget of this month',
    file: holdFunctions,
    find: 'SELECT key_id, month_of(placed_at) AS month, sum(credits)',
    replace: 'SELECT key_id, month_of(now()) AS month, sum(credits)',
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
    name: 'a hold accepts other input under the same id',
    file: holdFunctions,
    find: `IF hash <> p_hash THEN RETURN '{"code": "LU409"}'; END IF;`,
    replace: '',
    specs: [specs.batches, specs.ledger],
  },
  {
    name: 'a hold that was released before is placed',
    file: holdFunctions,
    find: 'ELSIF item.state IS NOT NULL OR item.hold_id = ANY (placed_holds) THEN',
    replace: `ELSIF item.state <> 'tombstone' OR item.hold_id = ANY (placed_holds) THEN`,
    specs: [specs.batches, specs.ledger],
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
    name: 'an end ignores the state of the hold',
    file: holdFunctions,
    find: `ELSIF item.state = 'held' AND item.placed_by = item.user_id THEN`,
    replace: 'ELSIF item.placed_by = item.user_id THEN',
    specs: [specs.properties],
  },
  {
    name: 'a hold ends twice in a batch',
    file: holdFunctions,
    find: '    ELSIF item.hold_id = ANY (ended_holds) THEN',
    replace: '    ELSIF false THEN',
    specs: [specs.batches],
  },
  {
    name: 'a captured hold is reported as released',
    file: holdFunctions,
    find: `OR (hold.state = 'captured') = is_release THEN`,
    replace: 'THEN',
    specs: [specs.ledger],
  },
  {
    name: 'a release before its hold leaves no tombstone',
    file: holdFunctions,
    find: `    INSERT INTO holds (id, user_id, credits, state, settled_at) VALUES (p_hold, p_user, 0, 'tombstone', now());
`,
    replace: '',
    specs: [specs.ledger],
  },
  {
    name: 'credits that expire while held are lost',
    file: holdFunctions,
    find: 'expires_at = CASE WHEN total.returned > 0 THEN expiry_after_return(lots.expires_at, p_grace) ELSE lots.expires_at END',
    replace: 'expires_at = lots.expires_at',
    specs: [specs.ledger],
  },
  {
    name: 'a capture that is repeated late publishes no event',
    file: holdFunctions,
    find: `CASE WHEN is_release THEN 'returned' ELSE 'captured' END, hold.credits, p_correlation);`,
    replace: `CASE WHEN is_release THEN 'returned' ELSE 'captured' END, hold.credits, p_correlation) WHERE is_release;`,
    specs: [specs.holds],
  },
  {
    name: 'returned credits appear as a charge',
    file: holdFunctions,
    find: `SELECT transfer_id, user_id, 'refund', credits, description`,
    replace: `SELECT transfer_id, user_id, 'refund', -credits, description`,
    specs: [specs.ledger],
  },
  {
    name: 'a canceled job is charged',
    file: billing('holds/holds.service.ts'),
    find: `const returnedAs = outcome === 'succeeded' ?`,
    replace: `const returnedAs = outcome !== 'failed' ?`,
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
