import { LuitError } from '@luit/contracts/errors';
import {
  type Derivation,
  type DerivedFile,
  type DerivedFiles,
  deriveJob,
} from '@luit/contracts/generation/derived-files';
import { generationCalls } from '@luit/contracts/generation/messages';
import { makesVideo } from '@luit/contracts/generation/outputs';
import type { RequestType } from '@luit/contracts/generation/plans';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { isUuid } from '@luit/platform/database/is-uuid';
import { writeJob } from '@luit/platform/events/outbox';
import { ReconcilesJobs } from '@luit/platform/jobs/reconciles-jobs';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { requestNotFound } from '../request-state/request-locks';
import { TAKEN_DOWN } from '../request-state/taken-down';
import { IN_LIBRARY } from '../request-rows/request-states';

/** A video of seconds is converted in seconds; a worker that is busy or down takes longer. */
const OVERDUE = `state = 'making' AND enqueued_at < now() - interval '2 minutes'`;
const MAX_ATTEMPTS = 5;
const BATCH = 50;

interface Row {
  state: DerivedFiles['state'];
  small_key: string | null;
  small_bytes: string | null;
  animation_key: string | null;
  animation_bytes: string | null;
}

/** Small and animated versions of videos. A worker makes them when someone first asks for them, so that settling a job costs nothing more. */
@Injectable()
export class DerivedFilesService {
  constructor(private readonly database: DataSource) {}

  /** @throws LuitError `not_found` */
  @OnCall(generationCalls.getDerivedFiles)
  async find({
    userId,
    requestId,
  }: RequestOf<typeof generationCalls.getDerivedFiles>): Promise<{ derived: DerivedFiles | null }> {
    await requireOwn(this.database.manager, userId, requestId);
    return { derived: await read(this.database.manager, requestId) };
  }

  /** Idempotent. @throws LuitError `not_found`; `conflict` unless it is a finished video */
  @OnCall(generationCalls.requestDerivedFiles)
  async request({
    userId,
    requestId,
  }: RequestOf<typeof generationCalls.requestDerivedFiles>): Promise<{ derived: DerivedFiles }> {
    const derived = await this.database.transaction(async (manager) => {
      const { type, outputKey } = await requireOwn(manager, userId, requestId);
      if (!makesVideo(type) || outputKey === null) {
        throw new LuitError('conflict', 'Only finished videos have a small version.');
      }
      await enqueueDerivation(manager, userId, requestId);
      return (await read(manager, requestId))!;
    });
    return { derived };
  }

  @OnCall(generationCalls.claimDerivation)
  async claim({ requestId }: RequestOf<typeof generationCalls.claimDerivation>): Promise<Derivation> {
    const [row] = await this.database.query<{ output_key: string | null; is_deleted: boolean; state: string | null }[]>(
      `SELECT r.output_key, coalesce(r.erase_at <= now(), false) AS is_deleted,
              CASE WHEN r.takedown IS NULL THEN d.state END AS state
         FROM requests r LEFT JOIN derived_files d ON d.request_id = r.id WHERE r.id = $1`,
      [requestId],
    );
    if (row?.is_deleted) return { action: 'remove' };
    if (row?.state !== 'making' || row.output_key === null) return { action: 'none' };
    return { action: 'make', outputKey: row.output_key };
  }

  /** Idempotent. @returns whether the files are kept; false if the request was deleted meanwhile */
  @OnCall(generationCalls.recordDerivation)
  async record(input: RequestOf<typeof generationCalls.recordDerivation>): Promise<{ isKept: boolean }> {
    const { requestId, small, animation } = input;
    const isKept = await this.database.transaction(async (manager) => {
      // The lock keeps it from being erased meanwhile.
      const [kept] = await manager.query<object[]>(
        `SELECT FROM requests WHERE id = $1 AND (erase_at IS NULL OR erase_at > now()) FOR SHARE`,
        [requestId],
      );
      if (!kept) return false;
      await manager.query(
        `UPDATE derived_files SET state = 'ready', small_key = $2, small_bytes = $3, animation_key = $4, animation_bytes = $5
          WHERE request_id = $1`,
        [requestId, small?.key ?? null, small?.bytes ?? null, animation?.key ?? null, animation?.bytes ?? null],
      );
      return true;
    });
    return { isKept };
  }

  @OnCall(generationCalls.recordDerivationFailure)
  async recordFailure({ requestId }: RequestOf<typeof generationCalls.recordDerivationFailure>): Promise<void> {
    await this.database.query(`UPDATE derived_files SET state = 'failed' WHERE request_id = $1 AND state = 'making'`, [
      requestId,
    ]);
  }

  /** SQL: whether `retryOverdue` has something to do. */
  readonly areOverdue = `EXISTS (SELECT FROM derived_files WHERE ${OVERDUE})`;

  /** Enqueues jobs again that Redis or a worker lost. After a few attempts they count as failed. */
  @ReconcilesJobs(deriveJob)
  async retryOverdue(): Promise<void> {
    await this.database.transaction(async (manager) => {
      const rows = await manager.query<[{ request_id: string; state: string }[], number]>(
        `UPDATE derived_files SET enqueued_at = now(), attempts = attempts + 1,
                state = CASE WHEN attempts < ${MAX_ATTEMPTS} THEN 'making' ELSE 'failed' END
          WHERE request_id IN (SELECT request_id FROM derived_files WHERE ${OVERDUE} ORDER BY enqueued_at LIMIT ${BATCH})
          RETURNING request_id, state`,
      );
      for (const { request_id: id, state } of rows[0]) if (state === 'making') await writeJob(manager, deriveJob, id);
    });
  }
}

/** Has the derived files of a request made, unless they are there or being made. */
export async function enqueueDerivation(manager: EntityManager, userId: string, requestId: string): Promise<void> {
  const started = await manager.query<object[]>(
    `INSERT INTO derived_files AS d (request_id, user_id) VALUES ($1, $2)
     ON CONFLICT (request_id) DO UPDATE SET state = 'making', attempts = 1, enqueued_at = now() WHERE d.state = 'failed'
     RETURNING request_id`,
    [requestId, userId],
  );
  if (started.length > 0) await writeJob(manager, deriveJob, requestId);
}

async function requireOwn(manager: EntityManager, userId: string, requestId: string) {
  if (!isUuid(requestId)) throw requestNotFound();
  const [row] = await manager.query<{ type: RequestType; outputKey: string | null; isTakenDown: boolean }[]>(
    `SELECT r.type, r.output_key AS "outputKey", r.takedown IS NOT NULL AS "isTakenDown"
       FROM requests r WHERE r.id = $1 AND r.user_id = $2 AND ${IN_LIBRARY}`,
    [requestId, userId],
  );
  if (!row) throw requestNotFound();
  if (row.isTakenDown) throw new LuitError('conflict', TAKEN_DOWN);
  return row;
}

async function read(manager: EntityManager, requestId: string): Promise<DerivedFiles | null> {
  const [row] = await manager.query<Row[]>(
    `SELECT state, small_key, small_bytes, animation_key, animation_bytes FROM derived_files WHERE request_id = $1`,
    [requestId],
  );
  if (!row) return null;
  return {
    state: row.state,
    small: fileOf(row.small_key, row.small_bytes),
    animation: fileOf(row.animation_key, row.animation_bytes),
  };
}

function fileOf(key: string | null, bytes: string | null): DerivedFile | null {
  return key === null ? null : { key, bytes: Number(bytes) };
}
