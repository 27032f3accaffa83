// Bugs that need a crash, a loss or an unlucky order, so that only simulated histories meet them.
import { billing, generation, platform } from './hardening/guards.mjs';

/** @type {Omit<import('./mutants.mjs').Mutant, 'specs'>[]} */
const bugs = [
  {
    name: 'a lost event is never sent again',
    file: platform('events/event-reconciler.ts'),
    find: 'if (lost.length > 0) await this.redeliver(subscriber, lost);',
    replace: '',
  },
  {
    name: 'a replay stores the new generation before it has sent anything',
    file: platform('events/outbox-relay.ts'),
    find: `this.replay = { generation, after: '0', rows: 0 };`,
    replace: `await storeGeneration(client, generation); this.replay = { generation, after: '0', rows: 0 };`,
  },
  {
    name: 'an outbox row that cannot be published stops the rows behind it',
    file: platform('events/outbox-publisher.ts'),
    find: `if (!contract) this.log.error({ msg: 'Skipped an undeclared event', event: name, id });`,
    replace: `if (!contract) throw new Error('Undeclared event');`,
  },
  {
    name: 'the relay publishes rows without a look at them',
    file: platform('events/outbox-relay.ts'),
    find: 'const faults = rows.flatMap((row) => faultOf(this.settings.service, row) ?? []);',
    replace: 'const faults: OutboxFault[] = [];',
  },
  {
    name: 'a Retry-After of a day is obeyed',
    file: generation('providers/provider-health.service.ts'),
    find: '[provider, Math.min(milliseconds, MAX_RETRY_AFTER_MS)],',
    replace: '[provider, milliseconds],',
  },
  {
    name: 'a Retry-After holds jobs while other providers are idle',
    file: generation('providers/provider-selection.service.ts'),
    find: 'return closedForMs === 0 && pausedMs === 0 && !isOut;',
    replace: 'return closedForMs === 0 && !isOut;',
  },
  {
    name: 'an unknown submission counts as refused',
    file: generation('submissions/submissions.service.ts'),
    find: `if (result === 'unknown') return this.markUnknown(request, failure);`,
    replace: '',
  },
  {
    name: 'a search that finds nothing yet submits again',
    file: generation('submissions/unconfirmed-jobs.service.ts'),
    find: 'if (new Date(claimedAt) >= certainAt) return this.resubmitOrFail(request);',
    replace: 'if (certainAt) return this.resubmitOrFail(request);',
  },
  {
    name: 'the result of a search proves what was true when it arrives',
    file: generation('submissions/unconfirmed-jobs.service.ts'),
    find: 'if (new Date(claimedAt) >= certainAt) return',
    replace: 'if (request.hasPassed(certainAt)) return',
  },
  {
    name: 'a job is claimed again while its submission is under way',
    file: generation('submissions/claim-statement.ts'),
    find: `WHERE id = $1 AND state = 'pending' AND dispatched_at`,
    replace: `WHERE id = $1 AND state IN ('pending', 'submitting') AND dispatched_at`,
  },
  {
    name: 'lost queue entries are not added again',
    file: generation('reconciliation/reconciler.ts'),
    find: 'repair: (olderThanMs) => this.repairEntries(olderThanMs),',
    replace: 'repair: () => Promise.resolve(),',
  },
  {
    name: 'overdue polls wake no worker',
    file: generation('reconciliation/reconciler.ts'),
    find: 'repair: () => Promise.resolve(this.wakeUps.send()),',
    replace: 'repair: () => Promise.resolve(),',
  },
  {
    name: 'requests that a crash left in acceptance stay there',
    file: generation('reconciliation/reconciler.ts'),
    find: 'repair: () => this.rejectStuckRequests(),',
    replace: 'repair: () => Promise.resolve(),',
  },
  {
    name: 'a poll of a crashed worker is never repeated',
    file: generation('tracking/poll-statements.ts'),
    find: 'const FREE_SQL = `(lease_expires_at IS NULL OR lease_expires_at <= now())`;',
    replace: 'const FREE_SQL = `lease_expires_at IS NULL`;',
  },
  {
    name: 'the dispatcher forgets searches for unknown submissions',
    file: 'services/generation/sql/dispatch.sql',
    find: 'SELECT (SELECT id FROM due_searches ORDER BY next_attempt_at LIMIT 1) IS NOT NULL;',
    replace: 'SELECT false;',
  },
  {
    name: 'jobs sleep on after their provider has recovered',
    file: 'services/generation/sql/dispatch.sql',
    find: `     WHERE provider = target AND state = 'pending' AND dispatched_at IS NULL AND next_attempt_at > now()`,
    replace: `     WHERE false`,
  },
  {
    name: 'the credits of canceled and failed jobs are captured',
    file: billing('holds/holds.service.ts'),
    find: `const returnedAs = outcome === 'succeeded' ?`,
    replace: `const returnedAs = outcome !== 'rejected' ?`,
  },
  {
    name: 'tasks past their deadline run on',
    file: generation('tracking/poll-statements.ts'),
    find: 'coalesce(r.deadline_at <= now(), false) AS "isPastDeadline"',
    replace: 'false AS "isPastDeadline"',
  },
  {
    name: 'a refused job returns to the queue with its old dispatch',
    file: generation('request-state/locked-request.ts'),
    find: '{ dispatchedAt: null, nextAttemptAt: null }',
    replace: '{ nextAttemptAt: null }',
  },
  {
    name: 'a release returns more credits than were held',
    file: 'services/billing/sql/hold-functions.sql',
    find: 'UPDATE accounts SET available = accounts.available + total.returned, held',
    replace: 'UPDATE accounts SET available = accounts.available + 2 * total.returned, held',
  },
  {
    name: 'reports under an older lease are accepted',
    file: generation('request-state/locked-request.ts'),
    find: 'if (this.row.lease !== lease) throw staleLease();',
    replace: '',
  },
  {
    name: 'a repeated acceptance creates another request',
    file: generation('requests/insertion.service.ts'),
    find: 'idempotencyKey: i === 0 ? (request.idempotencyKey ?? null) : null,',
    replace: 'idempotencyKey: null,',
  },
];

/** Bugs that leave the ledger consistent: only who knows what was promised can find them. */
const brokenPromises = [
  {
    name: 'a repeated gift is granted again',
    file: billing('grants/grants.service.ts'),
    find: 'key: `promotion:${key}`,',
    replace: 'key: `promotion:${key}:${Date.now()}`,',
  },
  {
    name: 'a video costs less than its price',
    file: generation('requests/acceptance.service.ts'),
    find: 'credits: row.credits,\n        description: describe(row),',
    replace: 'credits: row.credits - 1,\n        description: describe(row),',
  },
  {
    name: 'a refund of unused credits returns the whole payment',
    file: 'services/billing/sql/refund-functions.sql',
    find: 'SELECT least(div(p.amount_paise::numeric * l.remaining, l.credits), refundable_paise(p.id))::bigint',
    replace: 'SELECT refundable_paise(p.id)::bigint',
  },
];

const toMutants = (test, mutants) =>
  mutants.map((bug) => ({
    ...bug,
    name: `simulation: ${bug.name}`,
    specs: ['infra/verification/simulation/src/simulation.spec.ts'],
    test,
  }));

export const simulationMutants = [
  ...toMutants('everything owed ends', bugs),
  ...toMutants('customers and an accountant find what was promised', brokenPromises),
];
