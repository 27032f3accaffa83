import { LuitError } from '@luit/contracts/errors';
import type { ActionResult } from '@luit/contracts/operations/job-actions';
import type { JobAction, JobFilter } from '@luit/contracts/operations/jobs';
import { operationsEvents } from '@luit/contracts/operations/messages';
import { UNPREPARED } from '@luit/platform/database/prepared-statement-client';
import { writeEvent } from '@luit/platform/events/outbox';
import { isUuid } from '@luit/platform/database/is-uuid';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { requestNotFound } from '../requests/request-locks';
import { type ActionItem, ActionItemsService, PAST } from './action-items.service';
import { ALLOWED, checkedFilter, conditionsOf } from './job-filter';

export interface Asked {
  adminId: string;
  action: JobAction;
  target: { id: string } | { filter: JobFilter; expectedCount?: number };
  idempotencyKey: string;
}

const MAX_JOBS = 5_000;
const AT_ONCE = 8;
/** What an answer waits for; the rest is done behind it. */
const ANSWER_WITHIN_MS = 5_000;
/** After which another process takes over what one had claimed. */
const CLAIM = '30 seconds';
const RESUME_EVERY_MS = 5_000;
const SHOWN = 20;

/** What operators do to jobs: to one, or to all of a filter after a preview. */
@Injectable()
export class JobActionsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(JobActionsService.name);
  private timer?: NodeJS.Timeout;
  private current: Promise<void> = Promise.resolve();
  private isStopping = false;

  constructor(
    private readonly database: DataSource,
    private readonly items: ActionItemsService,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.current = this.current.then(() => this.resume());
    }, RESUME_EVERY_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    await this.current;
  }

  /** @throws LuitError `validation_failed` for a filter that is none, or of too many jobs */
  async preview({
    action,
    filter,
  }: {
    action: JobAction;
    filter: JobFilter;
  }): Promise<{ jobs: number; credits: number }> {
    return this.countOf(this.database.manager, action, checkedFilter(filter));
  }

  /** @throws LuitError `not_found`; `conflict` where it cannot be done now, or the preview is no longer right */
  async act(asked: Asked): Promise<ActionResult> {
    const operationId = await this.database.transaction((manager) => this.record(manager, asked));
    const until = performance.now() + ANSWER_WITHIN_MS;
    while (performance.now() < until && (await this.takeSome(operationId)));
    const result = await this.resultOf(operationId);
    const [refused] = result.refused;
    if ('id' in asked.target && refused) throw new LuitError('conflict', refused.message);
    return result;
  }

  /** Goes on with what a process left. */
  private async resume(): Promise<void> {
    try {
      const due = await this.database.query<{ id: string }[]>(
        `SELECT DISTINCT operation_id AS id FROM operation_items
          WHERE done_at IS NULL AND (claimed_until IS NULL OR claimed_until < now()) LIMIT 10`,
      );
      for (const { id } of due) while (!this.isStopping && (await this.takeSome(id)));
    } catch (error) {
      this.log.warn({ msg: 'Operators’ actions could not be gone on with', reason: (error as Error).message });
    }
  }

  /** Writes the action down with the jobs it is about, or finds it written down by an earlier call with the same key. */
  private async record(manager: EntityManager, { adminId, action, target, idempotencyKey }: Asked): Promise<string> {
    const input = JSON.stringify({ action, target });
    const isBulk = 'filter' in target;
    const [made] = await manager.query<{ id: string }[]>(
      `INSERT INTO operations (admin_id, action, idempotency_key, input, is_bulk) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (admin_id, idempotency_key) DO NOTHING RETURNING id`,
      [adminId, action, idempotencyKey, input, isBulk],
    );
    if (!made) return this.earlier(manager, adminId, idempotencyKey, input);
    if (isBulk) await this.addAll(manager, made.id, { adminId, action, ...target });
    else await this.addOne(manager, made.id, action, target.id);
    return made.id;
  }

  private async earlier(manager: EntityManager, adminId: string, key: string, input: string): Promise<string> {
    const [found] = await manager.query<{ id: string; isSame: boolean }[]>(
      `SELECT id, input = $3::jsonb AS "isSame" FROM operations WHERE admin_id = $1 AND idempotency_key = $2`,
      [adminId, key, input],
    );
    if (found?.isSame) return found.id;
    throw new LuitError('idempotency_conflict', 'This Idempotency-Key was used for another action');
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

  private async addAll(
    manager: EntityManager,
    operationId: string,
    {
      adminId,
      action,
      filter,
      expectedCount,
    }: { adminId: string; action: JobAction; filter: JobFilter; expectedCount?: number },
  ): Promise<void> {
    const conditions = conditionsOf(checkedFilter(filter)).add(ALLOWED[action]);
    await manager.query(
      `${UNPREPARED}INSERT INTO operation_items (operation_id, request_id, credits)
       SELECT $${conditions.values.length + 1}, r.id, r.credits FROM requests r WHERE ${conditions.sql} LIMIT ${MAX_JOBS + 1}`,
      [...conditions.values, operationId],
    );
    const [{ jobs, credits }] = (await manager.query(
      `SELECT count(*)::int AS jobs, coalesce(sum(credits), 0)::int AS credits FROM operation_items WHERE operation_id = $1`,
      [operationId],
    )) as [{ jobs: number; credits: number }];
    if (jobs > MAX_JOBS) throw tooMany();
    if (expectedCount !== undefined && expectedCount !== jobs) {
      const text = `This is about ${jobs} jobs by now, not ${expectedCount}. Please look again.`;
      throw new LuitError('conflict', text, { details: { jobs, credits } });
    }
    if (jobs === 0) return;
    const details = { ...(filter as Record<string, string>), jobs: String(jobs), credits: String(credits) };
    const told = { id: operationId, adminId, action: `jobs_${PAST[action]}`, subject: operationId, details } as const;
    await writeEvent(manager, operationsEvents.operatorActed, told);
  }

  private async countOf(manager: EntityManager, action: JobAction, filter: JobFilter) {
    const conditions = conditionsOf(filter).add(ALLOWED[action]);
    const [count] = (await manager.query(
      `${UNPREPARED}SELECT count(*)::int AS jobs, coalesce(sum(credits), 0)::int AS credits FROM (
         SELECT r.credits FROM requests r WHERE ${conditions.sql} LIMIT ${MAX_JOBS + 1}) AS meant`,
      conditions.values,
    )) as [{ jobs: number; credits: number }];
    if (count.jobs > MAX_JOBS) throw tooMany();
    return count;
  }

  /** False once nothing is left, or what is left has to wait. */
  private async takeSome(operationId: string): Promise<boolean> {
    const [claimed] = await this.database.query<[{ requestId: string; credits: number }[], number]>(
      `UPDATE operation_items SET claimed_until = now() + interval '${CLAIM}'
        WHERE operation_id = $1 AND request_id IN (
          SELECT request_id FROM operation_items WHERE operation_id = $1 AND done_at IS NULL
             AND (claimed_until IS NULL OR claimed_until < now()) ORDER BY request_id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
        RETURNING request_id AS "requestId", credits`,
      [operationId],
    );
    if (claimed.length === 0) return false;
    const [operation] = await this.database.query<Pick<ActionItem, 'adminId' | 'action' | 'isBulk'>[]>(
      `SELECT admin_id AS "adminId", action, is_bulk AS "isBulk" FROM operations WHERE id = $1`,
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
    )) as [ActionResult];
    return { ...row, refused: row.refused.slice(0, SHOWN), created: row.created.slice(0, SHOWN) };
  }
}

const REFUSALS: Record<JobAction, string> = {
  retry:
    'Only a job that failed or was canceled, whose credits are returned and that was not retried yet, can be retried',
  cancel: 'This job can no longer be canceled',
  refund: 'Only a job that waits, or that succeeded and was not refunded yet, can be refunded',
};

function tooMany(): LuitError {
  const text = `This is about more than ${MAX_JOBS.toLocaleString('en-IN')} jobs. Please narrow the filter.`;
  return new LuitError('validation_failed', text, { details: { filter: text } });
}
