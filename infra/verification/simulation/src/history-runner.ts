import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { HistoryOrder, HistoryReport } from './history-messages';
import type { HistoryResult } from './simulation';
import type { HistoryOptions } from './world';

const ENTRY = path.resolve(__dirname, '..', 'dist', 'history-process.js');
/** A start creates a database; a history usually takes less than a second. */
const TIMEOUT_MS = 120_000;

interface RunnerOptions {
  /** The script of the process. */
  entry?: string;
  /** Milliseconds for the start, and for each history. */
  timeoutMs?: number;
}

/**
 * Runs histories in a separate process, because they replace timers, `Date` and the driver of Postgres, which must not affect other code.
 * The process ends with this one in every case. `LUIT_TEST_POSTGRES_URL` names its server.
 */
export class HistoryRunner {
  private output = '';
  private cpu = 0;

  private constructor(
    private readonly child: ChildProcess,
    private readonly timeoutMs: number,
  ) {
    for (const stream of [child.stdout, child.stderr])
      stream!.on('data', (chunk: Buffer) => {
        this.output = (this.output + chunk.toString()).slice(-4_000);
      });
  }

  /** @throws Error if the process does not start */
  static async start({ entry = ENTRY, timeoutMs = TIMEOUT_MS }: RunnerOptions = {}): Promise<HistoryRunner> {
    const runner = new HistoryRunner(
      fork(entry, { execArgv: ['--max-semi-space-size=64'], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] }),
      timeoutMs,
    );
    await runner.next('The simulation did not start');
    return runner;
  }

  /** Processor time of the process, without Postgres, after its last history. */
  get cpuSeconds(): number {
    return this.cpu;
  }

  /** @throws Error if the history does not end; the process has ended then */
  async run(seed: number, options: HistoryOptions = {}): Promise<HistoryResult> {
    this.child.send({ seed, options } satisfies HistoryOrder);
    const report = await this.next(`Seed ${seed} did not come to an end`);
    if (report.kind !== 'result') throw new Error(`Unexpected message: ${report.kind}`);
    this.cpu = report.cpuSeconds;
    return report.result;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }

  private async next(failure: string): Promise<HistoryReport> {
    const waiting = new AbortController();
    const { signal } = waiting;
    const timer = setTimeout(() => waiting.abort(), this.timeoutMs);
    try {
      const exit = once(this.child, 'close', { signal }).then(() => undefined);
      const message = once(this.child, 'message', { signal }).then(([report]) => report as HistoryReport);
      const first = await Promise.race([message, exit]);
      if (first) return first;
      throw new Error('Its process has ended');
    } catch (error) {
      await this.stop();
      const reason = signal.aborted ? `It took longer than ${this.timeoutMs / 1_000} s` : (error as Error).message;
      throw new Error(`${failure}: ${reason}\n${this.output}`);
    } finally {
      clearTimeout(timer);
      waiting.abort();
    }
  }
}
