import { Logger } from '@nestjs/common';
import { inBackground } from '../tracing/correlation';
import { scheduledRounds } from '../metrics/metrics';
import { backoff, type BackoffSettings, withJitter } from './backoff';
import type { Timers } from './timers';

/** When the next round starts, if not an interval after this one ended. An object, so that no count is taken for a delay. */
export interface NextRound {
  /** Milliseconds, or `Infinity` to wait for `runNow`. */
  nextMs: number;
}

export type Round = () => Promise<NextRound | void>;

export interface ScheduleOptions {
  /** Delay before the first round, milliseconds; by default the interval. */
  firstMs?: number;
  /** Delays after failed rounds; by default the interval. */
  retry?: BackoffSettings;
  /** False if a shutdown does not wait for the round in flight, because stopping it loses nothing. */
  isAwaitedAtShutdown?: boolean;
}

/** Intervals are shortened by a random share of at most this, so that replicas do not run together. */
const JITTER = 0.2;

/**
 * Repeated rounds of one piece of work: one at a time, and the next one an interval after the last one ended. If the interval is
 * `Infinity`, or a round returns it, the next one waits for `runNow`.
 */
export class Schedule {
  private readonly log = new Logger(Schedule.name);
  private cancelTimer?: () => void;
  private current?: Promise<void>;
  private isRunRequested = false;
  private isStopping = false;
  private failures = 0;

  constructor(
    readonly name: string,
    private readonly intervalMs: number,
    private readonly round: Round,
    private readonly options: ScheduleOptions,
    private readonly timers: Timers,
    private readonly random: () => number,
  ) {
    this.wait(options.firstMs ?? this.jitteredIntervalMs());
  }

  /** Starts a round now, or another one right after the round in flight. */
  runNow(): void {
    if (this.current) this.isRunRequested = true;
    else this.wait(0);
  }

  /** Starts no further round and waits for the one in flight. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.cancelTimer?.();
    if (this.options.isAwaitedAtShutdown !== false) await this.current;
  }

  private wait(delayMs: number): void {
    this.cancelTimer?.();
    if (this.isStopping || delayMs === Infinity) return;
    this.cancelTimer = this.timers.after(delayMs, () => {
      this.current = this.run().then((nextMs) => {
        this.current = undefined;
        this.wait(this.isRunRequested ? 0 : nextMs);
      });
    });
  }

  /** @returns milliseconds until the next round */
  private async run(): Promise<number> {
    this.isRunRequested = false;
    try {
      const next = await inBackground(this.name, this.round);
      this.failures = 0;
      scheduledRounds.inc({ name: this.name, outcome: 'succeeded' });
      return next?.nextMs ?? this.jitteredIntervalMs();
    } catch (error) {
      return this.afterFailure(error as Error);
    }
  }

  private afterFailure({ message: reason }: Error): number {
    const { name, failures } = this;
    this.failures += 1;
    scheduledRounds.inc({ name, outcome: 'failed' });
    this.log.warn({ msg: 'Scheduled round failed', name, failures: this.failures, reason });
    const { retry } = this.options;
    return retry ? backoff(failures, retry, this.random) : this.jitteredIntervalMs();
  }

  private jitteredIntervalMs(): number {
    return withJitter(this.intervalMs, JITTER, this.random);
  }
}
