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
  'settlement of holds': '%settle_holds(%',
};
type Statement = keyof typeof STATEMENTS;

interface Counts {
  calls: number;
  ms: number;
  /** Pages of tables and indexes, cached or not. */
  pages: number;
}

interface Round {
  acceptanceMs: number;
  /** Per execution: milliseconds of Postgres, and the pages that it read. */
  statements: Partial<Record<Statement, Record<Unit, number>>>;
}

const UNITS = ['ms', 'pages'] as const;
type Unit = (typeof UNITS)[number];

/**
 * Runs jobs in both stacks in turn, and compares their acceptance through HTTP, and the time that Postgres spends on their statements
 * and the pages that it reads for them. The pages do not depend on the machine.
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
    ...UNITS.flatMap((unit) =>
      (Object.keys(STATEMENTS) as Statement[]).map((name) => statementRow(name, unit, ours, baseline)),
    ),
  ];
}

/** Leaves out rounds in which one of the stacks did not execute the statement. */
function statementRow(name: Statement, unit: Unit, ours: Round[], baseline: Round[]): Row {
  const both = ours.flatMap((each, i) => {
    const [own, other] = [each.statements[name], baseline[i]?.statements[name]];
    return own && other ? [[own[unit], other[unit]] as const] : [];
  });
  const pair = pairOf(
    both.map(([own]) => own),
    both.map(([, other]) => other),
  );
  return pairRow('growth', `${name}, in Postgres`, pair, unit, BAR);
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
    if (calls === 0) continue;
    const perCall = (unit: Unit) => (after[name][unit] - before[name][unit]) / calls;
    statements[name] = { ms: perCall('ms'), pages: perCall('pages') };
  }
  return { acceptanceMs: median(times), statements };
}

async function read(database: GrownStack['database']): Promise<Record<Statement, Counts>> {
  const { rows } = await database.query<Counts & { name: Statement }>(
    `SELECT name, coalesce(sum(calls), 0)::float8 AS calls, coalesce(sum(total_exec_time), 0)::float8 AS ms,
            coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 AS pages
       FROM jsonb_each_text($1) AS wanted (name, pattern)
       LEFT JOIN pg_stat_statements s ON s.toplevel AND s.query LIKE pattern
        AND s.userid IN (SELECT oid FROM pg_roles WHERE rolname LIKE 'luit\\_%')
      GROUP BY name`,
    [JSON.stringify(STATEMENTS)],
  );
  return Object.fromEntries(rows.map(({ name, ...counts }) => [name, counts])) as Record<Statement, Counts>;
}
