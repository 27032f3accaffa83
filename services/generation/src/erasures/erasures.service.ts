import { eraseJob } from '@luit/contracts/generation/account-deletion';
import { generationBroadcasts, generationEvents, generationCalls } from '@luit/contracts/generation/messages';
import { EVIDENCE_DAYS } from '@luit/contracts/generation/limits';
import { TEST_KEPT_HOURS, TEST_PROVIDER } from '@luit/contracts/generation/test-requests';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { correlation } from '@luit/platform/tracing/correlation';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { ReconcilesJobs } from '@luit/platform/jobs/reconciles-jobs';
import { writeEvent, writeJob } from '@luit/platform/events/outbox';
import { isUuid } from '@luit/platform/database/is-uuid';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PendingOrdersService } from '../requests/pending-orders.service';
import { requireDeletable, requireOwner } from '../request-state/deletable';
import { RequestLocks } from '../request-state/request-locks';
import { isFinal } from '../request-rows/request-states';

/** Requests enqueued per call; auth calls again until none is left. */
const BATCH = 200;
/** Its files are still needed. Requests in the trash can be taken back. */
const IS_KEPT = `(other.erase_at IS NULL OR other.erase_at > now() OR other.evidence_until IS NOT NULL)`;
/** SQL: until when the files of the request `r` are evidence of its takedown; null if they are not. */
const EVIDENCE_END = `CASE WHEN (r.takedown ->> 'takenDownAt')::timestamptz > now() - interval '${EVIDENCE_DAYS} days'
  THEN (r.takedown ->> 'takenDownAt')::timestamptz + interval '${EVIDENCE_DAYS} days' END`;
const IS_OLD_EVIDENCE = `evidence_until <= now()`;
/** SQL: the finding `f` has a sealed file. */
const IS_SEALED = `f.verdict = 'refuse' AND f.output_key IS NOT NULL`;
const OVERDUE = `erase_at < now() - interval '30 seconds'`;
const IS_OLD_TEST = `provider = '${TEST_PROVIDER}' AND erase_at IS NULL AND takedown IS NULL
  AND completed_at < now() - interval '${TEST_KEPT_HOURS} hours'`;

const NO_FILES = {
  imageKey: null,
  lastImageKey: null,
  referenceKeys: [],
  coloredKey: null,
  outputKey: null,
  posterKey: null,
  lateOutputKey: null,
};

/** Erases the files, prompts and error messages of finished requests. The rows stay: they record paid work and its time. */
@Injectable()
export class ErasuresService {
  constructor(
    private readonly database: DataSource,
    private readonly locks: RequestLocks,
    private readonly pendingOrders: PendingOrdersService,
    private readonly broadcasts: Broadcasts,
  ) {}

  /**
   * Deletes one request for its owner, from the library or the trash. It is hidden at once; a worker then removes its files.
   *
   * @throws LuitError `not_found`, `conflict` while the job is unfinished or its files are evidence
   */
  @OnCall(generationCalls.deleteRequest)
  async deleteRequest({ userId, requestId }: RequestOf<typeof generationCalls.deleteRequest>): Promise<void> {
    await this.locks.withRequest(requestId, async (request) => {
      const { row, manager, now } = request;
      requireOwner(row, userId);
      requireDeletable(request);
      if (request.hasPassed(row.eraseAt)) return;
      await request.write({ eraseAt: now });
      await request.note('deleted by its owner');
      await manager.query('DELETE FROM favorites WHERE request_id = $1', [requestId]);
      await manager.query('DELETE FROM collection_items WHERE request_id = $1', [requestId]);
      await manager.query('DELETE FROM share_links WHERE request_id = $1', [requestId]);
      await writeJob(manager, eraseJob, requestId);
    });
    await this.announce([requestId]);
  }

