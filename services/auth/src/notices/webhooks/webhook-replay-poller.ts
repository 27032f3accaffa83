import { deliveryJobs } from '@luit/contracts/auth/deliveries';
import { DuePoller, earliest } from '@luit/platform/scheduling/due-poller';
import type { Schedule } from '@luit/platform/scheduling/schedule';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { REPLAYED_DELIVERIES } from './webhook-replayed-deliveries';

/** If the process that started a replay crashes, milliseconds. */
const WITHIN_MS = 5_000;
/** Between the batches of an endpoint, milliseconds. */
const BATCH_INTERVAL_MS = 1_000;
/** Deliveries. An endpoint with this many deliveries that wait for their first attempt gets no more. */
const BATCH = 100;

interface DueReplay {
  endpointId: string;
  isOff: boolean;
  isBehind: boolean;
}

/** The row of the replay says how far it got, so any replica goes on where another one stopped. */
const CLAIM_SQL = `
  SELECT r.endpoint_id AS "endpointId", e.off_at IS NOT NULL AS "isOff",
         (SELECT count(*) FROM (
            SELECT FROM webhook_deliveries d
             WHERE d.endpoint_id = r.endpoint_id AND d.due_at <= now() AND d.attempts = 0 LIMIT ${BATCH}) untried) >= ${BATCH} AS "isBehind"
    FROM webhook_replays r JOIN webhook_endpoints e ON e.id = r.endpoint_id
   WHERE r.next_batch_at <= now() ORDER BY r.next_batch_at LIMIT 1 FOR UPDATE OF r SKIP LOCKED`;

/** Puts back a batch with its jobs. An empty one ends the replay. */
const BATCH_SQL = `
  WITH batch AS (
    SELECT d.id FROM webhook_replays r JOIN ${REPLAYED_DELIVERIES}
     WHERE r.endpoint_id = $1 ORDER BY d.id LIMIT ${BATCH} FOR UPDATE OF d
  ), restarted AS (
    UPDATE webhook_deliveries d SET attempts = 0, due_at = now(), delivered_at = NULL, failed_at = NULL
      FROM batch WHERE d.id = batch.id RETURNING d.id
  ), enqueued AS (
    INSERT INTO outbox (kind, name, payload, options)
    SELECT '${deliveryJobs.webhook.kind}', '${deliveryJobs.webhook.name}', jsonb_build_object('id', id), '{}' FROM restarted ORDER BY id
  )
  UPDATE webhook_replays r
     SET position = coalesce((SELECT id FROM batch ORDER BY id DESC LIMIT 1), r.position),
         next_batch_at = CASE WHEN EXISTS (SELECT FROM batch) THEN now() + interval '${BATCH_INTERVAL_MS} milliseconds' END
   WHERE r.endpoint_id = $1`;

/** Puts the deliveries of replays back into their queue, no faster than their endpoints take them. */
@Injectable()
export class WebhookReplayPoller implements OnApplicationBootstrap {
  private readonly log = new Logger(WebhookReplayPoller.name);
  private schedule?: Schedule;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly scheduler: Scheduler,
    private readonly poller: DuePoller,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule = this.poller.add({
      name: 'webhook-replays',
      dueInMs: earliest('webhook_replays', 'next_batch_at'),
      withinMs: WITHIN_MS,
      repeatMs: BATCH_INTERVAL_MS,
      work: () => this.round(),
    });
  }

  /** Call after the commit of a new replay. */
  runNow(): void {
    this.schedule?.runNow();
  }

  /** A batch of each replay that is due. Safe to run concurrently, in this process and in others. */
  async round(): Promise<void> {
    let isDue: boolean;
    do isDue = await this.database.transaction((manager) => this.advance(manager));
    while (isDue && !this.scheduler.isStopping);
  }

  /** True if a replay was due. */
  private async advance(manager: EntityManager): Promise<boolean> {
    const [due] = await manager.query<DueReplay[]>(CLAIM_SQL);
    if (!due) return false;
    const { endpointId, isOff, isBehind } = due;
    if (isOff) {
      await manager.query('UPDATE webhook_replays SET next_batch_at = NULL WHERE endpoint_id = $1', [endpointId]);
      this.log.warn({ msg: 'Webhook replay ended: the endpoint is off', endpointId });
    } else if (isBehind) {
      await manager.query(
        `UPDATE webhook_replays SET next_batch_at = now() + interval '${BATCH_INTERVAL_MS} milliseconds' WHERE endpoint_id = $1`,
        [endpointId],
      );
    } else {
      await manager.query(BATCH_SQL, [endpointId]);
    }
    return true;
  }
}
