import { MAX_COMPLETION_AGE_MS, seenKey } from '@luit/contracts/auth/completion-mails';
import { generationEvents } from '@luit/contracts/generation/messages';
import type { RequestType } from '@luit/contracts/generation/plans';
import type { RequestSettled } from '@luit/contracts/generation/requests';
import { Batcher } from '@luit/platform/database/batcher';
import { type EventInfo, OnBatchedEvent } from '@luit/platform/events/on-event';
import { REDIS } from '@luit/platform/platform.module';
import { DuePoller, earliest } from '@luit/platform/scheduling/due-poller';
import { correlation } from '@luit/platform/tracing/correlation';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import { DataSource, type EntityManager } from 'typeorm';
import { MailsService } from '../../records/queued-mails/mails.service';
import { WebPushMessagesService } from '../web-push/web-push-messages.service';

/** Time for a client to acknowledge the outcome, or to reconnect and do so, milliseconds. */
const DELAY_MS = 15_000;
/** Less than the delay, so no mail is late. */
const WITHIN_MS = 5_000;
const REPEAT_MS = 1_000;
const BATCH = 200;

interface OwedMail {
  request_id: string;
  user_id: string;
  type: RequestType;
  has_succeeded: boolean;
  is_fresh: boolean;
  /** True if a web push may be sent to a device of the owner. */
  has_devices: boolean;
}

interface SeenOutcome extends OwedMail {
  /** The sessions with clients that acknowledged the outcome. */
  seenBy: string[];
}

type Outcome = RequestSettled & { eventId: string };

/** Stores the events of $1 in the inbox, and the mails to send for them, due in $2 milliseconds. */
const OWE = `
  WITH settled AS (
    SELECT * FROM jsonb_to_recordset($1) AS s ("eventId" uuid, "requestId" uuid, "userId" uuid, "ownerId" uuid, type text,
      "hasSucceeded" boolean, "completedAt" timestamptz)
  ), handled AS (
    INSERT INTO inbox (event_id) SELECT "eventId" FROM settled ORDER BY 1 ON CONFLICT DO NOTHING RETURNING event_id
  ), owed AS (
    INSERT INTO completion_mails (request_id, user_id, type, has_succeeded, completed_at, due_at)
    SELECT "requestId", owner.id, type, "hasSucceeded", "completedAt", now() + $2 * interval '1 millisecond'
      FROM settled JOIN handled ON event_id = "eventId" JOIN users owner ON owner.id = "ownerId" AND owner.status = 'active'
        ON CONFLICT (request_id) DO NOTHING
  )
  SELECT "eventId" FROM settled JOIN handled ON event_id = "eventId" JOIN users payer ON payer.id = "userId"
   WHERE (payer.last_job_at AT TIME ZONE 'Asia/Kolkata')::date IS DISTINCT FROM (now() AT TIME ZONE 'Asia/Kolkata')::date`;

/**
 * Notifies owners of finished requests, once per request: by web push on each device with a client that has not acknowledged the outcome,
 * and by mail if no client has.
 */