  /**
   * Enqueues erase jobs for the user's requests, one batch per call, and re-enqueues jobs that have been overdue for 30 seconds.
   */
  @OnCall(generationCalls.eraseRequests)
  async eraseAll({ userId }: RequestOf<typeof generationCalls.eraseRequests>): Promise<{ left: number }> {
    await this.pendingOrders.deleteUnpaidOf(userId);
    await this.database.query('DELETE FROM collections WHERE user_id = $1', [userId]);
    await this.deleteFindings(userId);
    await this.database.query('DELETE FROM safety_allowed_prompts WHERE user_id = $1', [userId]);
    await this.enqueue(
      `user_id = $3 AND completed_at IS NOT NULL AND (erase_at IS NULL OR erase_at > now() OR ${OVERDUE})`,
      userId,
    );
    const [{ left }] = (await this.database.query(
      `SELECT count(*)::int AS left FROM requests WHERE user_id = $1 AND erased_at IS NULL`,
      [userId],
    )) as [{ left: number }];
    return { left };
  }

  /** Requests that were erased without their refused output are erased once more. */
  private async deleteFindings(userId: string): Promise<void> {
    await this.database.query(
      `WITH deleted AS (DELETE FROM safety_findings f WHERE user_id = $1 RETURNING request_id, verdict, output_key)
       UPDATE requests SET erased_at = NULL
        WHERE erased_at IS NOT NULL AND id IN (SELECT request_id FROM deleted AS f WHERE ${IS_SEALED})`,
      [userId],
    );
  }

  /** SQL: whether `retryOverdue` has something to do. */
  readonly areOverdue = `(EXISTS (SELECT FROM requests WHERE erased_at IS NULL AND ${OVERDUE})
    OR EXISTS (SELECT FROM requests WHERE ${IS_OLD_TEST}) OR EXISTS (SELECT FROM requests WHERE ${IS_OLD_EVIDENCE}))`;

  /**
   * Enqueues erase jobs that have been overdue for 30 seconds, requests that have reached their time limit in the trash, and tests that
   * ended a day ago. Requests of deleted accounts are erased once more when their files stop being evidence. Entries that are still in the
   * queue stay as they are.
   */
  @ReconcilesJobs(eraseJob)
  async retryOverdue(): Promise<void> {
    await this.database.query(
      `UPDATE requests SET erased_at = NULL, evidence_until = NULL WHERE ${IS_OLD_EVIDENCE} AND erased_at IS NOT NULL`,
    );
    await this.enqueue(OVERDUE);
    await this.enqueue(IS_OLD_TEST);
  }

  private async enqueue(condition: string, ...values: string[]): Promise<void> {
    const erased: { id: string }[] = await this.database.query(
      `WITH due AS (
         SELECT id FROM requests WHERE erased_at IS NULL AND ${condition}
          ORDER BY erase_at NULLS FIRST, id LIMIT ${BATCH}
       ), requested AS (
         UPDATE requests r SET erase_at = now(), evidence_until = ${EVIDENCE_END} FROM due WHERE r.id = due.id RETURNING r.id
       ), unmarked AS (
         DELETE FROM favorites f USING due WHERE f.request_id = due.id
       ), uncollected AS (
         DELETE FROM collection_items i USING due WHERE i.request_id = due.id
       ), unshared AS (
         DELETE FROM share_links l USING due WHERE l.request_id = due.id
       )
       INSERT INTO outbox (kind, name, payload, correlation)
       SELECT 'job', $1, jsonb_build_object('id', id), $2 FROM requested RETURNING payload ->> 'id' AS id`,
      [eraseJob.name, correlation(), ...values],
    );
    await this.announce(erased.map(({ id }) => id));
  }

  /** Has every gateway forget the requests that it keeps for polls. */
  private async announce(requestIds: string[]): Promise<void> {
    if (requestIds.length > 0) await this.broadcasts.publish(generationBroadcasts.requestsErased, { requestIds });
  }

