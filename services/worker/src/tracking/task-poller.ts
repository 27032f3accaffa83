import { generationCalls } from '@luit/contracts/generation/messages';
import { MAX_POLLS, type Poll, POLL_WAKE_UP } from '@luit/contracts/generation/tracking';
import { CallClient } from '@luit/platform/calls/call-client';
import { WakeUpListener, sendWakeUp } from '@luit/platform/wake-ups/wake-ups';
import { REDIS } from '@luit/platform/platform.module';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Redis } from 'ioredis';
import { INSTANCE } from '../config';
import { ProviderChecks } from '../providers/provider-checks';
import { HandedPollsReader } from './handed-polls-reader';
import { PollTimer } from './poll-timer';
import { TrackingService } from './tracking.service';

/** Polls in flight, including polls with an output that is being copied. Further polls stay due, for this worker or another. */
const MAX_IN_FLIGHT = 200;
/**
 * Between two claims, so that polls that are due at about the same time share one. A wake-up is followed immediately.
 * Milliseconds.
 */
const CLAIM_PAUSE_MS = 100;
const RETRY_MS = 1_000;

interface InFlight {
  requestId: string;
  since: number;
  end: Promise<void>;
}

/**
 * Claims due polls in batches and makes them, as well as polls that generation hands over. With each response, generation reports when the
 * next poll is due, and wakes one worker when a poll becomes due that possibly no worker knows of. While no job is tracked, a worker makes
 * no calls.
 */
@Injectable()
export class TaskPoller implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(TaskPoller.name);
  private readonly inFlight = new Set<InFlight>();
  private claiming?: Promise<void>;
  private isWoken = false;
  private isStopping = false;
  private onFree?: () => void;
  private done = 0;

  constructor(
    private readonly calls: CallClient,
    private readonly tracking: TrackingService,
    private readonly timer: PollTimer,
    private readonly checks: ProviderChecks,
    private readonly wakeUps: WakeUpListener,
    private readonly handed: HandedPollsReader,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(INSTANCE) private readonly workerId: string,
  ) {}

  onApplicationBootstrap(): void {
    this.wakeUps.start((delayMs) => this.timer.dueIn(delayMs));
    this.handed.start(
      () => this.freePlaces(),
      (poll, ageMs) => this.start(poll, performance.now() - ageMs),
    );
    this.timer.start(() => this.wake());
  }

  /** Lets polls in flight end, then hands over to another worker. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    this.timer.stop();
    this.onFree?.();
    await Promise.all([this.wakeUps.stop(), this.handed.stop()]);
    await this.claiming;
    await Promise.all([...this.inFlight].map(({ end }) => end));
    await sendWakeUp(this.redis, POLL_WAKE_UP).catch((error: Error) =>
      this.log.warn({ msg: 'Failed to wake another worker', reason: error.message }),
    );
  }

  /** The polls in flight, the longest first, and how many this process has made. */
  activity(): { capacity: number; tasks: { id: string; runningForMs: number }[]; done: number } {
    const now = performance.now();
    const tasks = [...this.inFlight].map(({ requestId, since }) => ({
      id: requestId,
      runningForMs: Math.round(now - since),
    }));
    return { capacity: MAX_IN_FLIGHT, tasks, done: this.done };
  }

  private wake(): void {
    this.isWoken = true;
    if (this.isStopping || this.claiming) return;
    this.isWoken = false;
    this.claiming = this.claim()
      .catch((error: Error) => {
        this.log.warn({ msg: 'Failed to claim polls', reason: error.message });
        this.timer.dueIn(RETRY_MS);
      })
      .finally(() => {
        this.claiming = undefined;
        if (this.isWoken) this.wake();
      });
  }

  private async claim(): Promise<void> {
    const limit = Math.min(MAX_POLLS, MAX_IN_FLIGHT - this.inFlight.size);
    // The next poll that ends wakes this again.
    if (limit === 0) return;
    const claimedAt = performance.now();
    const claimed = await this.calls.call(generationCalls.claimPolls, { workerId: this.workerId, limit });
    const { polls, nextPollMs, checks = [] } = claimed;
    for (const poll of polls) this.start(poll, claimedAt);
    for (const provider of checks) this.check(provider);
    const pauseMs = polls.length === limit ? 0 : CLAIM_PAUSE_MS;
    if (nextPollMs !== null) this.timer.dueIn(Math.max(nextPollMs, pauseMs));
  }

  /** Waits until a further poll can be made. */
  private async freePlaces(): Promise<number> {
    if (this.inFlight.size >= MAX_IN_FLIGHT) await new Promise<void>((resolve) => (this.onFree = resolve));
    return Math.max(0, MAX_IN_FLIGHT - this.inFlight.size);
  }

  /** @param claimedAt when the lease was granted, or a little earlier, on the clock of `performance.now()` */
  private start(poll: Poll, claimedAt: number): void {
    const { requestId } = poll;
    this.timer.forget(requestId);
    const started = { requestId, since: performance.now(), end: Promise.resolve() };
    this.inFlight.add(started);
    started.end = this.tracking
      .poll(poll, claimedAt)
      .catch((error: unknown) =>
        this.log.warn({ msg: 'A poll failed; it is repeated once its lease ends', requestId, err: error }),
      )
      .then(() => this.end(started));
  }

  private check(provider: string): void {
    this.checks
      .run(provider)
      .catch((error: Error) => this.log.warn({ msg: 'A provider check failed', provider, reason: error.message }));
  }

  private end(ended: InFlight): void {
    const wasFull = this.inFlight.size >= MAX_IN_FLIGHT;
    this.inFlight.delete(ended);
    this.done += 1;
    if (!wasFull) return;
    this.timer.dueIn(0);
    this.onFree?.();
  }
}
