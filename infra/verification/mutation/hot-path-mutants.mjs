// Bugs of the way of a job from its acceptance to its outcome.
import { billing, gateway, generation, platform } from './hardening/guards.mjs';

const dispatch = 'services/generation/sql/dispatch.sql';
const holdBatches = 'services/billing/sql/hold-batch-functions.sql';
const specs = {
  dispatcher: generation('dispatch/dispatcher.spec.ts'),
  slots: generation('dispatch/slots.spec.ts'),
  submissions: generation('submissions/submissions.spec.ts'),
  polls: generation('tracking/polls.spec.ts'),
  tracking: generation('tracking/tracking.spec.ts'),
  acceptance: generation('requests/acceptance.spec.ts'),
  acceptanceBatches: generation('requests/acceptance-batches.spec.ts'),
  batcher: platform('database/batcher.spec.ts'),
  relay: platform('events/outbox-relay.spec.ts'),
  viewCache: gateway('requests/request-view-cache.spec.ts'),
  holdBatches: billing('holds/hold-batches.properties.spec.ts'),
};

/** @type {import('./mutants.mjs').Mutant[]} */
export const hotPathMutants = [
  {
    name: 'the dispatcher ignores the slots of a user',
    file: dispatch,
    find: 'place FROM ranked WHERE slot <= user_slots',
    replace: 'place FROM ranked',
    specs: [specs.slots],
  },
  {
    name: 'the dispatcher ignores the slots that a user has in use',
    file: dispatch,
    find: 'ORDER BY first.priority, first.id) + coalesce(used.slots, 0) AS slot',
    replace: 'ORDER BY first.priority, first.id) AS slot',
    specs: [specs.slots],
  },
  {
    name: 'the dispatcher ignores the slots of a provider',
    file: dispatch,
    find: `(target ->> 'slots')::int - (SELECT count(*) FROM occupied_slots WHERE provider = target ->> 'provider')`,
    replace: `(target ->> 'slots')::int`,
    specs: [specs.slots],
  },
  {
    name: 'two dispatchers run at the same time',
    file: dispatch,
    find: 'PERFORM pg_advisory_xact_lock(7105209);',
    replace: '',
    specs: [specs.dispatcher, specs.slots],
  },
  {
    name: 'a second dispatch reuses the queue entry of the first',
    file: generation('dispatch/submit-entries.ts'),
    find: 'return `${id}-${dispatchedAt.getTime()}`;',
    replace: 'return dispatchedAt && id;',
    specs: [specs.dispatcher],
  },
  {
    name: 'a job without a slot can be claimed',
    file: generation('submissions/claim-statement.ts'),
    find: `state = 'pending' AND dispatched_at IS NOT NULL AND`,
    replace: `state = 'pending' AND`,
    specs: [specs.slots],
  },
  {
    name: 'a claim of a submission keeps the lease',
    file: generation('submissions/claim-statement.ts'),
    find: 'lease = lease + 1, worker_id',
    replace: 'worker_id',
    specs: [specs.submissions, specs.tracking],
  },
  {
    name: 'a submission is recorded under a stale lease',
    file: generation('submissions/submissions.service.ts'),
    find: 'if (!row || row.lease !== lease || !isSubmitting(row.state)) return null;',
    replace: 'if (!row || !isSubmitting(row.state)) return null; lease = row.lease;',
    specs: [specs.submissions, specs.tracking],
  },
  {
    name: 'two workers claim the same poll',
    file: generation('tracking/poll-statements.ts'),
    find: 'ORDER BY next_poll_at LIMIT $1 FOR UPDATE SKIP LOCKED) AS poll',
    replace: 'ORDER BY next_poll_at LIMIT $1) AS poll',
    specs: [specs.polls],
  },
  {
    name: 'a poll that a worker makes is claimed again',
    file: generation('tracking/poll-statements.ts'),
    find: 'AND next_poll_at <= now() AND ${FREE_SQL}',
    replace: 'AND next_poll_at <= now()',
    specs: [specs.polls],
  },
  {
    name: 'a poll is reported under a stale lease',
    file: generation('tracking/poll-report-statement.ts'),
    find: 'ON report.id = r.id AND report.lease = r.lease',
    replace: 'ON report.id = r.id',
    specs: [specs.tracking, specs.polls],
  },
  {
    name: 'a repeated report of a poll counts twice',
    file: generation('tracking/poll-report-statement.ts'),
    find: 'WHERE r.id = planned.id AND NOT is_repeated AND NOT is_abandoned',
    replace: 'WHERE r.id = planned.id AND NOT is_abandoned',
    specs: [specs.tracking, specs.polls],
  },
  {
    name: 'a batch is repeated after a lost connection',
    file: platform('database/batcher.ts'),
    find: 'batch.length === 1 || isConnectionError(error)',
    replace: 'batch.length === 1',
    specs: [specs.batcher],
  },
  {
    name: 'a batch accepts a request whose state has changed',
    file: 'services/generation/sql/acceptance.sql',
    find: `AND requests.state = numbered."from"`,
    replace: '',
    specs: [specs.acceptance, specs.acceptanceBatches],
  },
  {
    name: 'two relays take the same rows',
    file: platform('events/messaging-tables.ts'),
    find: 'ORDER BY seq LIMIT most FOR UPDATE SKIP LOCKED',
    replace: 'ORDER BY seq LIMIT most',
    specs: [specs.relay, platform('events/events.spec.ts')],
  },
  {
    name: 'a relay marks what it has not published',
    file: platform('events/outbox-relay.ts'),
    find: 'await this.publisher.publish(withoutFaults(rows, faults));',
    replace: 'await this.publisher.publish(withoutFaults(rows, faults)).catch(() => undefined);',
    specs: [specs.relay, platform('events/events.spec.ts')],
  },
  {
    name: 'a cached request is shown to any account',
    file: gateway('requests/request-view-cache.ts'),
    find: 'return entry?.viewers.has(userId) ? entry : undefined;',
    replace: 'return userId ? entry : undefined;',
    specs: [specs.viewCache],
  },
  {
    name: 'a cached request stays visible after its owner changed',
    file: gateway('requests/request-view-cache.ts'),
    find: 'else this.entries.delete(record.id);',
    replace: 'else this.store(record, this.entryOf(record, cached.viewers));',
    specs: [specs.viewCache],
  },
  {
    name: 'releases of a batch publish no event',
    file: holdBatches,
    find: `'holdId', hold_id, 'userId', user_id, 'state', 'returned', 'credits', credits), correlation
      FROM item ORDER BY n`,
    replace: `'holdId', hold_id, 'userId', user_id, 'state', 'returned', 'credits', credits), correlation
      FROM item WHERE false`,
    specs: [specs.holdBatches],
  },
  {
    name: 'a batch captures holds of other users',
    file: holdBatches,
    find: `AND hold.user_id = i.owner AND hold.state = 'held'`,
    replace: `AND hold.state = 'held'`,
    specs: [specs.holdBatches],
  },
  {
    name: 'a batch captures holds that have ended',
    file: holdBatches,
    find: `AND hold.user_id = i.owner AND hold.state = 'held'`,
    replace: `AND hold.user_id = i.owner`,
    specs: [specs.holdBatches],
  },
  {
    name: 'a batch captures a hold twice',
    file: holdBatches,
    find: ` AND 1 = (SELECT count(*) FROM unnest(p_holds) AS given (id) WHERE given.id = i.hold_id)`,
    replace: '',
    specs: [specs.holdBatches],
  },
  {
    name: 'captures of a batch are missing in the inbox',
    file: holdBatches,
    find: `INSERT INTO inbox (event_id) SELECT event_id FROM item ON CONFLICT DO NOTHING
  )
  SELECT coalesce(array_agg(event_id), '{}') INTO captured_events`,
    replace: `SELECT
  )
  SELECT coalesce(array_agg(event_id), '{}') INTO captured_events`,
    specs: [specs.holdBatches],
  },
  {
    name: 'a batch releases holds of other users, or that have ended',
    file: holdBatches,
    find: `coalesce(hold.user_id = i.user_id AND hold.state = 'held', false)`,
    replace: 'hold.id IS NOT NULL',
    specs: [specs.holdBatches],
  },
  {
    name: 'a batch releases a hold twice',
    file: holdBatches,
    find: 'HAVING bool_and(is_simple) AND count(DISTINCT hold_id) = count(*)',
    replace: 'HAVING bool_and(is_simple)',
    specs: [specs.holdBatches],
  },
  {
    name: 'a batch of releases does not repay debts',
    file: holdBatches,
    find: 'WHERE user_id = ANY (p_users) AND receivable = 0 FOR',
    replace: 'WHERE user_id = ANY (p_users) FOR',
    specs: [specs.holdBatches],
  },
  {
    name: 'a batch of releases returns credits to expired lots',
    file: holdBatches,
    find: 'WHERE lots.user_id = i.user_id AND expires_at <= now() AND remaining + lots.held > 0)',
    replace: 'WHERE false)',
    specs: [specs.holdBatches],
  },
  {
    name: 'a batch releases the hold of a directly paid job without a refund of its payment',
    file: holdBatches,
    find: 'AND NOT EXISTS (SELECT FROM orders WHERE request_id = i.hold_id) AS is_simple',
    replace: 'AS is_simple',
    specs: ['services/billing/src/orders/video-orders.spec.ts'],
  },
];
