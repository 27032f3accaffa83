import { LuitError } from '@luit/contracts/errors';
import type { StrayResults, StrayTasks } from '@luit/contracts/generation/provider-tasks';
import { correlation } from '@luit/platform/tracing/correlation';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { LockedRequest } from '../request-state/locked-request';
import { duplicateTasks } from '../request-state/request-metrics';
import { PollWakeUps } from './poll-wake-ups';
import { readEvents } from './provider-events';
import { RunTimes } from '../estimates/run-times';
import { PROGRESS } from '../request-rows/request-states';

/** `abandoned`: the provider never reported that the task ended. */
type EndStatus = 'ended' | 'abandoned';

/** The tasks that providers run for a job. One is the job's own; any other is a stray task and gets canceled. */
@Injectable()
export class ProviderTasks {
  private readonly log = new Logger(ProviderTasks.name);

  constructor(
    private readonly runTimes: RunTimes,
    private readonly wakeUps: PollWakeUps,
  ) {}

  /** Makes it the job's own task and schedules its first poll. */
  async assign(request: LockedRequest, externalId: string, what: string): Promise<void> {
    const { promoteRequested, cancelRequested, progress } = request.row;
    await this.recordLive(request, externalId);
    const isUrgent = promoteRequested || cancelRequested;
    const delayMs = isUrgent ? 0 : await this.runTimes.firstPollMs(request.manager, request.row);
    await request.change(
      what,
      {
        state: 'running',
        externalId,
        submittedAt: request.now,
        nextPollAt: request.in(delayMs),
        correlation: correlation(),
        leaseExpiresAt: null,
        nextAttemptAt: null,
        progress: Math.max(progress, PROGRESS.running),
        progressSentAt: request.now,
      },
      { details: { externalId } },
    );
    request.afterCommit(() => this.wakeUps.send(delayMs));
  }

  /**
   * Records a task that a claim submitted after it had expired. The task is a candidate while the job has no task of its own, and a
   * duplicate otherwise.
   */
  async recordStray(request: LockedRequest, externalId: string): Promise<void> {
    const { id, provider, state } = request.row;
    const status = state === 'submitting' || state === 'unknown' ? 'candidate' : 'duplicate';
    if (!(await this.record(request, externalId, status))) return;
    await request.note(`${status} task`, { externalId });
    if (status === 'duplicate') this.countDuplicate(id, provider, externalId);
  }

  /** Ends the job's own task. @returns whether the job has duplicates that are not confirmed as ended */
  async end(request: LockedRequest, status: EndStatus): Promise<boolean> {
    return (await this.endAll(request.manager, [{ request, status }])).has(request.row.id);
  }

  /** Ends the task of each job. @returns the ids of jobs with duplicate tasks that are not confirmed as ended */
  async endAll(
    manager: EntityManager,
    jobs: { request: Pick<LockedRequest, 'row'>; status: EndStatus }[],
  ): Promise<Set<string>> {
    const found: { id: string }[] = await manager.query(
      `WITH job AS (
         SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[]) AS j (id, provider, status)
       ), ended AS (
         UPDATE provider_tasks task SET status = job.status FROM job WHERE request_id = job.id AND task.status = 'live'
       )
       SELECT DISTINCT job.id FROM job JOIN provider_tasks task ON task.request_id = job.id
          AND task.provider = job.provider AND task.status = 'duplicate'`,
      [
        jobs.map(({ request }) => request.row.id),
        jobs.map(({ request }) => request.row.provider),
        jobs.map(({ status }) => status),
      ],
    );
    return new Set(found.map(({ id }) => id));
  }

  /** Marks the callbacks of a finished step as read. */
  async markEventsRead({ row, manager }: LockedRequest): Promise<void> {
    await manager.query(`UPDATE provider_events SET read_at = now() WHERE request_id = $1 AND read_at IS NULL`, [
      row.id,
    ]);
  }

