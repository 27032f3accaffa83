import { LuitError } from '@luit/contracts/errors';
import type { CappedCount } from '@luit/contracts/messages/fields';
import type { RequestOf } from '@luit/contracts/messages/message';
import type {
  AdminJobRow,
  JobDetails,
  JobEvent,
  JobFilter,
  JobLink,
  JobSort,
  JobTask,
} from '@luit/contracts/operations/jobs';
import { operationsCalls } from '@luit/contracts/operations/messages';
import type { UnconfirmedJob } from '@luit/contracts/operations/unconfirmed-jobs';
import { OnCall } from '@luit/platform/calls/on-call';
import type { Conditions } from '@luit/platform/database/conditions';
import { countRows } from '@luit/platform/database/count-rows';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { UNPREPARED } from '@luit/platform/database/prepared-statement-client';
import { isUuid } from '@luit/platform/database/is-uuid';
import { canonicalEmail } from '@luit/contracts/auth/email-address';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { JobMetricsAggregator } from '../job-metrics/job-metrics-aggregator';
import { requestNotFound } from '../request-state/request-locks';
import { SEARCHED } from '../submissions/unconfirmed-jobs.service';
import { returnableCredits } from '../takedowns/takedown-refunds';
import { TakedownsService } from '../takedowns/takedowns.service';
import { toAdminRow, visibleKeysOf } from '../request-state/request-record';
import { HIDDEN, jobStatusOf, type RequestState, statesSql } from '../request-rows/request-states';
import { toVideoOptions } from '../request-rows/stored-options';
import { RequestEntity } from '../request-rows/request.entity';
import { ALLOWED, conditionsOf, statesOf } from './job-filter';

const MAX_PAGE = 200;
const MAX_IDS = 200;
/** Results of the search over everything. */
const MAX_SUGGESTED = 8;

/** Ids rise with time. */
const ORDERS: Record<JobSort, { by: string; after: string }> = {
  age: { by: 'r.id DESC', after: 'r.id < $' },
  '-age': { by: 'r.id', after: 'r.id > $' },
};

