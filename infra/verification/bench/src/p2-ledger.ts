import { Batcher } from '@luit/platform/database/batcher';
import { execFile } from 'node:child_process';
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
/** A round takes a second or two. */
const PER_CONNECTION = 400;
/** Concurrent callers of P2, as many as accept jobs in PEERS. */
const CALLERS = 64;
const ROUNDS = 6;

/** SQL expressions for the id of hold `n` and for its owner; consecutive holds have different owners. */
const HOLD = `(lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000')::uuid`;
const person = (people: number) => ACCOUNT.replace('to_hex(n)', `to_hex(1 + n * 7919 % ${people})`);

const end = (people: number, description: string) => `
  SELECT settle_holds(ARRAY[NULL::uuid], ARRAY[${HOLD}], ARRAY[${person(people)}], ARRAY[${description}], ARRAY[NULL::text],
                      '7 days', true)`;

/** The statements of hold `n`: batches of one. */
const STATEMENTS = {
  hold: (people: number) => `
    SELECT hold_credits(ARRAY[${HOLD}], ARRAY[${person(people)}], ARRAY[1::bigint], ARRAY['A video'], ARRAY[NULL::uuid],
                        ARRAY[NULL::text], true)`,
  capture: (people: number) => end(people, 'NULL::text'),
  release: (people: number) => end(people, `'Refund'`),
};
type Kind = keyof typeof STATEMENTS;

/** Places the holds with the numbers in $1. */
const holdsInBatch = (people: number) => ({
  name: `holds in a batch ${people}`,
  text: `SELECT hold_credits(array_agg(${HOLD} ORDER BY i), array_agg(${person(people)} ORDER BY i),
           array_agg(1 ORDER BY i)::bigint[], array_agg('A video'::text ORDER BY i), array_agg(NULL::uuid),
           array_agg(NULL::text), true) AS result
           FROM unnest($1::bigint[]) WITH ORDINALITY v (n, i)`,
});

/**
 * Compares the ledger's SQL functions called from Node (pg pool, prepared statements) with pgbench running the same
 * statements on as many connections. P2 compares holds on one account with holds spread over 100,000, both of concurrent
 * callers that share statements as they do in billing. Needs pgbench.
 */
export async function benchLedger(): Promise<Row[]> {
  const ledger = await openLedger(PEOPLE, CONNECTIONS);
  try {
    const rounds = new Rounds(ledger.pool, ledger.url);
    const rows: Row[] = [];
    for (const kind of ['hold', 'capture', 'release'] as const) {
      await rounds.warmUp(kind);
      const pair = await paired(
        () => rounds.fromNode(kind, PEOPLE),
        () => rounds.pgbench(kind, PEOPLE),
        ROUNDS,
      );
      const metric = `${kind} from Node ÷ pgbench, ${CONNECTIONS} connections`;
      rows.push(pairRow('ledger', metric, pair, '/s', { atLeast: 0.6 }));
    }
    const hot = await paired(
      () => rounds.inBatches(1),
      () => rounds.inBatches(PEOPLE),
      ROUNDS,
    );
    rows.push(pairRow('P2', 'holds of one person ÷ spread over 100,000', hot, '/s', { atLeast: 0.8 }));
    return rows;
  } finally {
    await ledger.close();
  }
}

/** Every round uses new hold numbers and runs the same number of statements. Results are statements per second. */
class Rounds {
  private first = 1;

  constructor(
    private readonly pool: Pool,
    private readonly url: string,
  ) {}

  /** Without statistics Postgres plans full scans, and autovacuum would take minutes to collect them. */
  async warmUp(kind: Kind): Promise<void> {
    await this.fromNode(kind, PEOPLE);
    await this.pool.query('VACUUM ANALYZE holds, hold_lots, transfers, transactions, lots, accounts');
  }

  async fromNode(kind: Kind, people: number): Promise<number> {
    const first = await this.prepare(kind, people);
    const text = `${STATEMENTS[kind](people)} FROM (VALUES ($1::bigint)) v (n)`;
    const start = performance.now();
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async (_, client) => {
        for (let i = 0; i < PER_CONNECTION; i++) {
          await this.pool.query({
            name: `${kind} ${people}`,
            text,
            values: [first + client * PER_CONNECTION + i],
          });
        }
      }),
    );
    return (CONNECTIONS * PER_CONNECTION) / ((performance.now() - start) / 1_000);
  }

  /** Holds per second of callers with batched holds. */
  async inBatches(people: number): Promise<number> {
    const first = await this.prepare('hold', people);
    const batcher = new Batcher<number, object>(async (numbers) => {
      const { rows } = await this.pool.query<{ result: object[] }>({ ...holdsInBatch(people), values: [numbers] });
      return (rows[0]?.result ?? []).map((hold) =>
        'code' in hold ? new Error(`Refused: ${String(hold.code)}`) : hold,
      );
    });
    const holds = CONNECTIONS * PER_CONNECTION;
    const start = performance.now();
    await Promise.all(
      Array.from({ length: CALLERS }, async (_, caller) => {
        for (let i = caller; i < holds; i += CALLERS) await batcher.add(first + i);
      }),
    );
    return holds / ((performance.now() - start) / 1_000);
  }

  /** The rate that pgbench reports, which excludes connecting. */
  async pgbench(kind: Kind, people: number): Promise<number> {
    const first = await this.prepare(kind, people);
    const folder = await mkdtemp(join(tmpdir(), 'luit-pgbench-'));
    try {
      const script = join(folder, 'script.sql');
      const next = [`\\set i :i + 1`, `\\set n ${first} + :client_id * ${PER_CONNECTION} + :i`];
      const call = `${STATEMENTS[kind](people)} FROM (VALUES (:n::bigint)) v (n);`;
      await writeFile(script, [...next, call, ''].join('\n'));
      const clients = ['-c', `${CONNECTIONS}`, '-j', '2', '-M', 'prepared', '-t', `${PER_CONNECTION}`, '-D', 'i=-1'];
      const { stdout } = await promisify(execFile)('pgbench', ['-n', ...clients, '-f', script, this.url], {
        env: { ...process.env, PGOPTIONS: '-c search_path=billing' },
      });
      const rate = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
      if (!rate || !/failed transactions: 0 /.test(stdout)) throw new Error(`pgbench failed: ${stdout}`);
      return rate;
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  /** Reserves hold numbers for a round. Holds to be settled are created here, outside the measured time. */
  private async prepare(kind: Kind, people: number): Promise<number> {
    const first = this.first;
    this.first += CONNECTIONS * PER_CONNECTION;
    if (kind !== 'hold') {
      const holds = STATEMENTS.hold(people).replace('SELECT', 'SELECT count(').replace(/$/, ')');
      await this.pool.query(`${holds} FROM generate_series($1::bigint, $2) n`, [first, this.first - 1]);
    }
    return first;
  }
}
