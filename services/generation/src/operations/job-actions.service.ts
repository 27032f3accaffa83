import { REASON_REQUIRED } from '@luit/contracts/auth/limits';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import {
  type ActionResult,
  type FrozenPreview,
  type JobPreview,
  PREVIEW_MINUTES,
} from '@luit/contracts/operations/job-actions';
import type { JobAction, JobFilter } from '@luit/contracts/operations/jobs';
import { operationsEvents, operationsCalls } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { UNPREPARED } from '@luit/platform/database/prepared-statement-client';
import { writeEvent } from '@luit/platform/events/outbox';
import { isUuid } from '@luit/platform/database/is-uuid';
import { DuePoller, dueWhile } from '@luit/platform/scheduling/due-poller';
import type { Schedule } from '@luit/platform/scheduling/schedule';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { requestNotFound } from '../request-state/request-locks';
import { type ActionItem, ActionItemsService, PAST } from './action-items.service';
import { ALLOWED, conditionsOf } from './job-filter';

export interface JobActionRequest {
  adminId: string;
  action: JobAction;
  target: { id: string } | { previewId: string } | { filter: JobFilter; expectedCount?: number };
  reason?: string;
  idempotencyKey: string;
  /** The address of the second operator. */
  approvedBy?: string;
}

interface Bulk {
  operationId: string;
  adminId: string;
  action: JobAction;
  reason?: string;
  approvedBy?: string;
}

interface Count {
  jobs: number;
  credits: number;
}

const MAX_JOBS = 5_000;
const CONCURRENCY = 8;
/** A call returns after this time; the remaining items are processed in the background. */
const CALL_BUDGET_MS = 5_000;
/** A claimed item is claimed again after this time, because its process crashed. */
const CLAIM_DURATION = '30 seconds';
/** The longest delay before this process takes over items of a crashed process, counted from the end of their claims, milliseconds. */
const RESUME_WITHIN_MS = 15_000;
const MAX_LISTED = 20;

const IS_DUE = `done_at IS NULL AND (claimed_until IS NULL OR claimed_until < now())`;

/** Operators' actions on one job, or on all jobs of a filter after a preview. */
@Injectable()
export class JobActionsService implements OnApplicationBootstrap {
  private schedule?: Schedule;

  constructor(
    private readonly database: DataSource,
    private readonly items: ActionItemsService,
    private readonly scheduler: Scheduler,
    private readonly poller: DuePoller,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule = this.poller.add({
      name: 'operator-actions',
      dueInMs: dueWhile(`EXISTS (SELECT FROM operation_items WHERE ${IS_DUE})`),
      withinMs: RESUME_WITHIN_MS,
      work: () => this.round(),
    });
  }

  /**
   * Stores the jobs that the action would affect. Idempotent by operator and key.
   *
   * @throws LuitError `validation_failed` if they are too many, `idempotency_conflict`
   */
  @OnCall(operationsCalls.previewJobAction)
  async preview({
    adminId,
    action,
    filter,
    repeat,
  }: RequestOf<typeof operationsCalls.previewJobAction>): Promise<FrozenPreview> {
    const conditions = conditionsOf(filter).add(ALLOWED[action]);
    const given = [adminId, action, JSON.stringify(filter), repeat?.idempotencyKey ?? null, repeat?.input ?? null];
    const [first, ...rest] = given.map((_, index) => `$${conditions.values.length + 1 + index}`);
    const [preview] = await this.database.query<(FrozenPreview & { isSame: boolean })[]>(
      `${UNPREPARED}INSERT INTO operation_previews AS known (admin_id, action, filter, idempotency_key, input, request_ids, credits)
       SELECT ${[first, ...rest].join(', ')}, coalesce(array_agg(id ORDER BY id), '{}'), coalesce(sum(credits), 0)
         FROM (SELECT r.id, r.credits FROM requests r WHERE ${conditions.sql} LIMIT ${MAX_JOBS + 1}) AS matching
        HAVING count(*) <= ${MAX_JOBS}
       ON CONFLICT (admin_id, idempotency_key) DO UPDATE SET input = known.input
       RETURNING id AS "previewId", cardinality(request_ids) AS jobs, credits,
                 ROW (action, input) IS NOT DISTINCT FROM ROW (${rest[0]}, ${rest[3]}) AS "isSame"`,
      [...conditions.values, ...given],
    );
    if (!preview) throw tooMany();
    const { isSame, ...frozen } = preview;
    if (!isSame) throw keyConflict();
    return frozen;
  }

