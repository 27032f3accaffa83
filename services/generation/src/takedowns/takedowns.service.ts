import type { AuditEntry } from '@luit/contracts/auth/audit-log';
import { LuitError } from '@luit/contracts/errors';
import { generationBroadcasts, generationEvents, generationCalls } from '@luit/contracts/generation/messages';
import type { Takedown, TakedownMailing } from '@luit/contracts/generation/takedowns';
import { mayReturnCredits, type TakedownKind } from '@luit/contracts/auth/takedown-kinds';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsCalls, operationsEvents } from '@luit/contracts/operations/messages';
import { firstDayOf } from '@luit/contracts/messages/quarters';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { OnCall } from '@luit/platform/calls/on-call';
import { isInQuarter } from '@luit/contracts/messages/is-in-quarter';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { recordRefund } from './job-refunds';
import type { LockedRequest } from '../request-state/locked-request';
import type { RequestEntity } from '../request-rows/request.entity';
import { RequestLocks, requestNotFound } from '../request-state/request-locks';
import { HIDDEN, isFinal, type RequestState } from '../request-rows/request-states';
import { returnableCredits } from './takedown-refunds';
import { deleteUnpaidOrdersWith, takenDownAmong } from './taken-down-files';

type NewTakedown = RequestOf<typeof operationsCalls.takeDown>;
type Opening = RequestOf<typeof operationsCalls.openTakenDownFile>;
type Lift = RequestOf<typeof operationsCalls.liftTakedown>;

interface Change {
  sequence: number;
  keys: string[];
}

/**
 * Hides the files of requests from everyone, and shows them again. Postgres owns the state: gateways ask for it, and a broadcast
 * only makes them ask earlier.
 */
@Injectable()
export class TakedownsService {
  constructor(
    private readonly database: DataSource,
    private readonly locks: RequestLocks,
    private readonly broadcasts: Broadcasts,
  ) {}

