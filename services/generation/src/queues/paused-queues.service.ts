import { LuitError } from '@luit/contracts/errors';
import { submitJob } from '@luit/contracts/generation/submissions';
import type { RequestOf } from '@luit/contracts/messages/message';
import { jobs } from '@luit/contracts/registry/registry';
import type { QueueOverview } from '@luit/contracts/operations/job-metrics';
import { operationsBroadcasts, operationsEvents, operationsCalls } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { writeEvent } from '@luit/platform/events/outbox';
import { Queues } from '@luit/platform/queues/queues';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { JobMetricsAggregator } from '../job-metrics/job-metrics-aggregator';
import { QueueSignals } from '../request-state/queue-signals';

const NAMES = jobs.map(({ name }) => name);

/** Queue lengths, and pausing queues. */
@Injectable()
export class PausedQueuesService {
  constructor(
    private readonly database: DataSource,
    private readonly queues: Queues,
    private readonly broadcasts: Broadcasts,
    private readonly signals: QueueSignals,
    private readonly aggregator: JobMetricsAggregator,
  ) {}

  list(): Promise<QueueOverview[]> {
    return Promise.all(NAMES.map((name) => this.read(name)));
  }

  /** @throws LuitError `not_found` */
  @OnCall(operationsCalls.setQueuePaused)
  async set(input: RequestOf<typeof operationsCalls.setQueuePaused>): Promise<{ queue: QueueOverview }> {
    const { adminId, name, isPaused, reason } = input;
    if (!NAMES.includes(name)) throw new LuitError('not_found', 'Queue not found');
    await this.database.transaction(async (manager) => {
      const [changed] = isPaused
        ? [await manager.query<unknown[]>(PAUSE_SQL, [name, adminId])]
        : await manager.query<[unknown[], number]>(`DELETE FROM paused_queues WHERE name = $1 RETURNING name`, [name]);
      if (changed.length > 0) {
        const action = isPaused ? 'queue_paused' : 'queue_resumed';
        const details: Record<string, string> = reason ? { reason } : {};
        const event = { id: uuidv7(), adminId, action, subject: name, details } as const;
        await writeEvent(manager, operationsEvents.operatorActed, event);
      }
    });
    await this.apply(name, isPaused);
    this.signals.jobWaiting();
    await this.broadcasts.publish(operationsBroadcasts.jobsChanged, { ids: [] });
    return { queue: await this.read(name) };
  }

  /** Restores the pauses in Redis after a flush. */
  async applyAll(): Promise<void> {
    const paused = await this.names();
    await Promise.all(NAMES.map((name) => this.apply(name, paused.includes(name))));
  }

  private async apply(name: string, isPaused: boolean): Promise<void> {
    const queue = this.queues.named(name);
    if ((await queue.isPaused()) === isPaused) return;
    await (isPaused ? queue.pause() : queue.resume());
  }

  private async names(): Promise<string[]> {
    const rows = await this.database.query<{ name: string }[]>(`SELECT name FROM paused_queues`);
    return rows.map(({ name }) => name);
  }

  private async read(name: string): Promise<QueueOverview> {
    const queue = this.queues.named(name);
    const [counts, isPaused] = await Promise.all([
      queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed'),
      queue.isPaused(),
    ]);
    const { waiting = 0, prioritized = 0, active = 0, delayed = 0 } = counts;
    const entries = waiting + prioritized;
    return { name, waiting: name === submitJob.name ? await this.waitingJobs() : entries, active, delayed, isPaused };
  }

  /** Jobs wait for their submission in Postgres: only jobs with a slot have a queue entry. */
  private async waitingJobs(): Promise<number> {
    await this.aggregator.refresh();
    const [{ jobs }] = (await this.database.query(
      `SELECT coalesce(sum(jobs), 0)::int AS jobs FROM job_counts WHERE state = 'pending'`,
    )) as [{ jobs: number }];
    return jobs;
  }
}

const PAUSE_SQL = `INSERT INTO paused_queues (name, admin_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING name`;
