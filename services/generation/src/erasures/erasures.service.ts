import { LuitError } from '@luit/contracts/errors';
import { eraseJob } from '@luit/contracts/generation/account-deletion';
import { generationEvents } from '@luit/contracts/generation/messages';
import { correlation } from '@luit/platform/context';
import { writeJob } from '@luit/platform/events/outbox';
import { isUuid } from '@luit/platform/database/is-uuid';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PendingOrdersService } from '../pending-orders/pending-orders.service';
import { RequestLocks, requestNotFound } from '../requests/request-locks';
import { HIDDEN, isFinal, type RequestState } from '../requests/request-states';

/** What one call has removed; whoever erases asks again. */
const BATCH = 200;
const OVERDUE = `erase_requested_at < now() - interval '30 seconds'`;

/** Takes the files and the words from requests that have ended. What was paid for, and when, stays. */
@Injectable()
export class ErasuresService {
  constructor(
    private readonly database: DataSource,
    private readonly locks: RequestLocks,
    private readonly drafts: PendingOrdersService,
  ) {}

  /**
   * One request, at its owner's wish: gone from the library at once, from storage as soon as a worker has removed it.
   *
   * @throws LuitError `not_found`, `conflict` while it is at work
   */
  requestOne({ userId, requestId }: { userId: string; requestId: string }): Promise<void> {
    return this.locks.withRequest(requestId, async (request) => {
      const { row, manager, now } = request;
      if (row.userId !== userId || (HIDDEN as RequestState[]).includes(row.state)) throw requestNotFound();
      if (!isFinal(row.state)) {
        throw new LuitError('conflict', 'This request is still at work. Cancel it first, then delete it.');
      }
      if (row.eraseRequestedAt) return;
      await request.write({ eraseRequestedAt: now });
      await request.note('deleted by its owner');
      await writeJob(manager, eraseJob, requestId);
    });
  }

  /**
   * All of a person's, as many as fit; again where the workers have not done it for half a minute. Once none is left,
   * the outbox forgets their prompts too.
   */
  async request(userId: string): Promise<{ left: number }> {
    await this.drafts.deleteUnpaidOf(userId);
    await this.ask(`user_id = $3 AND completed_at IS NOT NULL AND (erase_requested_at IS NULL OR ${OVERDUE})`, userId);
    const [{ left }] = (await this.database.query(
      `SELECT count(*)::int AS left FROM requests WHERE user_id = $1 AND erased_at IS NULL`,
      [userId],
    )) as [{ left: number }];
    if (left === 0) await this.forgetTold(userId);
    return { left };
  }

  /** The outbox is kept for a day; what is sent again from there says no more than the row does. */
  private async forgetTold(userId: string): Promise<void> {
    await this.database.query(
      `UPDATE outbox SET payload = jsonb_set(payload, '{request,prompt}', '""')
        WHERE name = $2 AND payload #>> '{request,prompt}' <> ''
          AND payload #>> '{request,id}' IN (SELECT id::text FROM requests WHERE user_id = $1)`,
      [userId, generationEvents.requestUpdated.name],
    );
  }

  /** Whatever was asked for and not done for half a minute. */
  async askAgain(): Promise<void> {
    await this.ask(OVERDUE);
  }

  private async ask(which: string, ...values: string[]): Promise<void> {
    await this.database.query(
      `WITH due AS (
         SELECT id FROM requests WHERE erased_at IS NULL AND ${which}
          ORDER BY erase_requested_at NULLS FIRST, id LIMIT ${BATCH}
       ), asked AS (
         UPDATE requests r SET erase_requested_at = now() FROM due WHERE r.id = due.id RETURNING r.id
       )
       INSERT INTO outbox (kind, name, payload, correlation)
       SELECT 'job', $1, jsonb_build_object('id', id), $2 FROM asked`,
      [eraseJob.name, correlation(), ...values],
    );
  }

  /** Without an input that another request still needs. Null where nothing is to be removed. */
  async list(requestId: string): Promise<{ keys: string[] | null }> {
    if (!isUuid(requestId)) return { keys: null };
    const [row]: { keys: (string | null)[] }[] = await this.database.query(
      `SELECT ARRAY[output_key, poster_key, late_output_key, CASE WHEN NOT EXISTS (
                SELECT FROM requests other
                 WHERE other.image_key = r.image_key AND other.id <> r.id
                   AND other.erase_requested_at IS NULL) THEN image_key END] AS keys
         FROM requests r WHERE id = $1 AND erase_requested_at IS NOT NULL AND erased_at IS NULL`,
      [requestId],
    );
    return { keys: row?.keys.filter((key) => key !== null) ?? null };
  }

  /** A draft needs its image too: it may still be paid for. */
  async listUnused(keys: string[]): Promise<{ keys: string[] }> {
    const rows: { key: string }[] = await this.database.query(
      `SELECT key FROM unnest($1::text[]) AS key
        WHERE NOT EXISTS (SELECT FROM requests WHERE image_key = key)`,
      [keys],
    );
    return { keys: rows.map(({ key }) => key) };
  }

  /** Idempotent. A provider's callbacks and errors may repeat the prompt, so they go too. */
  async record(requestId: string): Promise<void> {
    await this.locks.withRequest(requestId, async (request) => {
      const { row, manager, now } = request;
      if (row.erasedAt || !row.eraseRequestedAt || !isFinal(row.state)) return;
      await request.write({
        erasedAt: now,
        prompt: '',
        inputHash: '',
        idempotencyKey: null,
        guestEmail: null,
        imageKey: null,
        coloredKey: null,
        outputKey: null,
        posterKey: null,
        lateOutputKey: null,
        errorDetail: null,
      });
      await manager.query('DELETE FROM provider_events WHERE request_id = $1', [requestId]);
      await manager.query('SELECT redact_provider_messages($1)', [requestId]);
      await request.note('erased');
    });
  }
}
