import { CHAIN_START, linkHash, personalDigest } from './audit-schema';

/** Runs a statement. All statements of one verification must share a snapshot (`REPEATABLE READ`). */
export type Query = <Row>(sql: string, values?: unknown[]) => Promise<Row[]>;

/** A link of the chain. A copy outside the database reveals if the chain up to it was truncated or rewritten. */
export interface ChainLink {
  sequence: number;
  /** SHA-256, hex. */
  hash: string;
}

export interface Verification {
  /** Number of links that were verified. */
  links: number;
  /** Number of entries whose personal data was erased with a record. */
  erased: number;
  head: ChainLink;
  /** Describes the first broken link by sequence and entry id; null if the chain is intact. */
  problem: string | null;
}

interface Row {
  sequence: string;
  entryId: string;
  previousHash: string;
  hash: string;
  exists: boolean;
  isErased: boolean;
  isErasureOnRecord: boolean;
  matchesPersonal: boolean | null;
  matchesHash: boolean;
}

const PAGE = 5_000;

const PAGE_SQL = `
  SELECT c.sequence, c.entry_id AS "entryId", c.previous_hash AS "previousHash", c.hash, e.id IS NOT NULL AS exists,
    e.id IS NOT NULL AND e.salt IS NULL AS "isErased",
    e.salt IS NULL AND EXISTS (
      SELECT FROM audit.entries r JOIN audit.chain l ON l.entry_id = r.id
       WHERE r.subject = c.entry_id::text AND r.action = 'personal_data_erased') AS "isErasureOnRecord",
    ${personalDigest('e')} = c.personal_digest AS "matchesPersonal",
    ${linkHash('c', 'e')} = c.hash AS "matchesHash"
  FROM audit.chain c LEFT JOIN audit.entries e ON e.id = c.entry_id
  WHERE c.sequence > $1 ORDER BY c.sequence LIMIT ${PAGE}`;

/**
 * Recomputes every hash of the audit log from its rows, without using functions stored in the database.
 *
 * @param after trusts this link and verifies only the links after it
 * @param anchor a link recorded outside the database; if it is missing, the chain was truncated or rewritten
 */
export async function verifyChain(
  query: Query,
  { after, anchor }: { after?: ChainLink; anchor?: ChainLink } = {},
): Promise<Verification> {
  const head = await readHead(query);
  let last = after ?? { sequence: 0, hash: CHAIN_START };
  const result = { links: 0, erased: 0, head };
  for (;;) {
    const page = await query<Row>(PAGE_SQL, [last.sequence]);
    for (const row of page) {
      const problem = problemOf(row, last) ?? anchorProblem(row, anchor);
      if (problem) return { ...result, problem };
      result.links += 1;
      if (row.isErased) result.erased += 1;
      last = { sequence: Number(row.sequence), hash: row.hash };
    }
    if (page.length < PAGE) break;
  }
  const problem = endProblem(last, head, anchor) ?? (after ? null : await unlinkedProblem(query));
  return { ...result, problem };
}

export async function readHead(query: Query): Promise<ChainLink> {
  const [head] = await query<{ sequence: string; hash: string }>('SELECT sequence, hash FROM audit.head');
  return { sequence: Number(head?.sequence ?? 0), hash: head?.hash ?? '' };
}

function problemOf(row: Row, last: ChainLink): string | null {
  const sequence = Number(row.sequence);
  const name = `link ${sequence} (entry ${row.entryId})`;
  if (sequence !== last.sequence + 1) return `link ${last.sequence + 1} is missing; the next one is ${name}`;
  if (row.previousHash !== last.hash)
    return `${name} does not continue the link before it, or the link before it was rewritten`;
  if (!row.exists) return `the entry of ${name} was deleted`;
  if (!row.matchesHash) return `${name} was changed`;
  if (row.isErased) return row.isErasureOnRecord ? null : `the personal data of ${name} was removed without a record`;
  return row.matchesPersonal ? null : `the operator's address or the details of ${name} were changed`;
}

function anchorProblem(row: Row, anchor?: ChainLink): string | null {
  if (Number(row.sequence) !== anchor?.sequence || row.hash === anchor.hash) return null;
  return `link ${row.sequence} (entry ${row.entryId}) has a different hash than was recorded outside the database: the chain was rewritten`;
}

function endProblem(last: ChainLink, head: ChainLink, anchor?: ChainLink): string | null {
  const end = Math.max(head.sequence, anchor?.sequence ?? 0);
  if (last.sequence < end) return `links ${last.sequence + 1} to ${end} are missing: the end of the chain was cut off`;
  return last.sequence === head.sequence && last.hash === head.hash
    ? null
    : `the chain ends with link ${last.sequence}, but its head names link ${head.sequence} or another hash`;
}

/** Finds entries that were inserted without triggers. It reads every entry, so a partial verification skips it. */
async function unlinkedProblem(query: Query): Promise<string | null> {
  const [row] = await query<{ id: string }>(
    `SELECT id FROM audit.entries e WHERE NOT EXISTS (SELECT FROM audit.chain c WHERE c.entry_id = e.id) LIMIT 1`,
  );
  return row ? `entry ${row.id} is not in the chain: it was inserted without triggers` : null;
}