  /** A preview of this operator. @throws LuitError `not_found` */
  @OnCall(operationsCalls.getJobPreview)
  async readPreview({ adminId, previewId }: RequestOf<typeof operationsCalls.getJobPreview>) {
    const [preview] = await this.database.query<JobPreview[]>(
      `SELECT action, cardinality(request_ids) AS jobs, credits,
              (SELECT coalesce(json_agg(json_build_object('userId', user_id, 'amount', amount)), '[]')
                 FROM (SELECT user_id, sum(r.credits) AS amount FROM requests r WHERE r.id = ANY (p.request_ids)
                        GROUP BY user_id) AS users) AS amounts
         FROM operation_previews p WHERE id = $1 AND admin_id = $2`,
      [previewId, adminId],
    );
    if (!preview) throw new LuitError('not_found', 'Preview not found');
    return preview;
  }

  /** @throws LuitError `not_found`; `conflict` if the action is not possible now or the preview is outdated */
  @OnCall(operationsCalls.applyJobAction)
  async apply(request: RequestOf<typeof operationsCalls.applyJobAction>): Promise<ActionResult> {
    assertReason(request);
    const operationId = await this.database.transaction((manager) => this.record(manager, request));
    const until = performance.now() + CALL_BUDGET_MS;
    while (performance.now() < until && (await this.processBatch(operationId)));
    const result = await this.resultOf(operationId);
    if (result.left > 0) this.schedule?.runNow();
    const [refused] = result.refused;
    if ('id' in request.target && refused) throw new LuitError('conflict', refused.message);
    return result;
  }

  /** Processes items that a crashed process, or a call that ran out of time, left unfinished. */
  async round(): Promise<void> {
    const due = await this.database.query<{ id: string }[]>(
      `SELECT DISTINCT operation_id AS id FROM operation_items WHERE ${IS_DUE} LIMIT 10`,
    );
    for (const { id } of due) while (!this.scheduler.isStopping && (await this.processBatch(id)));
  }

  /** Records the action and its jobs, or returns the operation that an earlier call with the same key recorded. */
  private async record(
    manager: EntityManager,
    { adminId, action, target, reason, idempotencyKey, approvedBy }: JobActionRequest,
  ): Promise<string> {
    const input = JSON.stringify({ action, target });
    // A preview is applied once, regardless of the keys of the requests.
    const key = 'previewId' in target ? `preview:${target.previewId}` : idempotencyKey;
    const [operation] = await manager.query<{ id: string }[]>(
      `INSERT INTO operations (admin_id, action, idempotency_key, input, is_bulk, reason, approved_by) VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (admin_id, idempotency_key) DO NOTHING RETURNING id`,
      [adminId, action, key, input, !('id' in target), reason ?? null, approvedBy ?? null],
    );
    if (!operation) return this.findByKey(manager, adminId, key, input);
    const bulk = { operationId: operation.id, adminId, action, reason, approvedBy };
    if ('id' in target) await this.addOne(manager, operation.id, action, target.id);
    else if ('previewId' in target) await this.addPreviewed(manager, bulk, target.previewId);
    else await this.addMatching(manager, bulk, target);
    return operation.id;
  }

