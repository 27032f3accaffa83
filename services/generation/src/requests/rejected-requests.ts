import type { LuitError } from '@luit/contracts/errors';
import { generationEvents } from '@luit/contracts/generation/messages';
import { Batcher } from '@luit/platform/database/batcher';
import { correlation } from '@luit/platform/tracing/correlation';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { logJobChange } from '../request-state/job-log';
import { PROGRESS } from '../request-rows/request-states';

/** The newest rejected requests of an account are kept, to answer calls that still wait for them. */
const KEPT_PER_ACCOUNT = 20;
const BATCH = 1_000;

/** SQL for a `row` of requests. No credits are held, so no invariant needs it anymore. */
export const DELETABLE_REJECTED = `state = 'rejected' AND money_state = 'returned'
  AND NOT EXISTS (SELECT FROM job_events e WHERE e.request_id = row.id)
  AND NOT EXISTS (SELECT FROM provider_events e WHERE e.request_id = row.id)`;

/** No one else can refer to a request without a key. Free retries are kept for the record. */
const DELETE_SQL = `
  DELETE FROM requests
   WHERE id = ANY ($1::uuid[]) AND state = 'accepting' AND idempotency_key IS NULL AND payer_id IS NULL RETURNING id`;

/**
 * For a deleted account the row keeps no text and no image, because the erasure may already have run. Parameter:
 * `Rejection`s as JSON.
 */
const REJECT_SQL = `
  WITH refused AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb)
      AS r (id uuid, refusal jsonb, "mayBeHeld" boolean, "isAccountClosed" boolean, correlation text)
  ), rejected AS (
    UPDATE requests
       SET state = 'rejected', refusal = refused.refusal, idempotency_key = NULL, progress = ${PROGRESS.failed},
           prompt = CASE WHEN "isAccountClosed" THEN '' ELSE prompt END,
           image_key = CASE WHEN "isAccountClosed" THEN NULL ELSE image_key END,
           last_image_key = CASE WHEN "isAccountClosed" THEN NULL ELSE last_image_key END,
           reference_keys = CASE WHEN "isAccountClosed" THEN '{}' ELSE reference_keys END,
           options = CASE WHEN "isAccountClosed" THEN NULL ELSE options END,
           metadata = CASE WHEN "isAccountClosed" THEN NULL ELSE metadata END,
           money_state = CASE WHEN "mayBeHeld" THEN 'held' ELSE 'returned' END, completed_at = now(), updated_at = now()
      FROM refused WHERE requests.id = refused.id AND state = 'accepting'
    RETURNING requests.id, user_id, coalesce(payer_id, user_id) AS payer, credits, "mayBeHeld", refused.correlation
  ), published AS (
    INSERT INTO outbox (kind, name, payload, correlation)
    SELECT 'event', '${generationEvents.requestSettled.name}', jsonb_build_object('requestId', id, 'userId', payer,
             'outcome', 'rejected', 'credits', credits, 'reason', 'Rejected'), correlation
      FROM rejected WHERE "mayBeHeld"
  )
  SELECT id, user_id AS "ownerId" FROM rejected`;

interface Rejection {
  id: string;
  refusal: object;
  mayBeHeld: boolean;
  isAccountClosed: boolean;
  /** Correlation of the call that created the request, as outbox rows store it. */
  correlation: string | null;
}

/**
 * Rejects requests, and bounds the number of rejected rows: a refusal is free, so anyone can cause as many as the rate limit
 * allows.
 */
@Injectable()
export class RejectedRequests {
  private readonly batcher = new Batcher<Rejection[], boolean>((sets) => this.rejectAll(sets));

  constructor(private readonly database: DataSource) {}

  /**
   * Rejects requests in state `accepting`, which are one or a set, and frees their key. A row is kept if billing may have to release a hold, or if
   * concurrent calls with the same key wait for the answer. Requests that are refused together share the statements.
   *
   * @param mayBeHeld a hold may exist or still arrive, so billing has to release or refuse it
   * @returns false if they are no longer `accepting`
   */
  async reject(ids: string[], refusal: LuitError, mayBeHeld: boolean): Promise<boolean> {
    const isAccountClosed = refusal.code === 'account_closed';
    const rejection = { refusal: refusal.toWire(), mayBeHeld, isAccountClosed, correlation: correlation() };
    const isRejected = await this.batcher.add(ids.map((id) => ({ id, ...rejection })));
    for (const id of isRejected ? ids : []) logJobChange({ id, state: 'rejected' }, 'rejected', { code: refusal.code });
    return isRejected;
  }

  private async rejectAll(sets: Rejection[][]): Promise<boolean[]> {
    const rejections = sets.flat();
    return this.database.transaction(async (manager) => {
      const done = await this.deleteUnkeyed(manager, rejections);
      const kept = rejections.filter(({ id }) => !done.has(id));
      if (kept.length > 0) {
        const rows = await manager.query<{ id: string; ownerId: string }[]>(REJECT_SQL, [JSON.stringify(kept)]);
        for (const { id } of rows) done.add(id);
        if (rows.length > 0) await this.trim(manager, [...new Set(rows.map(({ ownerId }) => ownerId))]);
      }
      return sets.map((set) => set.every(({ id }) => done.has(id)));
    });
  }

  private async deleteUnkeyed(manager: EntityManager, rejections: Rejection[]): Promise<Set<string>> {
    const ids = rejections.filter(({ mayBeHeld }) => !mayBeHeld).map(({ id }) => id);
    if (ids.length === 0) return new Set();
    const [deleted] = (await manager.query(DELETE_SQL, [ids])) as [{ id: string }[], number];
    return new Set(deleted.map(({ id }) => id));
  }

  /** Deletes the oldest rejected requests beyond the limit per account. */
  private async trim(manager: EntityManager, userIds: string[]): Promise<void> {
    await manager.query(
      `DELETE FROM requests WHERE id IN (
         SELECT surplus.id FROM unnest($1::uuid[]) AS owner (user_id) CROSS JOIN LATERAL (
           SELECT id FROM requests AS row WHERE row.user_id = owner.user_id AND ${DELETABLE_REJECTED}
            ORDER BY id DESC OFFSET ${KEPT_PER_ACCOUNT} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) AS surplus)`,
      [userIds],
    );
  }
}
