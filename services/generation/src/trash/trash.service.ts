import { TRASH_DAYS } from '@luit/contracts/generation/limits';
import { generationBroadcasts, generationCalls } from '@luit/contracts/generation/messages';
import type { TrashedRequest } from '@luit/contracts/generation/trash';
import type { RequestOf } from '@luit/contracts/messages/message';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { NO_ESTIMATE } from '../estimates/queue-estimates';
import { requireDeletable, requireOwner } from '../request-state/deletable';
import type { LockedRequest } from '../request-state/locked-request';
import { RequestLocks, requestNotFound } from '../request-state/request-locks';
import { toRecord } from '../request-state/request-record';
import { HIDDEN, statesSql } from '../request-rows/request-states';
import { RequestEntity } from '../request-rows/request.entity';
import { pageOf } from '../requests/page-of';

const DAY_MS = 86_400_000;

/** Requests that their owners deleted and can still take back. The reconciler has them erased when their time is over. */
@Injectable()
export class TrashService {
  constructor(
    private readonly database: DataSource,
    private readonly locks: RequestLocks,
    private readonly broadcasts: Broadcasts,
  ) {}

  /**
   * Hides the request at once. Idempotent.
   *
   * @throws LuitError `not_found`, `conflict` while the job is unfinished or its files are evidence
   */
  @OnCall(generationCalls.moveToTrash)
  async move({ userId, requestId }: RequestOf<typeof generationCalls.moveToTrash>): Promise<{ eraseAt: string }> {
    const eraseAt = await this.locks.withRequest(requestId, async (request) => {
      const row = ownedBy(userId, request);
      requireDeletable(request);
      if (row.eraseAt) return row.eraseAt;
      const end = request.in(TRASH_DAYS * DAY_MS);
      await request.write({ eraseAt: end });
      await request.note('moved to the trash by its owner');
      return end;
    });
    // Gateways forget the request that they keep for polls.
    await this.broadcasts.publish(generationBroadcasts.requestsErased, { requestIds: [requestId] });
    return { eraseAt: eraseAt.toISOString() };
  }

  /** Idempotent. @throws LuitError `not_found` */
  @OnCall(generationCalls.takeFromTrash)
  async takeBack({ userId, requestId }: RequestOf<typeof generationCalls.takeFromTrash>): Promise<void> {
    await this.locks.withRequest(requestId, async (request) => {
      const row = ownedBy(userId, request);
      if (!row.eraseAt) return;
      await request.write({ eraseAt: null });
      await request.note('taken from the trash by its owner');
    });
  }

  /** Newest first. @throws LuitError `validation_failed` for an invalid cursor */
  @OnCall(generationCalls.listTrash)
  async list(
    query: RequestOf<typeof generationCalls.listTrash>,
  ): Promise<{ items: TrashedRequest[]; nextCursor: string | null }> {
    const trashed = this.database
      .getRepository(RequestEntity)
      .createQueryBuilder('r')
      .where(`r.state NOT IN (${statesSql(HIDDEN)})`)
      .andWhere('r.userId = :userId AND r.eraseAt > now() AND r.erasedAt IS NULL', { userId: query.userId });
    const { rows, nextCursor } = await pageOf(trashed, query);
    const items = rows.map((row) => ({ request: toRecord(row, NO_ESTIMATE), eraseAt: row.eraseAt!.toISOString() }));
    return { items, nextCursor };
  }
}

/** @throws LuitError `not_found` unless the request is in the user's library or trash */
function ownedBy(userId: string, request: LockedRequest): RequestEntity {
  const { row } = request;
  requireOwner(row, userId);
  if (request.hasPassed(row.eraseAt)) throw requestNotFound();
  return row;
}