/** Lists and details of all jobs, for operators. */
@Injectable()
export class JobListService {
  constructor(
    private readonly database: DataSource,
    private readonly aggregator: JobMetricsAggregator,
    private readonly takedowns: TakedownsService,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /** Newest first by default. @throws LuitError `validation_failed` */
  @OnCall(operationsCalls.listJobs)
  async list({
    limit,
    cursor,
    sort = 'age',
    ...filter
  }: RequestOf<typeof operationsCalls.listJobs>): Promise<
    { items: AdminJobRow[]; nextCursor: string | null } & CappedCount
  > {
    const size = Math.min(Math.max(Math.trunc(limit) || 1, 1), MAX_PAGE);
    const page = conditionsOf(filter);
    if (cursor !== undefined) {
      if (!isUuid(cursor)) throw new LuitError('validation_failed', 'This cursor is not valid');
      page.add(ORDERS[sort].after, cursor);
    }
    const [ids, counted] = await Promise.all([this.idsOf(page, ORDERS[sort].by, size + 1), this.count(filter)]);
    const { items } = await this.get({ ids: ids.slice(0, size) });
    if (sort === '-age') items.reverse();
    return { items, nextCursor: ids.length > size ? (ids[size - 1] ?? null) : null, ...counted };
  }

  /** Probes an index for each kind of id, so its cost does not grow with the number of jobs. */
  @OnCall(operationsCalls.searchJobs)
  async search({ words }: RequestOf<typeof operationsCalls.searchJobs>): Promise<{ items: AdminJobRow[] }> {
    const text = words.trim().replaceAll('\0', '');
    const rows = await this.database.query<{ id: string }[]>(
      `${UNPREPARED}SELECT $1::uuid AS id WHERE $1 IS NOT NULL
       UNION (SELECT request_id FROM provider_tasks WHERE external_id = $2 LIMIT ${MAX_SUGGESTED})
       UNION (SELECT id FROM requests WHERE guest_email = $3 AND state NOT IN (${statesSql(HIDDEN)})
               ORDER BY id DESC LIMIT ${MAX_SUGGESTED})`,
      [isUuid(text) ? text : null, text, canonicalEmail(text)],
    );
    const { items } = await this.get({ ids: rows.map(({ id }) => id) });
    return { items: items.slice(0, MAX_SUGGESTED) };
  }

  /** Newest first. */
  @OnCall(operationsCalls.getJobs)
  async get({ ids }: RequestOf<typeof operationsCalls.getJobs>): Promise<{ items: AdminJobRow[] }> {
    const known = ids.filter(isUuid).slice(0, MAX_IDS);
    if (known.length === 0) return { items: [] };
    const rows = await this.database
      .getRepository(RequestEntity)
      .find({ where: { id: In(known) }, order: { id: 'DESC' } });
    return { items: rows.filter(({ state }) => !(HIDDEN as RequestState[]).includes(state)).map(toAdminRow) };
  }

  /** @throws LuitError `not_found` */
  @OnCall(operationsCalls.getJob)
  async details({ id }: RequestOf<typeof operationsCalls.getJob>): Promise<JobDetails> {
    const row = isUuid(id) ? await this.database.getRepository(RequestEntity).findOneBy({ id }) : null;
    if (!row || (HIDDEN as RequestState[]).includes(row.state)) throw requestNotFound();
    const [timeline, tasks, links, takedowns, takedownCredits, [may]] = await Promise.all([
      this.timelineOf(id),
      this.tasksOf(id),
      this.linksOf(row),
      this.takedowns.of(id),
      returnableCredits(this.database.manager, id),
      this.database.query<[JobDetails['may']]>(
        `SELECT ${ALLOWED.retry} AS retry, ${ALLOWED.cancel} AS cancel, ${ALLOWED.refund} AS refund
           FROM requests r WHERE r.id = $1`,
        [id],
      ),
    ]);
    const { imageKey, outputKey, posterKey } = visibleKeysOf(row);
    const { errorKind, errorCode, errorDetail } = row;
    return {
      job: toAdminRow(row),
      resolution: row.resolution,
      options: row.options && toVideoOptions(row.options, row.provider),
      attempts: {
        submitFailures: row.submitFailures,
        resubmissions: row.resubmissions,
        pollFailures: row.pollFailures,
      },
      error: errorKind && { kind: errorKind, code: errorCode ?? '', message: errorDetail ?? '' },
      cancelRequested: row.cancelRequested,
      unconfirmed: unconfirmedOf(row, timeline, this.config.limits.unconfirmedLimitMs),
      deadlineAt: row.deadlineAt?.toISOString() ?? null,
      workerId: row.workerId,
      ...{ imageKey, outputKey, posterKey },
      timeline,
      tasks,
      retryOf: links.find((link) => link.id === row.retryOf) ?? null,
      retries: links.filter((link) => link.id !== row.retryOf),
      takedowns,
      takedownCredits,
      may,
    };
  }

  private async idsOf(conditions: Conditions, order: string, limit: number): Promise<string[]> {
    const rows = await this.database.query<{ id: string }[]>(
      `${UNPREPARED}SELECT r.id FROM requests r WHERE ${conditions.sql} ORDER BY ${order} LIMIT ${limit}`,
      conditions.values,
    );
    return rows.map(({ id }) => id);
  }

  /** Reads the job counts; filters by user, time or text are counted up to a cap. */
  private async count({ status, type, provider, ...rest }: JobFilter): Promise<CappedCount> {
    if (rest.userId || rest.q || rest.from || rest.to) {
      const { sql, values } = conditionsOf({ status, type, provider, ...rest });
      return countRows(this.database, `SELECT FROM requests r WHERE ${sql}`, values);
    }
    await this.aggregator.refresh();
    const [{ n }] = (await this.database.query(
      `SELECT coalesce(sum(jobs), 0)::int AS n FROM job_counts WHERE state <> 'rejected' AND ($1::text[] IS NULL OR state = ANY ($1))
          AND ($2::text IS NULL OR type = $2) AND ($3::text IS NULL OR provider = $3)`,
      [status ? statesOf(status) : null, type ?? null, provider ?? null],
    )) as [{ n: number }];
    return { total: n, isTotalCapped: false };
  }

  private async timelineOf(id: string): Promise<JobEvent[]> {
    const rows = await this.database.query<WithDates<JobEvent, 'at'>[]>(
      `SELECT at, what, state, worker_id AS "workerId", details FROM job_timeline WHERE request_id = $1 ORDER BY id`,
      [id],
    );
    return rows.map(withIsoTimes);
  }

  private async tasksOf(id: string): Promise<JobTask[]> {
    const rows = await this.database.query<WithDates<JobTask, 'recordedAt'>[]>(
      `SELECT provider, external_id AS "externalId", status, recorded_at AS "recordedAt" FROM provider_tasks
        WHERE request_id = $1 ORDER BY recorded_at`,
      [id],
    );
    return rows.map(withIsoTimes);
  }

  private async linksOf({ id, retryOf }: RequestEntity): Promise<JobLink[]> {
    const rows = await this.database.query<{ id: string; state: RequestState }[]>(
      `SELECT id, state FROM requests WHERE id = $1 OR (retry_of = $2 AND state <> 'rejected') ORDER BY id`,
      [retryOf, id],
    );
    return rows.map((row) => ({ id: row.id, status: jobStatusOf(row.state) }));
  }
}

/** An unconfirmed submission as operators see it; null if the job has none. */
function unconfirmedOf(
  { state, leaseExpiresAt, submitBefore }: RequestEntity,
  timeline: JobEvent[],
  limitMs: number,
): UnconfirmedJob | null {
  const isForsaken = state === 'submitting' && (leaseExpiresAt?.getTime() ?? 0) <= Date.now();
  if ((state !== 'unknown' && !isForsaken) || !submitBefore) return null;
  const answered = timeline.findLast(({ what }) => what === SEARCHED);
  return {
    since: submitBefore.toISOString(),
    endsAt: new Date(submitBefore.getTime() + limitMs).toISOString(),
    lastAnswer: answered ? { answer: String(answered.details?.answer), at: answered.at } : null,
  };
}
