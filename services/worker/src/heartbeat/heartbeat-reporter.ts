import { workerBroadcasts } from '@luit/contracts/operations/worker';
import { QueueConsumers } from '@luit/platform/jobs/queue-consumers';
import { RELEASE } from '@luit/platform/migrations/release';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { hostname } from 'node:os';
import { INSTANCE } from '../config';
import { TaskPoller } from '../tracking/task-poller';

const INTERVAL_MS = 2_000;
const MAX_TASKS = 12;

/** Broadcasts to the gateways that this process is alive, and which jobs are in flight. */
@Injectable()
export class HeartbeatReporter implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(HeartbeatReporter.name);
  private readonly startedAt = new Date().toISOString();
  private isStopping = false;

  constructor(
    private readonly consumers: QueueConsumers,
    private readonly polls: TaskPoller,
    private readonly broadcasts: Broadcasts,
    @Inject(INSTANCE) private readonly instance: string,
    private readonly scheduler: Scheduler,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.every('heartbeat', INTERVAL_MS, () => this.report(), { firstMs: 0 });
  }

  /** Reports that the process is shutting down. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.report();
  }

  private async report(): Promise<void> {
    const queues = this.consumers.activity();
    const polls = this.polls.activity();
    const tasks = [...queues.tasks, ...polls.tasks.map((task) => ({ ...task, queue: 'poll' }))];
    tasks.sort((a, b) => b.runningForMs - a.runningForMs);
    const { instance, startedAt, isStopping } = this;
    const status = {
      ...{ instance, host: hostname(), pid: process.pid, release: RELEASE, startedAt, isStopping },
      slots: { ...queues.slots, poll: polls.capacity },
      done: queues.done + polls.done,
    };
    await this.broadcasts
      .publish(workerBroadcasts.heartbeat, { ...status, tasks: tasks.slice(0, MAX_TASKS), inFlight: tasks.length })
      .catch((error: Error) => this.log.debug({ msg: 'Heartbeat failed', reason: error.message }));
  }
}