  private async findByKey(manager: EntityManager, adminId: string, key: string, input: string): Promise<string> {
    const [found] = await manager.query<{ id: string; isSame: boolean }[]>(
      `SELECT id, input = $3::jsonb AS "isSame" FROM operations WHERE admin_id = $1 AND idempotency_key = $2`,
      [adminId, key, input],
    );
    if (found?.isSame) return found.id;
    throw keyConflict();
  }

  private async addOne(manager: EntityManager, operationId: string, action: JobAction, id: string): Promise<void> {
    const [row] = isUuid(id)
      ? await manager.query<{ credits: number; isAllowed: boolean; state: string }[]>(
          `SELECT r.credits, r.state, ${ALLOWED[action]} AS "isAllowed" FROM requests r WHERE r.id = $1
              AND r.state NOT IN ('awaiting_payment', 'accepting', 'rejected')`,
          [id],
        )
      : [];
    if (!row) throw requestNotFound();
    if (!row.isAllowed) throw new LuitError('conflict', REFUSALS[action], { details: { state: row.state } });
    await manager.query(`INSERT INTO operation_items (operation_id, request_id, credits) VALUES ($1, $2, $3)`, [
      operationId,
      id,
      row.credits,
    ]);
  }

  /** Exactly the jobs that the operator saw. A job that has changed since is refused individually. */
  private async addPreviewed(manager: EntityManager, bulk: Bulk, previewId: string): Promise<void> {
    const [preview] = await manager.query<{ filter: JobFilter; isExpired: boolean }[]>(
      `SELECT filter, created_at < now() - interval '${PREVIEW_MINUTES} minutes' AS "isExpired" FROM operation_previews
        WHERE id = $1 AND admin_id = $2 AND action = $3`,
      [previewId, bulk.adminId, bulk.action],
    );
    if (!preview) throw new LuitError('not_found', 'Preview not found');
    if (preview.isExpired && !bulk.approvedBy)
      throw new LuitError('conflict', 'This preview has expired. Please preview the action again.');
    await manager.query(
      `INSERT INTO operation_items (operation_id, request_id, credits)
       SELECT $2, r.id, r.credits FROM operation_previews p JOIN requests r ON r.id = ANY (p.request_ids) WHERE p.id = $1`,
      [previewId, bulk.operationId],
    );
    await this.publishBulk(manager, bulk, preview.filter, await this.countItems(manager, bulk.operationId));
  }

  private async addMatching(
    manager: EntityManager,
    bulk: Bulk,
    { filter, expectedCount }: { filter: JobFilter; expectedCount?: number },
  ): Promise<void> {
    const conditions = conditionsOf(filter).add(ALLOWED[bulk.action]);
    await manager.query(
      `${UNPREPARED}INSERT INTO operation_items (operation_id, request_id, credits)
       SELECT $${conditions.values.length + 1}, r.id, r.credits FROM requests r WHERE ${conditions.sql} LIMIT ${MAX_JOBS + 1}`,
      [...conditions.values, bulk.operationId],
    );
    const count = await this.countItems(manager, bulk.operationId);
    if (count.jobs > MAX_JOBS) throw tooMany();
    if (expectedCount !== undefined && expectedCount !== count.jobs) {
      const text = `The filter now matches ${count.jobs} jobs, not ${expectedCount}. Please preview it again.`;
      throw new LuitError('conflict', text, { details: { ...count } });
    }
    await this.publishBulk(manager, bulk, filter, count);
  }

  private async countItems(manager: EntityManager, operationId: string): Promise<Count> {
    const [count] = (await manager.query(
      `SELECT count(*)::int AS jobs, coalesce(sum(credits), 0)::int AS credits FROM operation_items WHERE operation_id = $1`,
      [operationId],
    )) as [Count];
    return count;
  }

