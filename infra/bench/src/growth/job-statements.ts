import type { LuitClient } from '@luit/smoke/client';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { fundedCreator } from '../http-load';
import { median, pairOf } from '../paired';
import { pairRow, type Row } from '../report';
import { untilTrue } from '../stack-bench';
import type { GrownStack } from './growth';

const JOBS = 6;
const ROUNDS = 7;
const PACKS = 2;
/** Without callbacks workers learn of the results from polls. */
const PROMPT = 'A ferry at dawn [slow:2][no-webhook]';
const BAR = { atMost: 1.5 };
const SETTLED_MS = 1_500;

/** The statements of a job, each by a text that no other contains. Without literals, which pg_stat_statements replaces. */
const STATEMENTS = {
  'acceptance: insert': '%INSERT INTO requests%',
  'acceptance: hold': '%hold_credits%',
  'acceptance: queue': '%accept_requests(%',
  'dispatcher: choice': '%queue_state(%',
  'dispatcher: dispatch': '%dispatch_jobs(%',
  'claim of a submission': '%first_claim_at = coalesce(first_claim_at, clock_timestamp())%',
  'record of a submission': '%INSERT INTO provider_tasks (provider, external_id, request_id, status)%FROM locked%',
  'claim of polls': '%WITH RECURSIVE found AS%',
  'report of polls': '%lease_expires_at IS NULL AS is_repeated%',
  'settlement of jobs': '%settle_succeeded_jobs(%',
  'settlement of holds': '%capture_open_holds(%',
};
type Statement = keyof typeof STATEMENTS;

interface Counts {
  calls: number;
  ms: number;
}

interface Round {
  acceptanceMs: number;
  /** Milliseconds of Postgres per execution. */
  statements: Partial<Record<Statement, number>>;
}

/**
 * Runs jobs in both stacks in turn, and compares their acceptance through HTTP and the time that Postgres spends on their statements.
 * @throws Error if a stack did not execute one of the statements, because its text has changed
 */
export async function compareJobs(large: GrownStack, small: GrownStack): Promise<Row[]> {
  const [creator, baselineCreator] = [
    await fundedCreator(large.running, PACKS),
    await fundedCreator(small.running, PACKS),
  ];
  assertMeasured(await round(large, creator));
  assertMeasured(await round(small, baselineCreator));
  const ours: Round[] = [];
  const baseline: Round[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    ours.push(await round(large, creator));
    baseline.push(await round(small, baselineCreator));
  }
  const acceptance = pairOf(
    ours.map(({ acceptanceMs }) => acceptanceMs),
    baseline.map(({ acceptanceMs }) => acceptanceMs),
  );
  return [
    pairRow('growth', 'POST /api/generate, p50', acceptance, 'ms', BAR),
    ...(Object.keys(STATEMENTS) as Statement[]).flatMap((name) => {
      const both = ours.flatMap((each, i) => {
        const [own, other] = [each.statements[name], baseline[i]?.statements[name]];
        return own !== undefined && other !== undefined ? [[own, other] as const] : [];
      });
      const pair = pairOf(
        both.map(([own]) => own),
        both.map(([, other]) => other),
      );
      return [pairRow('growth', `${name}, in Postgres`, pair, 'ms', BAR)];
    }),
  ];
}

function assertMeasured({ statements }: Round): void {
  const missing = Object.keys(STATEMENTS).filter((name) => !(name in statements));
  if (missing.length > 0) throw new Error(`pg_stat_statements has no execution of: ${missing.join(', ')}`);
}

async function round({ database }: GrownStack, creator: LuitClient): Promise<Round> {
  const before = await read(database);
  const times: number[] = [];
  const ids: string[] = [];
  for (let i = 0; i < JOBS; i++) {
    const start = performance.now();
    ids.push(await creator.generate(PROMPT));
    times.push(performance.now() - start);
  }
  await untilTrue(
    database,
    `SELECT count(*) = $2 AS answer FROM generation.requests WHERE id = ANY ($1) AND completed_at IS NOT NULL`,
    [ids, JOBS],
  );
  await pause(SETTLED_MS);
  const after = await read(database);
  const statements: Round['statements'] = {};
  for (const name of Object.keys(STATEMENTS) as Statement[]) {
    const calls = after[name].calls - before[name].calls;
    if (calls > 0) statements[name] = (after[name].ms - before[name].ms) / calls;
  }
  return { acceptanceMs: median(times), statements };
}

async function read(database: GrownStack['database']): Promise<Record<Statement, Counts>> {
  const { rows } = await database.query<Counts & { name: Statement }>(
    `SELECT name, coalesce(sum(calls), 0)::float8 AS calls, coalesce(sum(total_exec_time), 0)::float8 AS ms
       FROM jsonb_each_text($1) AS wanted (name, pattern)
       LEFT JOIN pg_stat_statements s ON s.toplevel AND s.query LIKE pattern
        AND s.userid IN (SELECT oid FROM pg_roles WHERE rolname LIKE 'luit\\_%')
      GROUP BY name`,
    [JSON.stringify(STATEMENTS)],
  );
  return Object.fromEntries(rows.map(({ name, calls, ms }) => [name, { calls, ms }])) as Record<Statement, Counts>;
}
