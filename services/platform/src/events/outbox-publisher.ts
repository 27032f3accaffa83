import type { JobPayload, Service, StoringService } from '@luit/contracts/messages/message';
import { findEvent } from '@luit/contracts/registry/registry';
import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { readCorrelation } from '../tracing/correlation';
import { eventQueueName, type Queues } from '../queues/queues';
import { encodePushes, type PushMessage, pushChannel } from '../pushes/push-messages';
import { type OutboxSpan, startOutboxSpan } from '../tracing/tracing';
import type { OutboxRow } from './outbox-batch';

type Entry = Parameters<ReturnType<Queues['named']>['addBulk']>[0][number];

/** Publishes a batch of outbox rows to Redis: events and jobs to their queues, pushes to the gateways. */
export class OutboxPublisher {
  private readonly log = new Logger(OutboxPublisher.name);

  constructor(
    private readonly service: Service,
    private readonly redis: Redis,
    private readonly queues: Queues,
  ) {}

  /** Keeps the order of the rows within a queue and among pushes. If it throws, some of the rows may have been published. */
  publish(rows: readonly OutboxRow[]): Promise<void> {
    return this.publishTo((row) => this.queuesOf(row), rows);
  }

  /** Delivers events to one subscriber again. Events that are still in its queue are not added twice. */
  deliver(subscriber: StoringService, rows: readonly OutboxRow[]): Promise<void> {
    return this.publishTo(() => [eventQueueName(subscriber)], rows);
  }

  private async publishTo(queuesOf: (row: OutboxRow) => string[], rows: readonly OutboxRow[]): Promise<void> {
    const byQueue = new Map<string, Entry[]>();
    const pushes: PushMessage[] = [];
    const spans: OutboxSpan[] = [];
    for (const row of rows) {
      const { correlationId, traceparent } = readCorrelation(row.correlation);
      const span = startOutboxSpan(`outbox ${row.name}`, traceparent, Number(row.age) * 1_000);
      spans.push(span);
      const { name, payload } = row;
      if (row.kind === 'push') pushes.push({ name, payload, correlationId, traceparent: span.traceparent });
      for (const queue of queuesOf(row)) {
        byQueue.set(queue, [...(byQueue.get(queue) ?? []), entryOf(row, correlationId, span)]);
      }
    }
    try {
      await Promise.all([
        ...[...byQueue].map(([name, entries]) => this.queues.named(name).addBulk(entries)),
        ...encodePushes(pushes).map((message) => this.redis.publish(pushChannel(this.service), message)),
      ]);
    } finally {
      spans.forEach((span) => span.end());
    }
  }

  /** An event that only a newer release declares is skipped, so that it does not hold up the rows behind it. */
  private queuesOf({ kind, name, id }: OutboxRow): string[] {
    if (kind === 'push') return [];
    if (kind === 'job') return [name];
    const contract = findEvent(name);
    if (!contract) this.log.error({ msg: 'Skipped an undeclared event', event: name, id });
    return contract?.subscribers.map(eventQueueName) ?? [];
  }
}

function entryOf(row: OutboxRow, correlationId: string | undefined, span: OutboxSpan): Entry {
  return {
    name: row.name,
    data: { payload: row.payload, correlationId },
    opts: {
      jobId: row.kind === 'job' ? (row.payload as JobPayload).id : row.id,
      delay: row.options?.delayMs,
      priority: row.options?.priority,
      ...(span.metadata && { telemetry: { metadata: span.metadata } }),
    },
  };
}
