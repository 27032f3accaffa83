import { expiredRows as authRows } from '@luit/auth/expired-rows';
import { expiredRows as billingRows } from '@luit/billing/expired-rows';
import { expiredRows as generationRows } from '@luit/generation/expired-rows';
import { INVARIANTS } from '@luit/billing/invariants/invariants';
import { generationCalls } from '@luit/contracts/generation/messages';
import { DEFAULT_RETENTION_DAYS, type RetentionDays } from '@luit/contracts/operations/retention';
import { EXPIRED_MESSAGES } from '@luit/platform/retention/expired-messages';
import { deleteBatchSql, type ExpiredRows } from '@luit/platform/retention/expired-rows';
import type { Client } from 'pg';
import { performance } from 'node:perf_hooks';
import { p50, paired } from '../paired';
import { pairRow, type Row } from '../report';
import type { GrownStack } from './growth';

const BAR = { atMost: 1.5 };
const ROUNDS = 5;
/** Rows of each table that a compared round deletes. The baseline has that many of most tables. */
const DELETED = 100;
/** Rows that each compared check reads. */
const CHECKED = 500;
const IMAGES = 500;
const CALLS = 10;

/** Days after which most rows of a year have expired. */
const SHORT: RetentionDays = Object.fromEntries(
  Object.entries(DEFAULT_RETENTION_DAYS).map(([table, days]) => [table, Math.min(20, Math.ceil(days / 2))]),
) as RetentionDays;

const expiredBy = (days: RetentionDays): Record<string, ExpiredRows[]> => ({
  auth: [...authRows(days), ...EXPIRED_MESSAGES],
  billing: [...billingRows(days), ...EXPIRED_MESSAGES],
  generation: [...generationRows(days), ...EXPIRED_MESSAGES],
});

/** Compares the services' rounds over tables that grow: cleaning, invariants, open holds, unused images. */
export async function compareRounds(large: GrownStack, small: GrownStack): Promise<Row[]> {
  await assertConsistent(small.database);
  const compare = async (metric: string, measure: (stack: GrownStack) => Promise<number>): Promise<Row> =>
    pairRow(
      'growth',
      metric,
      await paired(
        () => measure(large),
        () => measure(small),
        ROUNDS,
      ),
      'ms',
      BAR,
    );
  return [
    await compare('cleaning, nothing has expired', ({ database }) => clean(database, DEFAULT_RETENTION_DAYS)),
    await compare(`cleaning, ${DELETED} rows of each table`, ({ database }) => clean(database, SHORT)),
    await compare(`billing's invariants, ${CHECKED} rows of each table`, ({ database }) => check(database)),
    await compare('gauge of open holds', ({ database }) =>
      p50(CALLS, () => database.query(`SELECT count(*) FROM billing.holds WHERE state = 'held'`)),
    ),
    await compare(`which of ${IMAGES} images are unused`, unusedImages),
  ];
}

/** Milliseconds of one round of all services, which is rolled back. */
async function clean(database: Client, days: RetentionDays): Promise<number> {
  let ms = 0;
  for (const [schema, tables] of Object.entries(expiredBy(days))) {
    await database.query(`BEGIN; SET LOCAL search_path = ${schema}`);
    for (const table of tables) ms += await timed(() => database.query(deleteBatchSql(table), [DELETED]));
    await database.query('ROLLBACK');
  }
  return ms;
}

/** Milliseconds of all conditions on the last rows of their tables. */
async function check(database: Client): Promise<number> {
  let ms = 0;
  await database.query(`BEGIN; SET LOCAL search_path = billing`);
  for (const { table, key, violation } of INVARIANTS) {
    const keys = `ARRAY(SELECT ${key} FROM ${table} ORDER BY ${key} DESC LIMIT ${CHECKED})`;
    ms += await timed(() =>
      database.query(`SELECT count(*) FROM ${table} r WHERE r.${key} = ANY (${keys}) AND (${violation})`),
    );
  }
  await database.query('ROLLBACK');
  return ms;
}

/** @throws Error if the history violates an invariant, because a service would then not write such rows */
async function assertConsistent(database: Client): Promise<void> {
  await database.query(`SET search_path = billing`);
  for (const { name, table, violation } of INVARIANTS) {
    const { rowCount } = await database.query(`SELECT FROM ${table} r WHERE ${violation} LIMIT 1`);
    if (rowCount) throw new Error(`The history violates the invariant: ${name}`);
  }
  await database.query(`RESET search_path`);
}

async function unusedImages({ calls, database }: GrownStack): Promise<number> {
  const { rows } = await database.query<{ keys: string[] }>(
    `SELECT array_agg(image_key) AS keys FROM (
       SELECT image_key FROM generation.requests WHERE image_key IS NOT NULL ORDER BY image_key DESC LIMIT $1) AS newest`,
    [IMAGES],
  );
  const keys = rows[0]?.keys ?? [];
  return p50(CALLS, () => calls.call(generationCalls.listUnusedImages, { keys }));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