  private async publishBulk(
    manager: EntityManager,
    { operationId, adminId, action, reason, approvedBy }: Bulk,
    filter: JobFilter,
    { jobs, credits }: Count,
  ): Promise<void> {
    if (jobs === 0) return;
    const count = { jobs: String(jobs), credits: String(credits) };
    const details = {
      ...(filter as Record<string, string>),
      ...count,
      ...(reason && { reason }),
      ...(approvedBy && { approvedBy }),
    };
    const owners = await manager.query<{ id: string }[]>(
      `SELECT DISTINCT r.user_id AS id FROM operation_items i JOIN requests r ON r.id = i.request_id WHERE i.operation_id = $1`,
      [operationId],
    );
    const event = {
      id: operationId,
      adminId,
      action: `jobs_${PAST[action]}`,
      subject: operationId,
      details,
      userIds: owners.map(({ id }) => id),
    } as const;
    await writeEvent(manager, operationsEvents.operatorActed, event);
  }

  /** False once no item is left, or all remaining ones have to wait. */
  private async processBatch(operationId: string): Promise<boolean> {
    const [claimed] = await this.database.query<[{ requestId: string; credits: number }[], number]>(
      `UPDATE operation_items SET claimed_until = now() + interval '${CLAIM_DURATION}'
        WHERE operation_id = $1 AND request_id IN (
          SELECT request_id FROM operation_items WHERE operation_id = $1 AND ${IS_DUE}
           ORDER BY request_id LIMIT ${CONCURRENCY} FOR UPDATE SKIP LOCKED)
        RETURNING request_id AS "requestId", credits`,
      [operationId],
    );
    if (claimed.length === 0) return false;
    const [operation] = await this.database.query<
      Pick<ActionItem, 'adminId' | 'action' | 'isBulk' | 'reason' | 'approvedBy'>[]
    >(
      `SELECT admin_id AS "adminId", action, is_bulk AS "isBulk", reason, approved_by AS "approvedBy" FROM operations WHERE id = $1`,
      [operationId],
    );
    if (!operation) return false;
    const done = await Promise.all(claimed.map((item) => this.items.run({ operationId, ...operation, ...item })));
    return done.some(Boolean);
  }

  private async resultOf(operationId: string): Promise<ActionResult> {
    const [row] = (await this.database.query(
      `SELECT count(*) FILTER (WHERE refusal IS NULL)::int AS jobs,
              coalesce(sum(credits) FILTER (WHERE refusal IS NULL), 0)::int AS credits,
              count(*) FILTER (WHERE done_at IS NULL)::int AS left,
              coalesce((jsonb_agg(jsonb_build_object('id', request_id, 'message', refusal))
                FILTER (WHERE refusal IS NOT NULL)), '[]') AS refused,
              coalesce(array_agg(created_id) FILTER (WHERE created_id IS NOT NULL), '{}') AS created
         FROM operation_items WHERE operation_id = $1`,
      [operationId],
    )) as [Omit<ActionResult, 'operationId'>];
    return {
      operationId,
      ...row,
      refused: row.refused.slice(0, MAX_LISTED),
      created: row.created.slice(0, MAX_LISTED),
    };
  }
}

const REFUSALS: Record<JobAction, string> = {
  retry: 'Only failed or canceled jobs can be retried: once, and only after their credits have been returned',
  cancel: 'This job can no longer be canceled',
  refund: 'Only queued jobs and succeeded jobs that have not been refunded can be refunded',
};

/** Free retries, refunds, and actions on many jobs need a reason. */
function assertReason({ action, target, reason }: JobActionRequest): void {
  if (reason || ('id' in target && action === 'cancel')) return;
  throw new LuitError('validation_failed', REASON_REQUIRED, { details: { reason: REASON_REQUIRED } });
}

function keyConflict(): LuitError {
  return new LuitError('idempotency_conflict', 'This Idempotency-Key was already used for a different action');
}

function tooMany(): LuitError {
  const text = `The filter matches more than ${MAX_JOBS.toLocaleString('en-IN')} jobs. Please narrow it.`;
  return new LuitError('validation_failed', text, { details: { filter: text } });
}
