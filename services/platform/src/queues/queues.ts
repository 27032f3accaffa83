import type { JobContract, Service } from '@luit/contracts/messages/message';
import { Logger } from '@nestjs/common';
import { type Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { bullmqTelemetry } from '../tracing/tracing';

/** The data of a queue entry: the payload of a job or an event, and the correlation id of its cause. */
export interface QueueEntry {
  payload: unknown;
  correlationId?: string;
}

export interface JobOptions {
  /** Milliseconds before a worker may take the job. */
  delayMs?: number;
  /** Workers take 1 first and larger numbers later. A job without a priority precedes all that have one. */
  priority?: number;
}

/** A job that should have an entry in its queue. */
export interface OwedJob extends Pick<JobOptions, 'priority'> {
  id: string;
}

/** Postgres stores the outcome, so finished entries are removed and their ids can be used again. */
export const REMOVE_WHEN_DONE = { removeOnComplete: true, removeOnFail: true } as const;

/** Length of BullMQ's event stream, which no one reads; by default 10,000 per queue. */
const EVENTS_KEPT = 100;

/** Workers take such an entry before every entry that has a priority. */
const HIGHEST_PRIORITY = 0;

/** Characters of an entry's payload. */
export const MAX_ENTRY_LENGTH = 1_024 * 1_024;

/** BullMQ orders delayed entries by the time when they are due, in units of this fraction of a millisecond. */
const SCORES_PER_MS = 4_096;
/** How far a process's clock may be ahead of the clock of Redis before an entry counts as delayed for too long. */
const CLOCK_TOLERANCE_SECONDS = 5;

/** Entries are retried until they succeed, with the consumer's capped backoff. */
const ENDLESS_RETRIES = { attempts: 1_000_000_000, backoff: { type: 'capped' } } as const;

/** The prefix of a queue's keys. Its scripts use several keys, so all keys of a queue share a slot of a Redis Cluster. */
export function queuePrefix(name: string): string {
  return `bull:{${name}}`;
}

export function eventQueueName(subscriber: Service): string {
  return `events-${subscriber}`;
}

/** Adds entries to queues and inspects them. A queue is opened at its first use. */
export class Queues {
  private readonly log = new Logger(Queues.name);
  private readonly open = new Map<string, Queue<QueueEntry>>();

  constructor(private readonly redis: Redis) {}

  named(name: string): Queue<QueueEntry> {
    return this.keep(name, name, {});
  }

  /** For a process without write access: opening the queue writes nothing. */
  readOnly(name: string): Queue<QueueEntry> {
    return this.keep(`${name} (read-only)`, name, { skipMetasUpdate: true });
  }

  /** Enqueues a job. Changes nothing while a job with this id is in the queue. */
  async addJob(contract: JobContract, id: string, options: JobOptions = {}, correlationId?: string): Promise<void> {
    await this.named(contract.name).add(
      contract.name,
      { payload: { id }, correlationId },
      { jobId: id, delay: options.delayMs, priority: options.priority },
    );
  }

  /**
   * Returns the ids that have no entry in a queue, in any state. BullMQ computes delays from the clocks of processes, so this also makes
   * entries due that a process with a fast clock has delayed for too long.
   */
  async absent(name: string, ids: readonly string[]): Promise<string[]> {
    const queue = this.named(name);
    const states = await Promise.all(ids.map((id) => queue.getJobState(id)));
    await this.promoteMisdated(
      queue,
      ids.filter((_, index) => states[index] === 'delayed'),
    );
    return ids.filter((_, index) => states[index] === 'unknown');
  }

  /** Adds jobs again, at their priorities, if Redis has lost their entries. They are due, so they have no delay. */
  async addLost(contract: JobContract, jobs: readonly OwedJob[]): Promise<void> {
    const ids = jobs.map(({ id }) => id);
    const absent = new Set(await this.absent(contract.name, ids));
    const lost = jobs.filter(({ id }) => absent.has(id));
    await Promise.all(lost.map(({ id, priority }) => this.addJob(contract, id, { priority })));
    if (lost.length > 0)
      this.log.warn({ msg: 'Redis lost jobs; added them again', job: contract.name, count: lost.length });
  }

  /**
   * Ends the delay of an entry and puts it at the head of the queue, because at its own priority it would wait behind all
   * entries that share it. Returns false if the entry is not delayed: it is in flight, waiting, or not in the queue.
   */
  async promote(contract: JobContract, id: string): Promise<boolean> {
    const entry = await this.named(contract.name).getJob(id);
    if (!entry || !(await entry.isDelayed())) return false;
    return promoteEntry(entry);
  }

  async close(): Promise<void> {
    await Promise.all([...this.open.values()].map((queue) => queue.close()));
  }

  private async promoteMisdated(queue: Queue<QueueEntry>, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const [seconds] = await this.redis.time();
    const latestMs = (Number(seconds) + CLOCK_TOLERANCE_SECONDS) * 1_000;
    for (const id of ids) {
      const [score, entry] = await Promise.all([this.redis.zscore(queue.toKey('delayed'), id), queue.getJob(id)]);
      if (score === null || !entry) continue;
      if (Number(score) / SCORES_PER_MS > latestMs + entry.delay) await promoteEntry(entry);
    }
  }

  private keep(key: string, name: string, options: { skipMetasUpdate?: boolean }): Queue<QueueEntry> {
    let queue = this.open.get(key);
    if (!queue) {
      queue = new Queue(name, {
        ...options,
        connection: this.redis,
        prefix: queuePrefix(name),
        defaultJobOptions: { ...REMOVE_WHEN_DONE, ...ENDLESS_RETRIES },
        streams: { events: { maxLen: EVENTS_KEPT } },
        telemetry: bullmqTelemetry(),
      });
      // The shared connection logs its own errors. Without a listener, BullMQ would print them for each queue.
      queue.on('error', () => undefined);
      this.open.set(key, queue);
    }
    return queue;
  }
}

/** Returns false if the entry is not delayed anymore. */
async function promoteEntry(entry: Job<QueueEntry>): Promise<boolean> {
  try {
    await entry.changePriority({ priority: HIGHEST_PRIORITY });
    await entry.promote();
    return true;
  } catch (error) {
    if (await entry.isDelayed()) throw error;
    return false;
  }
}
