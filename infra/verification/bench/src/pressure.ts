import type { RunningStack } from '@luit/local/running-stack';
import { NO_RATE_LIMITS, startThrowawayStack } from '@luit/local/throwaway-stack';
import { open } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { fundedCreator, generate, tokenOf } from './http-load';
import { quantile } from './paired';
import { multiply } from './queued-jobs';
import { type Row, formatNumber } from './report';
import { openDatabase } from './stack-bench';

const FULL = { beforeMs: 60_000, openMs: 240_000, crowdMs: 60_000, burst: 100_000, packs: 20 };
const SHORT = { beforeMs: 20_000, openMs: 60_000, crowdMs: 20_000, burst: 100_000, packs: 10 };
/** How long everything may take to be as before. */
const RECOVERY_MS = 60_000;
const BETWEEN_JOBS_MS = 250;
const DIRECTIVES = '[slow:0.5][fail:technical]';
/** The vendor does not call back for one job in four, so that it is polled. */
const POLLED_EVERY = 4;
/** Twice the load. Without a limit, a burst would use both processors, which is not what is measured. */
const SUBMITS_PER_MINUTE = 480;
const IDLE_WORKERS = 6;
/** Requests that join the queue in one transaction. */
const BURST_BATCH = 1_000;
/** New versions of each row of the hot tables while a transaction is open that may still see the old ones. */
const BLOAT_UPDATES = 5;
const BLOATED_ROWS = 20_000;
const MAX_RATIO = 2;

