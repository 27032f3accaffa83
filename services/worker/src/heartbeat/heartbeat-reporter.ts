import { workerBroadcasts } from '@luit/contracts/operations/worker';
import type { QueueConsumers } from '@luit/platform/jobs/queue-consumers';
import type { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { type BeforeApplicationShutdown, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { hostname } from 'node:os';

const BEAT_EVERY_MS = 2_000;
const TOLD_TASKS = 12;

/** Tells the gateways that this process is alive, and what it has in hand. */
export class HeartbeatReporter implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(HeartbeatReporter.name);
  private readonly startedAt = new Date().toISOString();
  private timer?: NodeJS.Timeout;
  private isStopping = false;

  constructor(
    private readonly consumers: QueueConsumers,
    private readonly broadcasts: Broadcasts,
    private readonly instance: string,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.beat(), BEAT_EVERY_MS);
    void this.beat();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.isStopping = true;
    await this.beat();
  }

  private async beat(): Promise<void> {
    const { slots, tasks, done } = this.consumers.activity();
    const { instance, startedAt, isStopping } = this;
    const about = { instance, host: hostname(), pid: process.pid, startedAt, isStopping, slots, done };
    await this.broadcasts
      .publish(workerBroadcasts.heartbeat, { ...about, tasks: tasks.slice(0, TOLD_TASKS), inFlight: tasks.length })
      .catch((error: Error) => this.log.debug({ msg: 'A beat was not heard', reason: error.message }));
  }
}
