import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { ACCOUNT, openLedger } from './ledger-database';
import { paired } from './paired';
import { pairRow, type Row } from './report';

const PEOPLE = 100_000;
const CONNECTIONS = 8;
const ROUND_SECONDS = 3;
const ROUNDS = 6;

/** A hold's id from any number. */
const HOLD = `lpad(to_hex(hold), 32, '0')::uuid`;
const PLACE = `SELECT hold_credits(${HOLD}, ${ACCOUNT}, 1, 'A video', NULL) FROM (VALUES ($1::bigint, $2::bigint)) v (hold, n)`;
const ENDS = {
  capture: `SELECT capture_hold(${HOLD}, ${ACCOUNT}, NULL) FROM (VALUES ($1::bigint, $2::bigint)) v (hold, n)`,
  release: `SELECT release_hold(${HOLD}, ${ACCOUNT}, 'Refund', '7 days', NULL) FROM (VALUES ($1::bigint, $2::bigint)) v (hold, n)`,
};

/**
 * The money functions from Node (a pool of pg, prepared statements) beside pgbench making the same statements on as many
 * connections; and P2, everybody's holds on one account beside holds spread over 100 000. Needs pgbench on the PATH.
 */
export async function benchLedger(): Promise<Row[]> {
  const ledger = await openLedger(PEOPLE, CONNECTIONS);
  try {
    const rows: Row[] = [];
    const sides = { hold: [PLACE], 'hold, capture': [PLACE, ENDS.capture], 'hold, release': [PLACE, ENDS.release] };
    for (const [name, statements] of Object.entries(sides)) {
      // This Postgres analyses nothing by itself for minutes, and plans of tables believed empty read all of them.
      await fromNode(ledger.pool, statements, PEOPLE);
      await ledger.pool.query('VACUUM ANALYZE holds, hold_lots, transfers, transactions, lots, accounts');
      const pair = await paired(
        () => fromNode(ledger.pool, statements, PEOPLE),
        () => pgbench(ledger.url, statements),
        ROUNDS,
      );
      rows.push(
        pairRow('ledger', `${name} from Node ÷ pgbench, ${CONNECTIONS} connections`, pair, '/s', { atLeast: 0.6 }),
      );
    }
    const hot = await paired(
      () => fromNode(ledger.pool, [PLACE], 1),
      () => fromNode(ledger.pool, [PLACE], PEOPLE),
      ROUNDS,
    );
    rows.push(pairRow('P2', 'holds of one person ÷ spread over 100 000', hot, '/s', { atLeast: 0.8 }));
    return rows;
  } finally {
    await ledger.close();
  }
}

/** Operations per second; each statement of the list is one. */
async function fromNode(pool: Pool, statements: string[], people: number): Promise<number> {
  const start = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() - start < ROUND_SECONDS * 1_000) {
        const values = [randomInt(2 ** 47), randomInt(people) + 1];
        for (const text of statements) await pool.query({ name: text.slice(0, 40), text, values });
        done += statements.length;
      }
    }),
  );
  return done / ((performance.now() - start) / 1_000);
}

async function pgbench(url: string, statements: string[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'luit-pgbench-'));
  try {
    const script = join(folder, 'script.sql');
    const variables = [`\\set hold random(1, ${2 ** 47})`, `\\set n random(1, ${PEOPLE})`];
    const calls = statements.map((text) => `${text.replace('$1', ':hold').replace('$2', ':n')};`);
    await writeFile(script, [...variables, ...calls, ''].join('\n'));
    const clients = ['-c', `${CONNECTIONS}`, '-j', '2', '-M', 'prepared', '-T', `${ROUND_SECONDS}`];
    const { stdout } = await promisify(execFile)('pgbench', ['-n', ...clients, '-f', script, url], {
      env: { ...process.env, PGOPTIONS: '-c search_path=billing' },
    });
    const rate = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
    if (!rate) throw new Error(`pgbench told no rate: ${stdout}`);
    return rate * statements.length;
  } finally {
    await rm(folder, { recursive: true });
  }
}
