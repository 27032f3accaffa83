import { setTimeout as delay } from 'node:timers/promises';
import type { FaultKind } from '../faults';
import { predictionId } from '../ids';
import type { OutputFiles } from '../videos/output-files';
import { type Directives, parseDirectives } from '../videos/directives';
import { promptOf, type Work } from '../videos/work';

export type GpuState = 'queued' | 'running' | 'succeeded' | 'failed' | 'canceled';

export interface GpuJob {
  id: string;
  /** Name of the output file. */
  file: string;
  work: Work;
  directives: Directives;
  faults: FaultKind['name'][];
  state: GpuState;
  /** 0 to 1. */
  progress: number;
  /** Milliseconds since the Unix epoch. */
  createdAt: number;
  startedAt: number | null;
  endedAt: number | null;
}

const STEPS = 10;
/** Share of its time after which a job fails. */
const FAILS_AT = 0.5;

/** The jobs of one server with one GPU, which runs them one after the other. They are in its memory only, as those of the real ones are. */
export class GpuQueue<Job extends GpuJob> {
  private jobs: Job[] = [];
  private running: { job: Job; stop: AbortController } | undefined;

  constructor(
    private readonly files: OutputFiles,
    private readonly secondsPerVideo: number,
  ) {}

  /** Everything that the server knows, the oldest first. */
  all(): Job[] {
    return this.jobs;
  }

  live(): Job[] {
    return this.jobs.filter(({ state }) => state === 'queued' || state === 'running');
  }

  find(id: string): Job | undefined {
    return this.jobs.findLast((job) => job.id === id);
  }

  /** @param faults of the request */
  newJob(id: string, work: Work, faults: FaultKind[]): GpuJob {
    return {
      ...{ id, work, file: predictionId(), state: 'queued', progress: 0 },
      directives: parseDirectives(promptOf(work), this.secondsPerVideo),
      faults: faults.map(({ name }) => name),
      ...{ createdAt: Date.now(), startedAt: null, endedAt: null },
    };
  }

  add(job: Job): void {
    this.jobs.push(job);
    this.runNext();
  }

  /** Stops the job if it waits or runs. */
  cancel(job: Job): void {
    if (job.state !== 'queued' && job.state !== 'running') return;
    this.end(job, 'canceled');
  }

  /** Removes the record of a job, whose work goes on. */
  forget(id: string): void {
    this.jobs = this.jobs.filter((job) => job.id !== id);
  }

  /** As a restart of the server. */
  restart(): void {
    this.running?.stop.abort();
    this.running = undefined;
    this.jobs = [];
  }

  close(): void {
    this.running?.stop.abort();
  }

  private runNext(): void {
    const job = this.running ? undefined : this.jobs.find(({ state }) => state === 'queued');
    if (!job) return;
    const stop = new AbortController();
    this.running = { job, stop };
    job.state = 'running';
    job.startedAt = Date.now();
    this.run(job, stop.signal).then(
      (state) => this.end(job, state),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        process.stderr.write(`sandbox: ${error instanceof Error ? error.stack : String(error)}\n`);
        this.end(job, 'failed');
      },
    );
  }

  private async run(job: Job, signal: AbortSignal): Promise<'succeeded' | 'failed'> {
    const { outcome, output, seconds } = job.directives;
    const fails = outcome !== 'success' || job.faults.includes('out_of_memory');
    const renders = !fails && output === 'video';
    const rendering = renders ? this.files.render({ id: job.file, work: job.work }, signal) : undefined;
    // Awaited only after the last step; until then a failure must not count as unhandled.
    rendering?.catch(() => undefined);
    for (let step = 1; step <= STEPS; step++) {
      await delay((seconds * 1_000) / STEPS, undefined, { signal });
      job.progress = step / STEPS;
      const isStuck = outcome === 'never' || job.faults.includes('never_finishes');
      if (isStuck)
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
      if (fails && job.progress >= FAILS_AT) return 'failed';
    }
    await rendering;
    if (output === 'bad') this.files.writeInvalid(job.file);
    return 'succeeded';
  }

  private end(job: Job, state: GpuState): void {
    if (job.state !== 'queued' && job.state !== 'running') return;
    job.state = state;
    job.endedAt = Date.now();
    if (this.running?.job !== job) return;
    this.running.stop.abort();
    this.running = undefined;
    this.runNext();
  }
}