  /** Assigns the oldest candidate to a job without a task; the other candidates become duplicates. */
  async assignCandidate(request: LockedRequest): Promise<boolean> {
    const found: { external_id: string }[] = await request.manager.query(
      `SELECT external_id FROM provider_tasks WHERE request_id = $1 AND status = 'candidate' ORDER BY recorded_at`,
      [request.row.id],
    );
    const [own, ...duplicates] = found;
    if (!own) return false;
    await this.assign(request, own.external_id, 'task recognized');
    for (const { external_id: externalId } of duplicates) await this.markDuplicate(request, externalId);
    return true;
  }

  /** Duplicates that are not confirmed as ended, and unread callbacks, which may report further tasks. */
  async listStray(request: LockedRequest): Promise<StrayTasks> {
    const [cancel, events] = await Promise.all([this.duplicatesOf(request), readEvents(request, 'unread')]);
    return { cancel, events };
  }

  /** Records a worker's findings about stray tasks. A task found by callback becomes the job's own if it has none. */
  async recordStrayResults(request: LockedRequest, { eventIds, found, stopped }: StrayResults): Promise<void> {
    const { id, provider } = request.row;
    for (const externalId of found) await this.recordFound(request, externalId);
    if (stopped.length > 0) {
      await request.manager.query(
        `UPDATE provider_tasks SET status = 'stopped'
          WHERE request_id = $1 AND provider = $2 AND external_id = ANY($3) AND status = 'duplicate'`,
        [id, provider, stopped],
      );
    }
    if (eventIds.length > 0) {
      await request.manager.query(
        `UPDATE provider_events SET read_at = now() WHERE request_id = $1 AND event_id = ANY($2)`,
        [id, eventIds],
      );
    }
  }

  /** Records a task that shows up after the job got another one, or has ended. A job that timed out gets its output for free. */
  async recordFound(request: LockedRequest, externalId: string): Promise<void> {
    const { externalId: own, state, errorKind } = request.row;
    if (externalId === own) return;
    const isLate = own === null && state === 'failed' && errorKind === 'timeout';
    await (isLate ? this.assignLate(request, externalId) : this.recordStray(request, externalId));
  }

  /** The job timed out before its task was known. */
  private async assignLate(request: LockedRequest, externalId: string): Promise<void> {
    if (!(await this.record(request, externalId, 'abandoned'))) return;
    await request.write({ externalId });
    await request.note('late task', { externalId });
  }

  private async duplicatesOf(request: LockedRequest): Promise<string[]> {
    const found: { external_id: string }[] = await request.manager.query(
      `SELECT external_id FROM provider_tasks WHERE request_id = $1 AND provider = $2 AND status = 'duplicate'`,
      [request.row.id, request.row.provider],
    );
    return found.map((task) => task.external_id);
  }

  private async markDuplicate(request: LockedRequest, externalId: string): Promise<void> {
    const { id, provider } = request.row;
    await request.manager.query(
      `UPDATE provider_tasks SET status = 'duplicate' WHERE provider = $1 AND external_id = $2`,
      [provider, externalId],
    );
    this.countDuplicate(id, provider, externalId);
  }

  private countDuplicate(requestId: string, provider: string, externalId: string): void {
    duplicateTasks.inc();
    this.log.warn({ msg: 'Found a duplicate task of a job', requestId, provider, externalId });
  }

  private async recordLive(request: LockedRequest, externalId: string): Promise<void> {
    if (await this.record(request, externalId, 'live')) return;
    throw new LuitError('conflict', 'This task belongs to another request');
  }

  /** False if the task is already recorded, for this request or another; only a candidate changes its status. */
  private async record(request: LockedRequest, externalId: string, status: string): Promise<boolean> {
    const recorded: unknown[] = await request.manager.query(
      `INSERT INTO provider_tasks AS task (provider, external_id, request_id, status) VALUES ($1, $2, $3, $4)
       ON CONFLICT (provider, external_id) DO UPDATE SET status = $4
         WHERE task.request_id = $3 AND task.status = 'candidate' AND task.status <> $4
       RETURNING external_id`,
      [request.row.provider, externalId, request.row.id, status],
    );
    return recorded.length > 0;
  }
}
