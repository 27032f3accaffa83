import { MAX_COMPLETION_AGE_MS, seenKey } from '@luit/contracts/auth/completion-mails';
import type { RequestType } from '@luit/contracts/generation/plans';
import type { RequestSettled } from '@luit/contracts/generation/requests';
import { Batcher } from '@luit/platform/database/batcher';
import { REDIS } from '@luit/platform/platform.module';
import { DuePoller, earliest } from '@luit/platform/scheduling/due-poller';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import { DataSource, type EntityManager } from 'typeorm';
import { MailsService } from '../mails/mails.service';
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

/** Notifies owners, by mail and web push, of finished requests whose outcome none of their clients has acknowledged. Once per request. */
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
   * Records once per event that the owner must be emailed. Guests have no account; canceled requests carry no
   * completion.
   *
   * @returns whether the payer has an account and had no other job today
   */
  owe(settled: RequestSettled, eventId: string): Promise<boolean> {
    return this.outcomes.add({ ...settled, eventId });
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
              completed_at > now() - $1 * interval '1 millisecond' AS is_fresh
         FROM completion_mails WHERE due_at <= now() ORDER BY due_at LIMIT ${BATCH}`,
      [MAX_COMPLETION_AGE_MS],
    );
  }

  private async settle(due: OwedMail[]): Promise<void> {
    const seen = await this.redis.mget(due.map(({ request_id: id }) => seenKey(id)));
    const isUnseen = due.map(({ is_fresh: isFresh }, index) => isFresh && seen[index] === null);
    const unseen = due.filter((_, index) => isUnseen[index]);
    const settled = due.filter((_, index) => !isUnseen[index]);
    if (settled.length > 0) await this.delete(this.database.manager, settled);
    if (unseen.length > 0) await this.mail(unseen);
  }

  /** Deletes the rows and queues the mails and web pushes in one transaction. Rows that another replica has deleted are left to it. */
  private mail(unseen: OwedMail[]): Promise<void> {
    return this.database.transaction(async (manager) => {
      const own = await this.delete(manager, unseen);
      for (const { user_id: userId, request_id: requestId, type, has_succeeded: hasSucceeded } of unseen) {
        if (!own.has(requestId)) continue;
        const finished = { userId, requestId, type, hasSucceeded };
        await this.mails.queueRequestFinished(manager, finished);
        await this.webPushes.queueRequestFinished(manager, finished);
      }
    });
  }

  private async delete(manager: EntityManager, owed: OwedMail[]): Promise<Set<string>> {
    const [deleted] = await manager.query<[{ request_id: string }[], number]>(
      `DELETE FROM completion_mails WHERE request_id = ANY ($1) RETURNING request_id`,
      [owed.map(({ request_id: id }) => id)],
    );
    return new Set(deleted.map(({ request_id: id }) => id));
  }
}