  /** @throws LuitError `not_found`; `conflict` while the job is unfinished, after its erasure, and if it is taken down already */
  @OnCall(operationsCalls.takeDown)
  async takeDown({ adminId, requestId, kind, reason, returnsCredits }: NewTakedown): Promise<void> {
    const change = await this.locks.withRequest(requestId, async (request) => {
      requireTakedownPossible(request);
      const { manager, row, now } = request;
      const keys = await filesOf(request);
      const credits = returnsCredits && mayReturnCredits(kind) ? await returnableCredits(manager, row.id) : 0;
      const id = uuidv7();
      await manager.query(
        `INSERT INTO takedowns (id, request_id, user_id, kind, reason, file_keys, taken_down_at, taken_down_by, returned_credits)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [id, row.id, row.userId, kind, reason, keys, now, adminId, credits],
      );
      await deleteUnpaidOrdersWith(manager, keys);
      if (credits > 0) {
        const refund = { adminId, requestId, credits, reason: `Taken down: ${reason}` };
        await recordRefund(manager, { ...refund, idempotencyKey: `takedown:${id}` });
      }
      const takedown = { kind, reason, takenDownAt: now.toISOString() };
      // Out of the trash, because erasing it would destroy the evidence.
      await request.change('taken down', { takedown, eraseAt: null }, { details: { kind, reason } });
      await record(request, 'output_taken_down', adminId, { kind, reason });
      await writeEvent(
        manager,
        generationEvents.outputTakenDown,
        mailingOf(row, { kind, reason, ...(credits > 0 && { credits }) }),
      );
      return { sequence: request.row.sequence, keys };
    });
    await this.announce(requestId, change);
  }

  /** @throws LuitError `not_found`; `conflict` unless the request is taken down */
  @OnCall(operationsCalls.liftTakedown)
  async lift({ adminId, requestId, reason }: Lift): Promise<void> {
    const change = await this.locks.withRequest(requestId, async (request) => {
      const [rows] = await request.manager.query<[{ kind: TakedownKind; file_keys: string[] }[], number]>(
        `UPDATE takedowns SET lifted_at = $2, lifted_by = $3, lift_reason = $4 WHERE request_id = $1 AND lifted_at IS NULL
         RETURNING kind, file_keys`,
        [requestId, request.now, adminId, reason],
      );
      const [lifted] = rows;
      if (!lifted) throw new LuitError('conflict', 'This output is not taken down');
      // The files of a deleted account stop being evidence.
      const evidenceUntil = request.row.evidenceUntil && request.now;
      await request.change('takedown lifted', { takedown: null, evidenceUntil }, { details: { reason } });
      await record(request, 'takedown_lifted', adminId, { reason });
      const mailing = mailingOf(request.row, { kind: lifted.kind, reason });
      await writeEvent(request.manager, generationEvents.takedownLifted, mailing);
      return { sequence: request.row.sequence, keys: lifted.file_keys };
    });
    await this.announce(requestId, change);
  }

  /** Names a file for an operator, and records who opened it and why. @throws LuitError `not_found` */
  @OnCall(operationsCalls.openTakenDownFile)
  async open({ adminId, requestId, reason }: Opening): Promise<{ key: string }> {
    return this.locks.withRequest(requestId, async (request) => {
      const [row] = await request.manager.query<{ key: string | null }[]>(
        'SELECT file_keys[1] AS key FROM takedowns WHERE request_id = $1 AND lifted_at IS NULL',
        [requestId],
      );
      const isErased = request.row.erasedAt !== null && request.row.evidenceUntil === null;
      if (!row?.key || isErased) throw new LuitError('not_found', 'This job has no file that was taken down');
      await record(request, 'taken_down_output_viewed', adminId, { reason });
      return { key: row.key };
    });
  }

  /** @returns the keys of the files that are taken down */
  @OnCall(generationCalls.listTakenDownFiles)
  async among({ keys }: RequestOf<typeof generationCalls.listTakenDownFiles>): Promise<{ keys: string[] }> {
    return { keys: await takenDownAmong(this.database, keys) };
  }

  /** Latest first. */
  async of(requestId: string): Promise<Takedown[]> {
    const rows = await this.database.query<WithDates<Takedown, 'takenDownAt' | 'liftedAt'>[]>(
      `SELECT id, kind, reason, taken_down_at AS "takenDownAt", taken_down_by AS "takenDownBy", returned_credits AS "returnedCredits",
              lifted_at AS "liftedAt", lifted_by AS "liftedBy", lift_reason AS "liftReason" FROM takedowns
        WHERE request_id = $1 ORDER BY id DESC`,
      [requestId],
    );
    return rows.map(withIsoTimes);
  }

  /** By kind; a lift has the kind of its takedown. */
  @OnCall(operationsCalls.countTakedowns)
  async countIn({ quarter }: RequestOf<typeof operationsCalls.countTakedowns>): Promise<{
    kinds: { kind: TakedownKind; takedowns: number; lifts: number }[];
  }> {
    const kinds = await this.database.query(
      `SELECT kind, count(*) FILTER (WHERE ${isInQuarter('taken_down_at')})::int AS takedowns,
              count(*) FILTER (WHERE ${isInQuarter('lifted_at')})::int AS lifts
         FROM takedowns GROUP BY kind`,
      [firstDayOf(quarter)],
    );
    return { kinds };
  }

  private async announce(requestId: string, change: Change): Promise<void> {
    await this.broadcasts.publish(generationBroadcasts.takedownChanged, { requestId, ...change });
  }
}

/** @throws LuitError `not_found`, `conflict` */
function requireTakedownPossible(request: LockedRequest): void {
  const { row } = request;
  if ((HIDDEN as RequestState[]).includes(row.state)) throw requestNotFound();
  if (!isFinal(row.state)) throw new LuitError('conflict', 'This job is still in progress. Cancel it first.');
  if (row.erasedAt || request.hasPassed(row.eraseAt)) {
    throw new LuitError('conflict', 'The files of this job have been erased');
  }
  if (row.takedown) throw new LuitError('conflict', 'This output is already taken down');
}

async function filesOf({ manager, row }: LockedRequest): Promise<string[]> {
  const [derived] = await manager.query<{ small_key: string | null; animation_key: string | null }[]>(
    'SELECT small_key, animation_key FROM derived_files WHERE request_id = $1',
    [row.id],
  );
  const { outputKey, posterKey, lateOutputKey, coloredKey, imageKey, lastImageKey, referenceKeys } = row;
  const own = [outputKey, posterKey, lateOutputKey, coloredKey, imageKey, lastImageKey, ...referenceKeys];
  return [...own, derived?.small_key, derived?.animation_key].filter((key) => typeof key === 'string');
}

/** A directly paid video belongs to a guest until it is linked to an account. */
function mailingOf(row: RequestEntity, text: Pick<TakedownMailing, 'kind' | 'reason' | 'credits'>): TakedownMailing {
  const { id: requestId, type, userId, payerId, guestEmail: email, guestLanguage: language } = row;
  const mailing = { noticeId: uuidv7(), requestId, type, ...text };
  if (userId !== payerId) return { ...mailing, ownerId: userId, guest: null };
  return { ...mailing, ownerId: null, guest: email === null ? null : { email, language, accountId: userId } };
}

function record(
  { manager, row }: LockedRequest,
  action: AuditEntry['action'],
  adminId: string,
  details: Record<string, string>,
): Promise<void> {
  const entry = { id: uuidv7(), adminId, action, subject: row.id, details, userIds: [row.userId] };
  return writeEvent(manager, operationsEvents.operatorActed, entry);
}
