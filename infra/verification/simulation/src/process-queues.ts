import { QueueConsumers } from '@luit/platform/jobs/queue-consumers';
import { Queues, type QueueEntry } from '@luit/platform/queues/queues';
import type { Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { SimulatedQueues } from './simulated-queues';

/** The queues as one process sees them. */
export class ProcessQueues extends Queues {
  constructor(
    private readonly queues: SimulatedQueues,
    redis: Redis,
  ) {
    super(redis);
  }

  override named(name: string): Queue<QueueEntry> {
    return this.queues.named(name);
  }

  override readOnly(name: string): Queue<QueueEntry> {
    return this.queues.named(name);
  }

  override close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Runs the real handlers for entries of the simulated queues. */
export class SimulatedConsumers extends QueueConsumers {
  constructor(
    private readonly queues: SimulatedQueues,
    ...inherited: ConstructorParameters<typeof QueueConsumers>
  ) {
    super(...inherited);
  }

  protected override start(queue: string, handle: (entry: Job<QueueEntry>, token: string) => Promise<void>): void {
    this.queues.consume(queue, (entry) => this.process(queue, entry, 'token', handle));
  }
}
