import { ACCESS_ACTIONS } from '@luit/contracts/auth/access-actions';
import type { BreachSelection } from '@luit/contracts/auth/breaches';
import type { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { firstIdAt } from '@luit/platform/database/first-id-at';
import { canonicalEmail } from '@luit/contracts/auth/email-address';
import type { EntityManager } from 'typeorm';

type Selection = RequestOf<typeof authCalls.addBreachAccounts>;
/** A selection in words, for the proof, and its result. */
type Added = BreachSelection & { words: string };

const MAX_SHOWN_UNKNOWN = 20;
/** The time in an id is the time of the action; `created_at` is the time of the entry, after the queue. */
const ID_TOLERANCE_MS = 24 * 3_600_000;
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** SQL: entries of the audit log of operator $2 from $3 until $4, which the ids $5 and $6 surround. */
const ENTRIES = `audit.entries e WHERE e.id >= $5 AND e.id < $6 AND e.admin_email = $2 AND e.created_at >= $3 AND e.created_at < $4`;
/** SQL: the accounts that these entries name. */
const NAMED = `(SELECT e.id AS entry_id, CASE WHEN e.subject ~ '${UUID}' THEN e.subject::uuid END AS user_id FROM ${ENTRIES}
  UNION ALL SELECT a.entry_id, a.user_id FROM audited_users a WHERE a.entry_id IN (SELECT e.id FROM ${ENTRIES}))`;

/** Adds the accounts of a selection. @throws LuitError `validation_failed` for an incomplete one */
export function addAccounts(manager: EntityManager, selection: Selection): Promise<Added> {
  switch (selection.kind) {
    case 'accounts':
      return addListed(manager, selection);
    case 'sessions':
      return addSignedIn(manager, selection);
    case 'operator':
      return addReadBy(manager, selection);
    case 'all':
      return addAll(manager, selection);
  }
}

async function addListed(manager: EntityManager, { breachId, accounts = '' }: Selection): Promise<Added> {
  const listed = [
    ...new Set(
      accounts
        .split(/[\s,;]+/)
        .filter(Boolean)
        .map(canonicalEmail),
    ),
  ];
  if (listed.length === 0) throw incomplete('accounts', 'Enter ids or email addresses');
  const found = await manager.query<{ id: string; email: string }[]>(
    `SELECT id, email FROM users WHERE email = ANY ($1) OR id = ANY ((SELECT array_agg(v::uuid) FROM unnest($1::text[]) v WHERE v ~ '${UUID}')::uuid[])`,
    [listed],
  );
  const known = new Set(found.flatMap(({ id, email }) => [id, email]));
  const added = await insert(manager, breachId, 'SELECT unnest($2::uuid[])', [found.map(({ id }) => id)]);
  const unknown = listed.filter((each) => !known.has(each)).slice(0, MAX_SHOWN_UNKNOWN);
  return { added, unknown, unnamedReads: 0, words: 'a list of ids and addresses' };
}

async function addSignedIn(manager: EntityManager, selection: Selection): Promise<Added> {
  const { from, to } = rangeOf(selection);
  const query = 'SELECT DISTINCT user_id FROM sessions WHERE created_at < $3 AND last_used_at >= $2';
  const added = await insert(manager, selection.breachId, query, [from, to]);
  return { added, unknown: [], unnamedReads: 0, words: `accounts with a session in use from ${from} until ${to}` };
}

async function addReadBy(manager: EntityManager, selection: Selection): Promise<Added> {
  const { from, to } = rangeOf(selection);
  const operator = selection.operator && canonicalEmail(selection.operator);
  if (!operator) throw incomplete('operator', 'Enter the email address of the operator');
  const values = [operator, from, to, firstIdAt(from, -ID_TOLERANCE_MS), firstIdAt(to, ID_TOLERANCE_MS)];
  const query = `SELECT DISTINCT u.id FROM ${NAMED} AS named JOIN users u ON u.id = named.user_id`;
  const added = await insert(manager, selection.breachId, query, values);
  const [{ unnamed }] = (await manager.query(
    `SELECT count(*)::int AS unnamed FROM ${ENTRIES} AND e.action = ANY ($1)
        AND e.id NOT IN (SELECT named.entry_id FROM ${NAMED} AS named JOIN users u ON u.id = named.user_id)`,
    [ACCESS_ACTIONS, ...values],
  )) as [{ unnamed: number }];
  const words = `accounts that ${operator} read or changed from ${from} until ${to}, by the audit log`;
  return { added, unknown: [], unnamedReads: unnamed, words };
}

async function addAll(manager: EntityManager, { breachId }: Selection): Promise<Added> {
  const query = `SELECT id FROM users WHERE status <> 'closed'`;
  return { added: await insert(manager, breachId, query, []), unknown: [], unnamedReads: 0, words: 'all accounts' };
}

/** @param query selects ids of accounts; its parameters begin with $2 */
async function insert(manager: EntityManager, breachId: string, query: string, values: unknown[]): Promise<number> {
  const [{ added }] = (await manager.query(
    `WITH added AS (INSERT INTO breach_accounts (breach_id, user_id) SELECT $1::uuid, found.id FROM (${query}) AS found (id)
       ON CONFLICT DO NOTHING RETURNING 1) SELECT count(*)::int AS added FROM added`,
    [breachId, ...values],
  )) as [{ added: number }];
  return added;
}

function rangeOf({ from, to }: Selection): { from: string; to: string } {
  if (from === undefined || to === undefined || Date.parse(from) >= Date.parse(to))
    throw incomplete('from', 'Enter a start and an end after it');
  return { from, to };
}

function incomplete(field: string, text: string): LuitError {
  return new LuitError('validation_failed', text, { details: { [field]: text } });
}
