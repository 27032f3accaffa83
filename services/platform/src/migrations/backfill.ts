import { setTimeout as pause } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { backoff } from '../scheduling/backoff';

export interface Backfill {
  /** Unique in the schema. Its progress is stored under this name. */
  name: string;
  table: string;
  /** A column with a unique index; `id` by default. */
  key?: string;
  /** The assignments of UPDATE. */
  set: string;
  /** Which rows need it. No row does after `set`. */
  where: string;
  /** Least pause between two batches, milliseconds. A pause is never shorter than the batch before it. */
  pauseMs?: number;
  /** How long rows that others have locked are tried again, milliseconds. */
  lockRetriesMs?: number;
}

const PAUSE_MS = 20;
const LOCK_RETRIES_MS = 10 * 60_000;
const LOCKED_ROWS_BACKOFF = { firstMs: 100, maxMs: 5_000, jitter: 0.3 };
/** Rows are locked for about this long, a sixth of what services wait for them. */
const TARGET_MS = 250;
/** Rows. The first batch is small, because the time per row is unknown; sizes at most double. */
const [FIRST_SIZE, MIN_SIZE, MAX_SIZE] = [100, 50, 10_000];

/** A range of keys: above `after`, or from the first, up to and including `last`. */
interface Range {
  after: string | null;
  last: string;
}

interface Batch {
  changed: number;
  /** True if rows remain because other transactions have locked them. */
  isBlocked: boolean;
}

/**
 * Updates all rows of a table in batches of ascending keys. Each batch is a transaction that also stores its last key, so an
 * interrupted backfill continues there. It never waits for a row while it holds others: locked rows are skipped and tried again.
 *
 * Rows that are inserted meanwhile need their value from a default, a trigger or the code that inserts them.
 *
 * @returns the number of rows changed by this run
 * @throws Error in a migration that runs in a transaction; if rows stay locked; if `set` leaves a row that `where` selects
 */
export async function backfill(runner: QueryRunner, settings: Backfill): Promise<number> {
  if (runner.isTransactionActive) throw new Error(`${settings.name} needs a migration with transaction = false`);
  const batches = new Batches(runner, settings, await keyType(runner, settings));
  let after = await batches.begin();
  let changed = 0;
  if (after.isFinished) return changed;
  for (let size = FIRST_SIZE; ;) {
    const last = await batches.lastKey(after.key, size);
    if (last === null) break;
    const startedAt = performance.now();
    changed += await untilUnlocked(settings, () => batches.run({ after: after.key, last }));
    const tookMs = performance.now() - startedAt;
    after = { key: last, isFinished: false };
    size = Math.min(MAX_SIZE, Math.max(MIN_SIZE, Math.round((size * TARGET_MS) / Math.max(tookMs, TARGET_MS / 2))));
    await pause(Math.max(settings.pauseMs ?? PAUSE_MS, tookMs));
  }
  await batches.finish();
  return changed;
}

/** Repeats a batch until no other transaction has locked any of its rows. */
async function untilUnlocked(settings: Backfill, run: () => Promise<Batch>): Promise<number> {
  const end = performance.now() + (settings.lockRetriesMs ?? LOCK_RETRIES_MS);
  let changed = 0;
  for (let attempt = 0; ; attempt += 1) {
    const batch = await run();
    changed += batch.changed;
    if (!batch.isBlocked) return changed;
    if (performance.now() > end)
      throw new Error(`${settings.name}: other transactions keep rows of ${settings.table} locked`);
    await pause(backoff(attempt, LOCKED_ROWS_BACKOFF));
  }
}

/** The statements of one backfill. */
class Batches {
  private readonly key: string;

  constructor(
    private readonly runner: QueryRunner,
    private readonly settings: Backfill,
    private readonly keyType: string,
  ) {
    this.key = settings.key ?? 'id';
  }

  /** Where an earlier run ended. */
  async begin(): Promise<{ key: string | null; isFinished: boolean }> {
    const [row] = (await this.runner.query(
      `INSERT INTO backfills (name) VALUES ($1) ON CONFLICT (name) DO UPDATE SET name = excluded.name
       RETURNING last_key AS key, finished_at IS NOT NULL AS "isFinished"`,
      [this.settings.name],
    )) as { key: string | null; isFinished: boolean }[];
    return row ?? { key: null, isFinished: false };
  }

  /** The last key of the next `size` rows; null after the last row. */
  async lastKey(after: string | null, size: number): Promise<string | null> {
    const [row] = (await this.runner.query(
      `SELECT ${this.key}::text AS key FROM (
         SELECT ${this.key} FROM ${this.settings.table} ${after === null ? '' : `WHERE ${this.key} > $1::${this.keyType}`}
          ORDER BY ${this.key} LIMIT ${size}) AS next
        ORDER BY next.${this.key} DESC LIMIT 1`,
      after === null ? [] : [after],
    )) as { key: string }[];
    return row?.key ?? null;
  }

  async run(range: Range): Promise<Batch> {
    const { table, set, where, name } = this.settings;
    const values = range.after === null ? [range.last] : [range.last, range.after];
    const within =
      `${this.key} <= $1::${this.keyType}` + (range.after === null ? '' : ` AND ${this.key} > $2::${this.keyType}`);
    await this.runner.startTransaction();
    try {
      const [changed] = (await this.runner.query(
        `WITH needed AS MATERIALIZED (
           SELECT ${this.key} FROM ${table} WHERE ${within} AND (${where}) FOR NO KEY UPDATE SKIP LOCKED),
         changed AS (
           UPDATE ${table} SET ${set} WHERE ${this.key} IN (SELECT ${this.key} FROM needed) RETURNING (${where}) AS still)
         SELECT count(*)::int AS rows, coalesce(bool_or(still), false) AS still FROM changed`,
        values,
      )) as { rows: number; still: boolean }[];
      if (changed?.still) throw new Error(`${name} does not end: rows still match its condition after the update`);
      const [left] = (await this.runner.query(
        `SELECT EXISTS (SELECT FROM ${table} WHERE ${within} AND (${where})) AS "isBlocked"`,
        values,
      )) as { isBlocked: boolean }[];
      const batch = { changed: changed?.rows ?? 0, isBlocked: left?.isBlocked ?? false };
      await this.record(batch, range);
      await this.runner.commitTransaction();
      return batch;
    } catch (error) {
      await this.runner.rollbackTransaction();
      throw error;
    }
  }

  async finish(): Promise<void> {
    await this.runner.query('UPDATE backfills SET finished_at = now() WHERE name = $1', [this.settings.name]);
  }

  private async record({ changed, isBlocked }: Batch, { after, last }: Range): Promise<void> {
    await this.runner.query('UPDATE backfills SET last_key = $2, rows = rows + $3 WHERE name = $1', [
      this.settings.name,
      isBlocked ? after : last,
      changed,
    ]);
  }
}

async function keyType(runner: QueryRunner, { table, key = 'id' }: Backfill): Promise<string> {
  const [column] = (await runner.query(
    `SELECT format_type(atttypid, atttypmod) AS type FROM pg_attribute
      WHERE attrelid = to_regclass($1) AND attname = $2 AND NOT attisdropped`,
    [table, key],
  )) as { type: string }[];
  if (!column) throw new Error(`${table} has no column ${key}`);
  return column.type;
}
