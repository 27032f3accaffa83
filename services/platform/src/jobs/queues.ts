import type { JobContract, Service } from '@luit/contracts/messages/message';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { JobOptions } from '../events/outbox';
import { bullmqTelemetry } from '../tracing/tracing';

/** What lies in a queue: a job's id, or an event, with the correlation id of whoever caused it. */
export interface QueueEntry {
  payload: unknown;
  correlationId?: string;
}

/** Postgres owns the truth, so an entry that has ended leaves nothing behind and its id may be used again. */
const NO_TRACE = { removeOnComplete: true, removeOnFail: true } as const;

/** BullMQ writes down what becomes of each entry, for listeners that we do not have; by default, 10 000 lines a queue. */
const EVENTS_KEPT = 100;

/** Before every entry that has a priority. */
const FIRST = 0;

/** Retried without end: what is due stays due. The pause between tries is capped by the consumer. */
const ENDLESS = { attempts: 1_000_000_000, backoff: { type: 'capped' } } as const;

export function eventQueueName(subscriber: Service): string {
  return `events-${subscriber}`;
}

/** The producing side of every queue, opened at first use. */
export class Queues {
  private readonly open = new Map<string, Queue<QueueEntry>>();

  constructor(private readonly redis: Redis) {}

  named(name: string): Queue<QueueEntry> {
    return this.keep(name, name, {});
  }

  /** For who may only look: opening it writes nothing. */
  readOnly(name: string): Queue<QueueEntry> {
    return this.keep(`${name} (read-only)`, name, { skipMetasUpdate: true });
  }

  /** Adds work by its id; an id that is in the queue already stays as it is. */
  async addJob(contract: JobContract, id: string, options: JobOptions = {}, correlationId?: string): Promise<void> {
    await this.named(contract.name).add(
      contract.name,
      { payload: { id }, correlationId },
      { jobId: id, delay: options.delayMs, priority: options.priority },
    );
  }

  /**
   * Ends the delay of a waiting entry, which is next then: at its own priority it would stand behind all that share it.
   * False where it is not delayed: at work, gone, or due anyway.
   */
  async promote(contract: JobContract, id: string): Promise<boolean> {
    const entry = await this.named(contract.name).getJob(id);
    if (!entry || !(await entry.isDelayed())) return false;
    try {
      await entry.changePriority({ priority: FIRST });
      await entry.promote();
      return true;
    } catch (error) {
      if (await entry.isDelayed()) throw error;
      return false;
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.open.values()].map((queue) => queue.close()));
  }

  private keep(key: string, name: string, options: { skipMetasUpdate?: boolean }): Queue<QueueEntry> {
    let queue = this.open.get(key);
    if (!queue) {
      queue = new Queue(name, {
        ...options,
        connection: this.redis,
        defaultJobOptions: { ...NO_TRACE, ...ENDLESS },
        streams: { events: { maxLen: EVENTS_KEPT } },
        telemetry: bullmqTelemetry(),
      });
      // The connection is shared and tells of its troubles itself; unheard, each queue would print them bare.
      queue.on('error', () => undefined);
      this.open.set(key, queue);
    }
    return queue;
  }
}
