import { acknowledgmentCalls, MAX_ACKNOWLEDGED } from '@luit/contracts/messages/acknowledgments';
import { ownerOf, type StoringService } from '@luit/contracts/messages/message';
import { events, findEvent } from '@luit/contracts/registry/registry';
import { Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { CallClient } from '../calls/call-client';
import { eventsRedelivered, oldestUnacknowledged } from '../metrics/metrics';
import { eventQueueName, type Queues } from '../queues/queues';
import type { Scheduler } from '../scheduling/scheduler';
import type { OutboxRow } from './outbox-batch';
import type { OutboxPublisher } from './outbox-publisher';

/** With the age below, 40 seconds at most until a lost event is delivered again. */
const INTERVAL_MS = 35_000;

/**
 * Events that were relayed at least 5 seconds ago, in which most are handled, and not acknowledged. Inboxes keep ids for three days,
 * so an older event might be handled twice.
 */
const UNACKNOWLEDGED = `
  SELECT seq, id, kind, name, payload, options, correlation, extract(epoch FROM now() - created_at) AS age
    FROM outbox
   WHERE kind = 'event' AND relayed_at < now() - interval '5 seconds' AND created_at > now() - interval '2 days' AND seq > $1
   ORDER BY seq LIMIT ${MAX_ACKNOWLEDGED}`;

/**
 * Asks the subscribers which of this service's events they have handled. It deletes the rows of handled events, and redelivers events that
 * Redis lost: a subscriber has not handled them, and its queue does not contain them.
 */
export class EventReconciler implements OnApplicationBootstrap {
  private readonly log = new Logger(EventReconciler.name);

  constructor(
    private readonly service: StoringService,
    private readonly database: DataSource,
    private readonly calls: Pick<CallClient, 'call'>,
    private readonly queues: Pick<Queues, 'absent'>,
    private readonly publisher: Pick<OutboxPublisher, 'deliver'>,
    private readonly scheduler: Scheduler,
  ) {}

  onApplicationBootstrap(): void {
    // Prometheus detects the first increase only if the counter existed before it.
    for (const contract of events.filter((each) => ownerOf(each) === this.service)) {
      for (const subscriber of contract.subscribers) eventsRedelivered.inc({ name: contract.name, subscriber }, 0);
    }
    this.scheduler.every('reconcile-events', INTERVAL_MS, () => this.round());
  }

  /** One round. Safe to run concurrently, in this process and in others. */
  async round(): Promise<void> {
    let after = '0';
    let oldest = 0;
    for (;;) {
      const rows: OutboxRow[] = await this.database.query(UNACKNOWLEDGED, [after]);
      const waiting = await this.reconcile(rows);
      oldest = Math.max(oldest, ...waiting.map(({ age }) => Number(age)));
      const last = rows.at(-1);
      if (!last || rows.length < MAX_ACKNOWLEDGED) break;
      after = last.seq;
    }
    oldestUnacknowledged.set({ service: this.service, name: 'events' }, oldest);
  }

  /** @returns the events that are not handled yet */
  private async reconcile(rows: OutboxRow[]): Promise<OutboxRow[]> {
    const waiting = new Set<OutboxRow>();
    const bySubscriber = new Map<StoringService, OutboxRow[]>();
    for (const row of rows) {
      const contract = findEvent(row.name);
      // Only a newer release declares it. It stays until that release runs.
      if (!contract) waiting.add(row);
      for (const subscriber of contract?.subscribers ?? []) {
        bySubscriber.set(subscriber, [...(bySubscriber.get(subscriber) ?? []), row]);
      }
    }
    for (const [subscriber, own] of bySubscriber) {
      for (const row of await this.ensureDelivery(subscriber, own)) waiting.add(row);
    }
    const handled = rows.filter((row) => !waiting.has(row));
    if (handled.length > 0) {
      await this.database.query(`DELETE FROM outbox WHERE seq = ANY ($1)`, [handled.map(({ seq }) => seq)]);
    }
    return [...waiting];
  }

  /** Delivers lost events again. @returns the events that the subscriber has not handled */
  private async ensureDelivery(subscriber: StoringService, rows: OutboxRow[]): Promise<OutboxRow[]> {
    try {
      const unhandled = await this.unhandled(subscriber, rows);
      const absent = await this.absent(subscriber, unhandled);
      // An entry leaves its queue once it is handled.
      const lost = absent.length > 0 ? await this.unhandled(subscriber, absent) : [];
      if (lost.length > 0) await this.redeliver(subscriber, lost);
      return unhandled;
    } catch (error) {
      this.log.warn({ msg: 'Reconciling events failed', subscriber, reason: (error as Error).message });
      return rows;
    }
  }

  private async unhandled(subscriber: StoringService, rows: OutboxRow[]): Promise<OutboxRow[]> {
    const { eventIds } = await this.calls.call(acknowledgmentCalls[subscriber], { eventIds: rows.map(({ id }) => id) });
    const handled = new Set(eventIds);
    return rows.filter(({ id }) => !handled.has(id));
  }

  /** The events without an entry in the subscriber's queue. */
  private async absent(subscriber: StoringService, rows: OutboxRow[]): Promise<OutboxRow[]> {
    const ids = rows.map(({ id }) => id);
    const absent = new Set(await this.queues.absent(eventQueueName(subscriber), ids));
    return rows.filter(({ id }) => absent.has(id));
  }

  private async redeliver(subscriber: StoringService, rows: OutboxRow[]): Promise<void> {
    await this.publisher.deliver(subscriber, rows);
    for (const { name } of rows) eventsRedelivered.inc({ name, subscriber });
    this.log.warn({
      msg: 'Redis lost events; delivered them again',
      subscriber,
      count: rows.length,
      ids: rows.slice(0, 20).map(({ id }) => id),
    });
  }
}
