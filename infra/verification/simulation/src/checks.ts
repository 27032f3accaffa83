import { INVARIANT_QUERIES } from '@luit/chaos/invariant-queries';
import { FUTURE_EVENT, POISON_ID } from './foreign-rows';
import type { SimulationDatabase } from './simulation-database';
import { isLive, type SimulatedProvider } from './simulated-provider';
import type { Told } from './users';

function unacknowledged(service: string): string {
  return `SELECT seq, name FROM ${service}.outbox WHERE kind = 'event' AND name <> '${FUTURE_EVENT}'`;
}

/** Unfinished work: each query selects rows that have not ended. */
const OWED: Record<string, string> = {
  'a request is not in a final state': `
    SELECT id, state FROM generation.requests WHERE completed_at IS NULL`,
  'the credits of a finished request are neither captured nor returned': `
    SELECT id, state FROM generation.requests WHERE completed_at IS NOT NULL AND money_state = 'held'`,
  'a request that ended without a result shows no returned credits': `
    SELECT id, state, money_state FROM generation.requests
     WHERE state IN ('failed', 'canceled') AND money_state NOT IN ('returned', 'refunded')`,
  'a hold is open': `SELECT id FROM billing.holds WHERE state = 'held'`,
  'an outbox row of billing was not published': `SELECT seq, name FROM billing.outbox WHERE relayed_at IS NULL`,
  'an outbox row of generation was not published': `SELECT seq, name FROM generation.outbox WHERE relayed_at IS NULL`,
  'an event of billing was not acknowledged': unacknowledged('billing'),
  'an event of generation was not acknowledged': unacknowledged('generation'),
  'the last checks of billing found a violation': `SELECT name, samples FROM billing.invariants WHERE violations > 0`,
};

/** Only messages that no release can handle may be set aside. Everything else must be handled. */
function deadLetters(service: string): string {
  return `SELECT name, entry_id, reason, error FROM ${service}.dead_letters WHERE entry_id <> '${POISON_ID}'`;
}

const LASTING: Record<string, string> = {
  ...INVARIANT_QUERIES,
  'billing set a message aside': deadLetters('billing'),
  'generation set a message aside': deadLetters('generation'),
};

/** Descriptions of the rows that the queries found, in one statement. */
async function violationsOf(database: SimulationDatabase, queries: Record<string, string>): Promise<string[]> {
  const each = Object.values(queries).map((sql) => `(SELECT jsonb_agg(found) FROM (${sql}) AS found)`);
  const [row] = await database.rows<{ found: (unknown[] | null)[] }>(
    `SELECT jsonb_build_array(${each.join(', ')}) AS found`,
  );
  const titles = Object.keys(queries);
  return row!.found.flatMap((rows, i) => (rows === null ? [] : [`${titles[i]}: ${JSON.stringify(rows)}`]));
}

/** Work that has not ended yet. */
export async function findOwed(database: SimulationDatabase, providers: SimulatedProvider[]): Promise<string[]> {
  const live = providers.flatMap(({ tasks }) => tasks.filter(isLive));
  return [
    ...(await violationsOf(database, OWED)),
    ...live.map(({ id }) => `task ${id} is still running at the provider`),
  ];
}

/** Violations of the invariants, once all work is finished. */
export async function findViolations(
  database: SimulationDatabase,
  providers: SimulatedProvider[],
  told: Told[],
): Promise<string[]> {
  return [
    ...(await violationsOf(database, LASTING)),
    ...(await boughtTwice(database, providers)),
    ...(await brokenPromises(database, told)),
  ];
}

/** A job may have a second task only if the first one failed or was certainly never created. */
async function boughtTwice(database: SimulationDatabase, providers: SimulatedProvider[]): Promise<string[]> {
  const requests = await database.rows<{ id: string; ref: string }>(
    `SELECT id, client_ref AS ref FROM generation.requests`,
  );
  return requests.flatMap(({ id, ref }) => {
    const tasks = providers.flatMap((provider) => provider.tasks.filter(({ clientRef }) => clientRef === ref));
    const bought = tasks.filter(({ state }) => state !== 'failed');
    return bought.length > 1
      ? [`I5: request ${id} bought ${bought.map((task) => `${task.id} (${task.state})`).join(', ')}`]
      : [];
  });
}

/** A state that a user saw stays true, and a key belongs to one request. */
async function brokenPromises(database: SimulationDatabase, told: Told[]): Promise<string[]> {
  const rows = await database.rows<{ id: string }>(`SELECT id FROM generation.requests WHERE state <> 'rejected'`);
  const known = new Set(rows.map(({ id }) => id));
  const lost = told.filter(({ requestId }) => !known.has(requestId));
  const byKey = new Map<string, Set<string>>();
  for (const { userId, key, requestId } of told) {
    const name = `${userId} ${key}`;
    byKey.set(name, (byKey.get(name) ?? new Set()).add(requestId));
  }
  return [
    ...lost.map(({ requestId }) => `a confirmed request was lost: ${requestId}`),
    ...[...byKey].filter(([, ids]) => ids.size > 1).map(([name]) => `a key has several requests: ${name}`),
  ];
}
