import { HealthServer } from '@luit/platform/health/health-server';
import { metrics } from '@luit/platform/metrics/metrics';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { CONFIG, type GenerationConfig } from '../config';
import { JobEventArchiver } from './job-event-archiver';
import { type JobEventPartition, JobEventPartitions } from './job-event-partitions';

const INTERVAL_MS = 3_600_000;
const FIRST_MS = 30_000;
const RETRY = { firstMs: 5_000, maxMs: 600_000 };

/** Injection token of the archiver; null if no storage is configured. */
export const ARCHIVER = Symbol('job-event-archiver');

const partitionsAhead = new Gauge({
  name: 'luit_partitions_ahead',
  help: 'Months after the current one whose partition exists; -1 if the current one has none',
  labelNames: ['table'],
  registers: [metrics],
});

const partitionsArchived = new Counter({
  name: 'luit_partitions_archived_total',
  help: 'Partitions that were written to the storage and dropped',
  labelNames: ['table'],
  registers: [metrics],
});

/** Creates the partitions of `job_events` ahead of time, and moves expired partitions to storage. */
@Injectable()
export class JobEventCleaner implements OnApplicationBootstrap {
  private readonly log = new Logger(JobEventCleaner.name);

  constructor(
    private readonly partitions: JobEventPartitions,
    private readonly scheduler: Scheduler,
    private readonly health: HealthServer,
    @Inject(ARCHIVER) private readonly archiver: JobEventArchiver | null,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  onApplicationBootstrap(): void {
    partitionsArchived.inc({ table: 'job_events' }, 0);
    this.health.measureAtScrape('job-event-partitions', async () => {
      partitionsAhead.set({ table: 'job_events' }, await this.partitions.countAhead());
    });
    this.scheduler.every('job-event-partitions', INTERVAL_MS, () => this.round(), { firstMs: FIRST_MS, retry: RETRY });
  }

  /** One round. Safe to run on several replicas at once. A round that fails at any point is continued by the next one. */
  async round(): Promise<void> {
    const created = await this.partitions.createMissing();
    if (created > 0) this.log.log({ msg: 'Created partitions', table: 'job_events', created });
    for (const partition of await this.partitions.list(this.config.retentionDays['generation.job_events'])) {
      if (this.scheduler.isStopping) return;
      if (partition.isExpired) await this.archive(partition);
    }
  }

  private async archive(partition: JobEventPartition): Promise<void> {
    if (!this.archiver) {
      this.log.warn({ msg: 'Kept an expired partition, because no storage is configured', table: partition.table });
      return;
    }
    if (partition.isAttached) await this.partitions.detach(partition);
    const archive = await this.archiver.archive(partition);
    if (!archive) return;
    partitionsArchived.inc({ table: 'job_events' });
    this.log.log({ msg: 'Archived a partition', table: partition.table, ...archive });
  }
}