@Injectable()
export class CompletionMailer implements OnApplicationBootstrap {
  /** Events that arrive together share a statement. */
  private readonly outcomes = new Batcher<Outcome, boolean>((outcomes) => this.oweAll(outcomes));

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(REDIS) private readonly redis: Redis,
    private readonly mails: MailsService,
    private readonly webPushes: WebPushMessagesService,
    private readonly poller: DuePoller,
  ) {}

  onApplicationBootstrap(): void {
    this.poller.add({
      name: 'completion-mails',
      dueInMs: earliest('completion_mails', 'due_at'),
      withinMs: WITHIN_MS,
      repeatMs: REPEAT_MS,
      work: () => this.sendDue(),
    });
  }

  /**
   * Records once per event that the owner must be emailed, and the payer's first job of a day. Guests have no account; canceled
   * requests carry no completion.
   */
  @OnBatchedEvent(generationEvents.requestSettled)
  async owe(settled: RequestSettled, { id: eventId }: EventInfo): Promise<void> {
    const isFirstOfToday = await this.outcomes.add({ ...settled, eventId });
    if (isFirstOfToday)
      await this.database.query(`UPDATE users SET last_job_at = now() WHERE id = $1`, [settled.userId]);
  }

  private async oweAll(outcomes: Outcome[]): Promise<boolean[]> {
    const rows = outcomes.map(({ eventId, requestId, userId, outcome, completion }) => {
      return { eventId, requestId, userId, hasSucceeded: outcome === 'succeeded', ...completion };
    });
    const first = await this.database.query<{ eventId: string }[]>(OWE, [JSON.stringify(rows), DELAY_MS]);
    const firstOfToday = new Set(first.map(({ eventId }) => eventId));
    return outcomes.map(({ eventId }) => firstOfToday.has(eventId));
  }

  private async sendDue(): Promise<void> {
    let due: OwedMail[];
    do {
      due = await this.findDue();
      if (due.length > 0) await this.settle(due);
    } while (due.length === BATCH);
  }

  private findDue(): Promise<OwedMail[]> {
    return this.database.query(
      `SELECT request_id, user_id, type, has_succeeded,
              completed_at > now() - $1 * interval '1 millisecond' AS is_fresh,
              EXISTS (SELECT FROM sessions s JOIN web_push_subscriptions ON session_id = s.id
                       WHERE s.user_id = c.user_id) AS has_devices
         FROM completion_mails c WHERE due_at <= now() ORDER BY due_at LIMIT ${BATCH}`,
      [MAX_COMPLETION_AGE_MS],
    );
  }

  private async settle(due: OwedMail[]): Promise<void> {
    const seenBy = await Promise.all(due.map(({ request_id: id }) => this.redis.smembers(seenKey(id))));
    const outcomes = due.map((owed, index) => ({ ...owed, seenBy: seenBy[index] ?? [] }));
    const late = outcomes.filter(({ is_fresh: isFresh }) => !isFresh);
    const seen = outcomes.filter((outcome) => outcome.is_fresh && outcome.seenBy.length > 0);
    const unseen = outcomes.filter((outcome) => outcome.is_fresh && outcome.seenBy.length === 0);
    // The statement that may queue web pushes wakes the relay of the outbox, so it is left out for owners without devices.
    const withDevices = seen.filter((outcome) => outcome.has_devices);
    const toDrop = [...late, ...seen.filter((outcome) => !outcome.has_devices)];
    if (toDrop.length > 0) await this.drop(toDrop);
    if (withDevices.length > 0) await this.push(this.database.manager, withDevices);
    if (unseen.length > 0) await this.mail(unseen);
  }

  /** Deletes the rows and queues the mails and web pushes in one transaction. */
  private mail(unseen: SeenOutcome[]): Promise<void> {
    return this.database.transaction(async (manager) => {
      const own = await this.push(manager, unseen);
      for (const { user_id: userId, request_id: requestId, type, has_succeeded: hasSucceeded } of unseen) {
        if (!own.has(requestId)) continue;
        const details = { requestId, type, hasSucceeded: String(hasSucceeded) };
        await this.mails.queueNotice(manager, { id: requestId, userId, kind: 'request_finished', details });
      }
    });
  }

  /**
   * Deletes the rows and queues their web pushes with one statement. Skips rows that another replica has deleted.
   *
   * @returns the ids of the requests that belong to the deleted rows
   */
  private async push(manager: EntityManager, outcomes: SeenOutcome[]): Promise<Set<string>> {
    const deleted = await manager.query<{ request_id: string }[]>(
      `WITH deleted AS (
         DELETE FROM completion_mails c USING jsonb_to_recordset($1) AS due (request_id uuid, "seenBy" uuid[])
          WHERE c.request_id = due.request_id
         RETURNING c.user_id, c.request_id AS subject, 'request_finished' AS kind, due."seenBy" AS seen_by,
                   jsonb_build_object('type', c.type, 'hasSucceeded', c.has_succeeded::text) AS details
       )${this.webPushes.queueSql('deleted', '$2')} SELECT subject AS request_id FROM deleted`,
      [JSON.stringify(outcomes), correlation()],
    );
    return new Set(deleted.map(({ request_id: id }) => id));
  }

  private async drop(settled: OwedMail[]): Promise<void> {
    await this.database.query('DELETE FROM completion_mails WHERE request_id = ANY ($1)', [
      settled.map(({ request_id: id }) => id),
    ]);
  }
}
