import { prepareRunners } from '@luit/chaos/runners/prepare-runners';
import { MAX_OUTPUT_BYTES, MAX_OUTPUT_PART_BYTES } from '@luit/contracts/generation/runner-limits';
import type { ClaimedRunnerJob } from '@luit/contracts/generation/runners';
import type { RunningStack } from '@luit/local/running-stack';
import { createHash, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { fundedCreator } from './http-load';
import { median } from './paired';
import { type Row, formatNumber } from './report';
import { cpuSeconds, openDatabase, pidOf, residentMegabytes, untilTrue, withStack } from './stack-bench';

const JOBS = 40;
const IDLE_RUNNERS = 200;
const IDLE_SECONDS = 60;
const MAX_IDLE_MS_PER_SECOND = 5;
const OUTPUTS = 2;
const MAX_GROWTH_MB = 64;

/** The calls of one runner. */
class BenchRunner {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly facts = { runner: randomUUID(), slots: 1, engines: ['comfyui'], version: 'bench', holding: [] };

  constructor(
    private readonly api: string,
    private readonly token: string,
  ) {}

  async claim(): Promise<ClaimedRunnerJob | null> {
    const { status, text } = await this.send('POST', '/claims', this.facts);
    return status === 200 ? (JSON.parse(text) as { job: ClaimedRunnerJob }).job : null;
  }

  async fail({ id, lease }: ClaimedRunnerJob): Promise<void> {
    const failure = { kind: 'invalid_input', code: 'bench', message: 'Bench' };
    await this.send('POST', `/jobs/${id}/result`, { lease, state: 'failed', failure });
  }

  put({ id, lease }: ClaimedRunnerJob, offset: number, size: number, part: Buffer, digest: string) {
    return this.send('PUT', `/jobs/${id}/output?lease=${lease}`, part, {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      'upload-length': String(size),
      'content-digest': digest,
    });
  }

  close(): void {
    this.agent.destroy();
  }

  private send(method: string, path: string, body: object, headers: Record<string, string> = {}) {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    return new Promise<{ status: number; text: string }>((resolve, reject) => {
      const outgoing = request(
        `${this.api}/runner/v1${path}`,
        {
          method,
          agent: this.agent,
          headers: {
            authorization: `Bearer ${this.token}`,
            'content-type': 'application/json',
            'content-length': bytes.length,
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('end', () =>
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
          );
          response.once('error', reject);
        },
      );
      outgoing.once('error', reject);
      outgoing.end(bytes);
    });
  }
}

/** RUNNER: from a job to its start on an idle runner, the cost of idle runners, and the memory of the gateway while outputs pass. */
export async function benchRunners(): Promise<Row[]> {
  return withStack(async (running) => {
    const database = await openDatabase(running);
    const token = await prepareRunners((text, values) => database.query(text, values));
    const newRunner = () => new BenchRunner(running.stack.api, token);
    // The idle ones first, before the collection of garbage of the others.
    const rows = [
      await idle(running, newRunner),
      await claims(running, database, newRunner()),
      await outputs(running, database, newRunner()),
    ];
    await database.end();
    return rows;
  });
}

async function claims(running: RunningStack, database: Client, runner: BenchRunner): Promise<Row> {
  const creator = await fundedCreator(running, 1);
  const waits: number[] = [];
  for (let i = 0; i < JOBS; i++) {
    const claimed = runner.claim();
    await online(database);
    await creator.generate(`Ferry ${i}`);
    const job = (await claimed) ?? (await runner.claim());
    const receivedAt = Date.now();
    if (!job) throw new Error('The runner got no job');
    const { rows } = await database.query<{ at: Date }>('SELECT created_at AS at FROM runner_jobs WHERE id = $1', [
      job.id,
    ]);
    waits.push(receivedAt - rows[0]!.at.getTime());
    await runner.fail(job);
  }
  runner.close();
  return row('from a job to its start on an idle runner, p50', `${formatNumber(median(waits))} ms`, 'reported', null);
}

async function idle(running: RunningStack, newRunner: () => BenchRunner): Promise<Row> {
  const gateway = pidOf(running, 'gateway');
  await pause(10_000);
  const quiet = await used(gateway);
  let isOver = false;
  const runners = Array.from({ length: IDLE_RUNNERS }, newRunner);
  const loops = runners.map(async (runner) => {
    while (!isOver)
      await runner.claim().catch((error: Error) => {
        if (!isOver) throw error;
      });
  });
  await pause(5_000);
  const busy = await used(gateway);
  isOver = true;
  for (const runner of runners) runner.close();
  await Promise.all(loops);
  const milliseconds = Math.max(0, busy - quiet);
  return row(
    `${IDLE_RUNNERS} idle runners: processor time of the gateway (without them ${formatNumber(quiet)} ms/s)`,
    `${formatNumber(milliseconds)} ms/s`,
    `≤ ${MAX_IDLE_MS_PER_SECOND} ms/s`,
    milliseconds <= MAX_IDLE_MS_PER_SECOND,
  );
}

/** Milliseconds of processor time per second. */
async function used(pid: number): Promise<number> {
  const before = await cpuSeconds([pid]);
  await pause(IDLE_SECONDS * 1_000);
  return (((await cpuSeconds([pid])) - before) * 1_000) / IDLE_SECONDS;
}

async function outputs(running: RunningStack, database: Client, runner: BenchRunner): Promise<Row> {
  const creator = await fundedCreator(running, 1);
  const gateway = pidOf(running, 'gateway');
  const part = Buffer.alloc(MAX_OUTPUT_PART_BYTES, 'v');
  const digest = `sha-256=:${createHash('sha256').update(part).digest('base64')}:`;
  const size = MAX_OUTPUT_BYTES - (MAX_OUTPUT_BYTES % MAX_OUTPUT_PART_BYTES);
  const before = await residentMegabytes(gateway);
  let peak = before;
  for (let i = 0; i < OUTPUTS; i++) {
    const claimed = runner.claim();
    await online(database);
    await creator.generate(`Large ${i}`);
    const job = (await claimed)!;
    for (let offset = 0; offset < size; offset += part.length) {
      const { status, text } = await runner.put(job, offset, size, part, digest);
      if (status !== 204) throw new Error(`${status} ${text}`);
      peak = Math.max(peak, await residentMegabytes(gateway));
    }
    await runner.fail(job);
  }
  runner.close();
  const growth = peak - before;
  const passed = formatNumber((OUTPUTS * size) / 1_024 / 1_024);
  return row(
    `memory of the gateway while ${passed} MB of output pass (${formatNumber(before)} MB before)`,
    `+${formatNumber(growth)} MB`,
    `≤ ${MAX_GROWTH_MB} MB`,
    growth <= MAX_GROWTH_MB,
  );
}

const online = (database: Client) =>
  untilTrue(database, `SELECT EXISTS (SELECT FROM runners WHERE seen_at > now() - interval '10 seconds') AS answer`);

function row(metric: string, ours: string, target: string, isMet: boolean | null): Row {
  return { id: 'RUNNER', metric, ours, baseline: '–', ratio: '–', target, isMet };
}