  /**
   * Storage keys to remove; null if the request is not to be erased. An input image that another request uses is left out. A refused
   * output stays while its finding does; workers remove it after 30 days. Evidence of a takedown stays until its time is over.
   */
  @OnCall(generationCalls.listErasableFiles)
  async listFiles({
    requestId,
  }: RequestOf<typeof generationCalls.listErasableFiles>): Promise<{ keys: string[] | null; keptKeys: string[] }> {
    if (!isUuid(requestId)) return { keys: null, keptKeys: [] };
    const [row]: { keys: (string | null)[]; keptKeys: string[] }[] = await this.database.query(
      `SELECT ARRAY[output_key, poster_key, late_output_key] || ARRAY(
                SELECT image FROM unnest(ARRAY[image_key, last_image_key] || reference_keys) AS image WHERE NOT EXISTS (
                  SELECT FROM requests other WHERE other.image_key = image AND other.id <> r.id
                     AND ${IS_KEPT}) AND NOT EXISTS (
                  SELECT FROM requests other WHERE other.last_image_key = image AND other.id <> r.id
                     AND ${IS_KEPT}) AND NOT EXISTS (
                  SELECT FROM requests other WHERE other.reference_keys @> ARRAY[image] AND other.reference_keys <> '{}' AND other.id <> r.id
                     AND ${IS_KEPT})) AS keys,
              ARRAY(SELECT f.output_key FROM safety_findings f WHERE f.user_id = r.user_id AND f.request_id = r.id AND ${IS_SEALED}
                UNION ALL SELECT unnest(t.file_keys) FROM takedowns t
                 WHERE t.request_id = r.id AND t.lifted_at IS NULL AND r.evidence_until IS NOT NULL) AS "keptKeys"
         FROM requests r WHERE id = $1 AND erase_at <= now() AND erased_at IS NULL`,
      [requestId],
    );
    if (!row) return { keys: null, keptKeys: [] };
    return { keys: row.keys.filter((key) => key !== null), keptKeys: row.keptKeys };
  }

  /** Pending orders count as users of their image: they may still be paid for. */
  @OnCall(generationCalls.listUnusedImages)
  async listUnusedImages({ keys }: RequestOf<typeof generationCalls.listUnusedImages>): Promise<{ keys: string[] }> {
    const rows: { key: string }[] = await this.database.query(
      `SELECT key FROM unnest($1::text[]) AS key
        WHERE NOT EXISTS (SELECT FROM requests WHERE image_key = key)
          AND NOT EXISTS (SELECT FROM requests WHERE last_image_key = key)
          AND NOT EXISTS (SELECT FROM requests WHERE reference_keys @> ARRAY[key] AND reference_keys <> '{}')`,
      [keys],
    );
    return { keys: rows.map(({ key }) => key) };
  }

  /** Idempotent. Also deletes provider callbacks and error messages, which may quote the prompt. */
  @OnCall(generationCalls.recordErased)
  async recordErased({ requestId }: RequestOf<typeof generationCalls.recordErased>): Promise<void> {
    await this.locks.withRequest(requestId, async (request) => {
      const { row, manager, now } = request;
      if (row.erasedAt || !request.hasPassed(row.eraseAt) || !isFinal(row.state)) return;
      await request.write({
        erasedAt: now,
        prompt: '',
        inputHash: '',
        idempotencyKey: null,
        guestEmail: null,
        guestLanguage: null,
        options: null,
        metadata: null,
        // Evidence keeps its files.
        ...(row.evidenceUntil ? {} : NO_FILES),
        fingerprint: null,
        fingerprintBucket: null,
        errorDetail: null,
      });
      await manager.query('DELETE FROM provider_events WHERE request_id = $1', [requestId]);
      await manager.query('DELETE FROM derived_files WHERE request_id = $1', [requestId]);
      await manager.query('DELETE FROM runner_jobs WHERE request_id = $1', [requestId]);
      await manager.query('SELECT redact_provider_messages($1)', [requestId]);
      if (row.hasWebhooks) {
        await writeEvent(manager, generationEvents.requestErased, { requestId, userId: row.userId });
      }
      await request.note('erased');
    });
  }
}
