import type { RunnerFacts } from '@luit/contracts/generation/runners';
import type { Engine } from '@luit/engines/engine';
import { backoff } from '@luit/platform/scheduling/backoff';
import { setTimeout as pause } from 'node:timers/promises';
import type { JobFiles, StoredJob } from './job-files';
import { JobRun } from './job-run';
import type { LuitClient } from './luit-client';
import { log } from './log';

const CLAIM_RETRY = { firstMs: 1_000, maxMs: 30_000, jitter: 0.5 };
/** How often the server is asked what it is, while the runner waits. */
const DESCRIBE_EVERY_MS = 5 * 60_000;
const DESCRIBE_TIMEOUT_MS = 10_000;

/** A server beside the GPU. */
export interface RunnerEngine {
  id: string;
  kind: string;
  engine: Engine;
}

/** Claims jobs while it has free slots, and makes them. */
export class Runner {
  private readonly runs = new Map<string, JobRun>();
  private readonly results = new Map<string, number>();
  private readonly stopping = new AbortController();
  private onFree?: () => void;
  private gpu: { name: string | null; readAt: number } = { name: null, readAt: -Infinity };

  constructor(
    private readonly engines: [RunnerEngine, ...RunnerEngine[]],
    private readonly client: LuitClient,
    private readonly files: JobFiles,
    private readonly settings: { slots: number; version: string },
  ) {}

  /** Runs until it is stopped and its jobs have ended. Continues the jobs of an earlier process first. */
  async run(): Promise<void> {
    for (const stored of this.files.read()) {
      log('Continuing a job', { job: stored.job.id, finished: stored.output !== null });
      this.start(stored);
    }
    for (let failures = 0; !this.stopping.signal.aborted;) {
      try {
        await this.freeSlot();
        await this.claim();
        failures = 0;
      } catch (error) {
        if (this.stopping.signal.aborted) break;
        log('Claiming failed', { reason: (error as Error).message });
        await pause(backoff(failures++, CLAIM_RETRY), undefined, { signal: this.stopping.signal }).catch(
          () => undefined,
        );
      }
    }
    while (this.runs.size > 0) await this.nextFree();
  }

  /** Finishes the jobs that it has. The second call gives them back. */
  stop(): void {
    if (this.stopping.signal.aborted) {
      log('Giving jobs back', { jobs: this.runs.size });
      for (const run of this.runs.values()) run.giveBack();
    } else {
      log('Stopping', { jobs: this.runs.size });
      this.stopping.abort();
      this.onFree?.();
    }
  }

  metrics(): string {
    const runs = [...this.runs.values()];
    const results = [...this.results].map(([result, jobs]) => `luit_runner_jobs_total{result="${result}"} ${jobs}`);
    return [
      '# TYPE luit_runner_slots gauge',
      `luit_runner_slots ${this.settings.slots}`,
      '# TYPE luit_runner_running gauge',
      `luit_runner_running ${runs.filter(({ isFinished }) => !isFinished).length}`,
      '# HELP luit_runner_uploads Finished outputs that are not uploaded yet',
      '# TYPE luit_runner_uploads gauge',
      `luit_runner_uploads ${runs.filter(({ isFinished }) => isFinished).length}`,
      '# HELP luit_runner_last_answer_seconds When Luit last answered, seconds since the Unix epoch',
      '# TYPE luit_runner_last_answer_seconds gauge',
      `luit_runner_last_answer_seconds ${Math.round(this.client.lastAnswerAt / 1_000)}`,
      '# TYPE luit_runner_jobs_total counter',
      ...results,
      '',
    ].join('\n');
  }

  private async claim(): Promise<void> {
    const job = await this.client.claim(await this.facts(), this.stopping.signal);
    if (!job) return;
    const known = this.runs.get(job.id);
    if (known) return known.adopt(job.lease);
    const engine = this.engineFor(job.task.route);
    log('Claimed a job', { job: job.id, model: job.task.model, engine: engine.id });
    const stored = { job, engineId: engine.id, claimedAt: Date.now(), externalId: null, output: null };
    this.files.write(stored);
    this.start(stored);
  }

  private start(stored: StoredJob): void {
    const { id } = stored.job;
    const [first] = this.engines;
    const { engine } = this.engines.find((each) => each.id === stored.engineId) ?? first;
    const run = new JobRun(stored, engine, this.client, this.files);
    this.runs.set(id, run);
    void run
      .run()
      .catch((error: unknown) => {
        log('Job crashed', { job: id, reason: (error as Error).message });
        return 'crashed';
      })
      .then((result) => {
        this.results.set(result, (this.results.get(result) ?? 0) + 1);
        this.runs.delete(id);
        this.onFree?.();
      });
  }

  /** A graph goes to ComfyUI, and other routes to a server with the Videos API. */
  private engineFor(route: { workflow?: unknown } | null): RunnerEngine {
    const isGraph = route?.workflow !== undefined;
    return this.engines.find(({ kind }) => (kind !== 'videos-api') === isGraph) ?? this.engines[0];
  }

  private async freeSlot(): Promise<void> {
    // An output that is being uploaded needs no GPU.
    while ([...this.runs.values()].filter(({ isFinished }) => !isFinished).length >= this.settings.slots) {
      if (this.stopping.signal.aborted) return;
      await Promise.race([this.nextFree(), pause(1_000)]);
    }
  }

  private nextFree(): Promise<void> {
    return new Promise((resolve) => (this.onFree = resolve));
  }

  private async facts(): Promise<RunnerFacts> {
    const { slots, version } = this.settings;
    const engines = [...new Set(this.engines.map(({ kind }) => kind))];
    return {
      runner: this.files.runnerId,
      slots,
      engines,
      version,
      gpu: await this.readGpu(),
      holding: [...this.runs.keys()],
    };
  }

  private async readGpu(): Promise<string | null> {
    if (performance.now() - this.gpu.readAt < DESCRIBE_EVERY_MS) return this.gpu.name;
    const read = async ({ engine }: RunnerEngine) => {
      const described = await engine.describe?.(AbortSignal.timeout(DESCRIBE_TIMEOUT_MS));
      return described?.devices.map(({ name }) => name) ?? [];
    };
    const names = await Promise.all(this.engines.map((each) => read(each).catch(() => [])));
    this.gpu = { name: names.flat().join(', ').slice(0, 200) || null, readAt: performance.now() };
    return this.gpu.name;
  }
}
