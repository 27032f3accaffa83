import {
  type DeliveryAttempt,
  deliveryJobs,
  type DeliveryKind,
  type OutboundRequest,
} from '@luit/contracts/auth/deliveries';
import { authCalls } from '@luit/contracts/auth/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { pagesById } from '@luit/platform/database/pages-by-id';
import { Queues } from '@luit/platform/queues/queues';
import { ReconcilesJobs } from '@luit/platform/jobs/reconciles-jobs';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { DeliveryAttempts, type DeliverySender } from './delivery-attempts';

const RECONCILE_MS = 30_000;
const PAGE = 500;

interface Kind {
  sender: DeliverySender;
  successes: DeliveryAttempts;
  failures: DeliveryAttempts;
}

/** Prepares deliveries for the worker and records its attempts. Each is delivered at least once under a stable id, or has failed. */
@Injectable()
export class DeliveriesService implements OnApplicationBootstrap {
  private readonly log = new Logger(DeliveriesService.name);
  private readonly kinds = new Map<DeliveryKind, Kind>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly queues: Queues,
    private readonly scheduler: Scheduler,
  ) {}

  /** Call it before the application starts. */
  addSender(kind: DeliveryKind, sender: DeliverySender): void {
    this.kinds.set(kind, {
      sender,
      successes: new DeliveryAttempts(this.database, sender.declaration, 'success'),
      failures: new DeliveryAttempts(this.database, sender.declaration, 'failure'),
    });
  }

  onApplicationBootstrap(): void {
    this.scheduler.every('lost-deliveries', RECONCILE_MS, () => this.addLost());
  }

  /** Null if it was delivered or has failed, or its target may not receive it now. */
  @OnCall(authCalls.renderDelivery)
  render({ kind, deliveryId }: RequestOf<typeof authCalls.renderDelivery>): Promise<OutboundRequest | null> {
    return this.kinds.get(kind)!.sender.render(deliveryId);
  }

  /** Idempotent after a success. Returns when to try again. */
  @OnCall(authCalls.recordDelivery)
  async record({ kind, ...attempt }: DeliveryAttempt): Promise<{ retryInMs: number | null }> {
    const { deliveryId, status } = attempt;
    const { sender, successes, failures } = this.kinds.get(kind)!;
    if (status !== null && status >= 200 && status < 300) {
      const row = await successes.record({ ...attempt, error: null });
      if (row) this.log.log({ msg: `${sender.name} delivered`, deliveryId, attempts: row.attempts });
      return { retryInMs: null };
    }
    const error = attempt.error ?? `The ${sender.responder} responded with status ${status}`;
    const isPermanent = status !== null && sender.isPermanent?.(status);
    const retryAfterMs = sender.retryAfterMs?.(attempt.retryAfterSeconds ?? 0);
    const row = await failures.record({ ...attempt, error, isPermanent, retryAfterMs });
    if (!row) return { retryInMs: null };
    const { targetId, attempts } = row;
    this.log.warn({ msg: `${sender.name} delivery failed`, deliveryId, targetId, attempts, status, reason: error });
    const hasEnded = await sender.endTarget?.(row, status, error);
    return { retryInMs: hasEnded ? null : row.retryInMs };
  }

  /** Adds the jobs of deliveries that have been due for half a minute, if Redis has lost them. Safe to run concurrently. */
  @ReconcilesJobs(...Object.values(deliveryJobs))
  async addLost(): Promise<void> {
    for (const [kind, { sender }] of this.kinds) {
      const due = `
        SELECT d.id FROM ${sender.declaration.due} AND d.due_at < now() - interval '30 seconds' AND d.id > $1
         ORDER BY d.id LIMIT ${PAGE}`;
      for await (const rows of pagesById(this.database, due)) await this.queues.addLost(deliveryJobs[kind], rows);
    }
  }
}