/** Statements of generation by what they are for, as they appear in the log of Postgres. */
const STEPS = {
  dispatch: /FROM queue_state\(\)|FROM dispatch_jobs\(/,
  claim: /'submission claimed'/,
  poll: /AS "isTracking"/,
  settle: /settle_holds\(/,
} as const;
type Step = keyof typeof STEPS;
const STEP_NAMES = Object.keys(STEPS) as Step[];
type Times = Record<Step, number[]>;

/**
 * PRESSURE: how long the statements take by which jobs are dispatched, claimed, polled and settled: before, while a transaction is open
 * for minutes and rows are updated again and again, beside a crowd of idle workers, with 100,000 requests in the queue, and a minute
 * after all of that. Four jobs a second end throughout.
 */
export async function benchPressure({ isShort = false }: { isShort?: boolean }): Promise<Row[]> {
  const sizes = isShort ? SHORT : FULL;
  const { running, luitDir, close } = await startThrowawayStack({
    workers: 1 + IDLE_WORKERS,
    env: { gateway: NO_RATE_LIMITS, generation: { USER_CONCURRENCY: '1000000' } },
    postgresSettings: { log_min_duration_statement: '0' },
  });
  const crowd = Array.from({ length: IDLE_WORKERS }, (_, i) => `worker-${i + 2}`);
  const inCrowd = (work: (name: string) => Promise<void>) => Promise.all(crowd.map(work));
  const database = await openDatabase(running);
  const load = new Load(running);
  const log = new StatementLog(join(luitDir, 'logs', 'postgres.log'));
  try {
    await inCrowd((name) => running.stopProcess(name));
    await database.query('UPDATE provider_instances SET submits_per_minute = $1, polls_per_minute = 1000000', [
      SUBMITS_PER_MINUTE,
    ]);
    await load.start(sizes.packs);
    await log.during(sizes.beforeMs / 2); // the processes and plans are warm after it
    const before = await log.during(sizes.beforeMs);
    const opened = await log.during(() => withOpenTransaction(running, database, sizes.openMs));
    await inCrowd((name) => running.startProcess(name));
    const crowded = await log.during(sizes.crowdMs);
    await inCrowd((name) => running.stopProcess(name));
    const heavy = await queueBurst(running, database, sizes.burst);
    const burst = await log.during(sizes.crowdMs);
    await database.query(`DELETE FROM requests WHERE state = 'pending' AND user_id = $1`, [heavy]);
    await pause(RECOVERY_MS);
    const after = await log.during(sizes.beforeMs);
    return STEP_NAMES.flatMap((step) => [
      rowOf(step, 'a transaction is open, with bloat', opened, before),
      rowOf(step, `${IDLE_WORKERS} more workers are idle`, crowded, before),
      rowOf(step, `${sizes.burst} requests wait`, burst, before),
      rowOf(step, 'a minute after', after, before),
    ]);
  } finally {
    await load.stop();
    await database.end();
    await close(true);
  }
}

function rowOf(step: Step, when: string, times: Times, before: Times): Row {
  const [ours, baseline] = [times, before].map((each) => quantile(each[step], 0.99)) as [number, number];
  return {
    id: 'PRESSURE',
    metric: `${step}, p99 of ${times[step].length} statements: ${when} ÷ before`,
    ours: `${formatNumber(ours)} ms`,
    baseline: `${formatNumber(baseline)} ms`,
    ratio: formatNumber(ours / baseline),
    target: `≤ ${MAX_RATIO}`,
    isMet: ours / baseline <= MAX_RATIO,
  };
}

/** Holds back the removal of all rows that are replaced meanwhile. */
async function withOpenTransaction(running: RunningStack, database: Client, forMs: number): Promise<void> {
  const holder = await openDatabase(running);
  const endsAt = Date.now() + forMs;
  try {
    await holder.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await holder.query('SELECT count(*) FROM requests');
    for (let i = 0; i < BLOAT_UPDATES; i++) {
      await database.query(
        `UPDATE requests SET updated_at = updated_at WHERE id IN (SELECT id FROM requests WHERE completed_at IS NOT NULL LIMIT $1)`,
        [BLOATED_ROWS],
      );
      await database.query('UPDATE provider_health SET provider = provider');
    }
    await pause(Math.max(0, endsAt - Date.now()));
  } finally {
    await holder.end();
  }
}

/** Requests of one account join the queue; the provider takes a few of them a second. @returns the account */
async function queueBurst(running: RunningStack, database: Client, requests: number): Promise<string> {
  const heavy = await fundedCreator(running, 1);
  await running.stopProcess('worker-1');
  const first = await heavy.generate(`Heavy ${DIRECTIVES}`);
  // Requests arrive in many transactions. Those of one that has not committed yet would have to be skipped by each look at the queue.
  for (let i = 0; i < requests; i += BURST_BATCH) await multiply(database, first, BURST_BATCH, true, i);
  await running.startProcess('worker-1');
  return heavy.session!.user.id;
}

/** A job every quarter of a second that fails at the vendor, so that no time is spent on videos. */
class Load {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly sent: Promise<void>[] = [];
  private readonly refusals: string[] = [];
  private timer?: NodeJS.Timeout;

  constructor(private readonly running: RunningStack) {}

  async start(packs: number): Promise<void> {
    const token = tokenOf(await fundedCreator(this.running, packs));
    this.timer = setInterval(() => {
      const directives = this.sent.length % POLLED_EVERY === 0 ? `${DIRECTIVES}[no-webhook]` : DIRECTIVES;
      const order = generate(this.agent, this.running.stack.api, token, directives);
      this.sent.push(order.catch((error: Error) => void this.refusals.push(error.message)));
    }, BETWEEN_JOBS_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.sent);
    this.agent.destroy();
    if (this.refusals.length > 0)
      console.log(`PRESSURE: ${this.refusals.length} orders failed, the first: ${this.refusals[0]}`);
  }
}

/** What Postgres logs of each statement with `log_min_duration_statement = 0`. */
class StatementLog {
  private offset = 0;

  constructor(private readonly file: string) {}

  /** The milliseconds of each statement while `work` runs, or for a time. */
  async during(work: number | (() => Promise<void>)): Promise<Times> {
    await this.read();
    await (typeof work === 'number' ? pause(work) : work());
    return this.read();
  }

  private async read(): Promise<Times> {
    const times: Times = { dispatch: [], claim: [], poll: [], settle: [] };
    const file = await open(this.file);
    let line = '';
    let duration: number | undefined;
    const finish = (): void => {
      const step = duration === undefined ? undefined : STEP_NAMES.find((name) => STEPS[name].test(line));
      if (step) times[step].push(duration!);
    };
    try {
      const { size } = await file.stat();
      for await (const text of file.readLines({ start: this.offset, end: Math.max(this.offset, size - 1) })) {
        const found = /LOG: {2}duration: ([\d.]+) ms {2}(execute|statement)/.exec(text);
        const isNew = / (LOG|ERROR|FATAL|WARNING|DETAIL|STATEMENT|CONTEXT|HINT): /.test(text);
        if (!isNew) {
          line += `\n${text}`;
          continue;
        }
        finish();
        [line, duration] = [text, found ? Number(found[1]) : undefined];
      }
      finish();
      this.offset = size;
      return times;
    } finally {
      await file.close();
    }
  }
}
