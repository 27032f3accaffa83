import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderEvent } from '@luit/contracts/generation/provider-tasks';
import { reportedTask } from '@luit/contracts/generation/task-callbacks';
import { lateResultJob } from '@luit/contracts/generation/late-results';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { columnsOf } from '@luit/platform/database/columns-of';
import { writeJob } from '@luit/platform/events/outbox';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { RequestEntity } from '../request-rows/request.entity';
import { LATE_RESULT_WINDOW_MS } from '../settlement/late-results.service';
import { JobPromoter } from '../settlement/job-promoter';
import { QueueSignals } from '../request-state/queue-signals';
import type { LockedRequest } from '../request-state/locked-request';
import { RequestLocks, requestNotFound } from '../request-state/request-locks';
import { isFinal, type RequestState, STATES, statesSql, TRACKED } from '../request-rows/request-states';
import { KnownRows } from '../request-state/known-rows';
import { PollWakeUps } from '../provider-tasks/poll-wake-ups';
import { HandedPolls } from './handed-polls';
import { PollsService } from './polls.service';

export interface ProviderCallback {
  provider: string;
  token: string;
  headers: Record<string, string>;
  /** Base64. */
  rawBody: string;
}

/** Headers with the signature: Replicate (Standard Webhooks), fal. ModelArk signs nothing. */
const SIGNATURE_HEADERS = ['webhook-signature', 'x-fal-webhook-signature'];
/** Headers with the event id: Replicate (Standard Webhooks), fal. */
const ID_HEADERS = ['webhook-id', 'x-fal-webhook-request-id'];
/** Only headers that signature checks need are stored; cookies in particular are not. */
const KEPT_HEADERS = /^(webhook-|x-fal-webhook-|content-type$)/;
/** Providers send a handful. The limit keeps anyone who obtained a callback URL from filling the disk. */
const MAX_EVENTS_PER_REQUEST = 100;

/** Characters of a task's id that are stored: no one has verified it. */
const MAX_TASK_ID = 200;

/** While no job waits for a slot. Most outputs are copied sooner. */
const REPORT_SUCCESS_WITHIN_MS = 4_000;

/** A request that a callback is about, with the columns of its row if its poll was claimed. */
interface Target extends RequestEntity {
  requestId: string;
  requestState: RequestState;
  isWoken: boolean;
  isClaimed: boolean;
}

/**
 * Receives callbacks. One that says that the job's own task has ended is a reason to poll the task, which is claimed with the same
 * statement and handed to a worker. Others are stored unverified and make the next poll due, so that a worker verifies them.
 */
@Injectable()
export class ProviderEventsService {
  private readonly log = new Logger(ProviderEventsService.name);

  constructor(
    private readonly database: DataSource,
    private readonly locks: RequestLocks,
    private readonly promoter: JobPromoter,
    private readonly wakeUps: PollWakeUps,
    private readonly signals: QueueSignals,
    private readonly polls: PollsService,
    private readonly handedPolls: HandedPolls,
    private readonly knownRows: KnownRows,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /** Idempotent by the vendor's event id, or by a hash of the body if there is none. @throws LuitError `not_found` */
  @OnCall(generationCalls.receiveProviderEvent)
  async receive(callback: RequestOf<typeof generationCalls.receiveProviderEvent>): Promise<void> {
    const event = toEvent(callback);
    const target = await this.store(callback, event);
    if (!target) throw requestNotFound();
    const { requestId: id, requestState: state, isWoken, isClaimed, ...row } = target;
    this.log.debug({ msg: 'Provider callback received', requestId: id, provider: callback.provider, isWoken });
    if (!isWoken) return;
    if (isClaimed) {
      this.knownRows.keep(row);
      await this.handOver(row, event);
    } else if (isFinal(state)) await this.checkLateResults(id);
    else if ((TRACKED as readonly RequestState[]).includes(state)) this.wakeUps.send();
    else this.signals.jobWaiting();
  }

  /**
   * In one statement. A callback is ignored if it only says that the job's own task is running, or repeats that it has ended. After a job
   * has finished, callbacks matter only if they may report a stray task.
   */
  private async store(
    { provider, token }: ProviderCallback,
    { id, headers, rawBody }: ProviderEvent,
  ): Promise<Target | undefined> {
    const task = reportedTask(Buffer.from(rawBody, 'base64').toString());
    const [target] = await this.database.query<Target[]>(STORE, [
      provider,
      token,
      id,
      JSON.stringify(headers),
      rawBody,
      task?.externalId ?? null,
      task?.isRunning ?? false,
      this.config.limits.leaseMs,
    ]);
    return target;
  }

  /**
   * A signed callback replaces the request to the provider, so it needs no share of the provider's rate. If the signature turns out
   * to be forged, the worker asks the provider, once for each job: a further callback of the job claims no poll.
   */
  private async handOver(row: RequestEntity, callback: ProviderEvent): Promise<void> {
    const { poll, waitMs } = isSigned(callback)
      ? { poll: await this.polls.ofRow(row), waitMs: 0 }
      : await this.polls.withinRate(row);
    const reportSuccessWithinMs = this.signals.isWaiting ? undefined : REPORT_SUCCESS_WITHIN_MS;
    if (poll) this.handedPolls.send({ ...poll, callback, reportSuccessWithinMs });
    else this.wakeUps.send(waitMs);
  }

  /**
   * Has workers read the stored callbacks of a job again that are marked as unread.
   *
   * @throws LuitError `not_found`; `conflict` if nothing reads its callbacks any more
   */
  async readAgain(requestId: string, mark: (request: LockedRequest) => Promise<void>): Promise<void> {
    const state = await this.locks.withRequest(requestId, async (request) => {
      const { state: current, externalId } = request.row;
      if (isFinal(current) && externalId === null)
        throw new LuitError('conflict', 'This job ended without a task, so no callback can belong to it.');
      await mark(request);
      if (isFinal(current)) return current;
      const isTracked = (TRACKED as readonly RequestState[]).includes(current);
      await request.write({
        promoteRequested: true,
        ...(isTracked ? { nextPollAt: request.now } : { nextAttemptAt: request.now }),
      });
      request.afterCommit(() => {
        if (isTracked) this.wakeUps.send();
        else this.signals.jobWaiting();
      });
      return current;
    });
    if (isFinal(state)) await this.checkLateResults(requestId);
  }

  private async checkLateResults(requestId: string): Promise<void> {
    await this.locks.withRequest(requestId, async (request) => {
      const { lateResultsUntil, completedAt } = request.row;
      request.afterCommit(() => this.promoter.promoteRequested(lateResultJob, requestId));
      if (lateResultsUntil !== null) return;
      const until = new Date((completedAt ?? request.now).getTime() + LATE_RESULT_WINDOW_MS);
      await request.write({ lateResultsUntil: until });
      await writeJob(request.manager, lateResultJob, requestId);
    });
  }
}

function isSigned({ headers }: ProviderEvent): boolean {
  return SIGNATURE_HEADERS.some((name) => name in headers);
}

/** With the headers that signature checks need. */
function toEvent({ headers, rawBody }: ProviderCallback): ProviderEvent {
  const lowerCased = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const kept = Object.fromEntries(Object.entries(lowerCased).filter(([name]) => KEPT_HEADERS.test(name)));
  const idHeader = ID_HEADERS.find((name) => lowerCased[name]);
  const id = (idHeader && lowerCased[idHeader]) ?? createHash('sha256').update(rawBody).digest('hex');
  return { id, headers: kept, rawBody };
}

const FINAL = STATES.filter(isFinal);

/**
 * Parameters: $1 provider, $2 token, $3 event id, $4 headers, $5 body, $6 the task, $7 whether it says that the task is running, $8
 * milliseconds of a lease.
 *
 * `target` locks the latest version of the row, but the statement reads everything else as of its start. So the poll is not claimed if
 * the row has changed since, because there may be further callbacks.
 */
const STORE = `
  WITH target AS (
    SELECT id, state, updated_at, state IN (${statesSql(FINAL)}) AND late_results_until IS NULL AND resubmissions = 0 AS is_over,
           coalesce(state IN (${statesSql(TRACKED)}) AND external_id = $6, false) AS is_own,
           coalesce(state = 'running' AND external_id = $6, false) AND NOT $7 AND NOT called_back AS is_end,
           lease_expires_at IS NULL OR lease_expires_at <= now() AS is_free
      FROM requests WHERE client_ref = $2 AND provider = $1 FOR UPDATE
  ), stored AS (
    INSERT INTO provider_events (provider, event_id, request_id, headers, raw_body, task_id)
    SELECT $1, $3, id, $4::jsonb, $5, left($6, ${MAX_TASK_ID}) FROM target
     WHERE NOT is_over AND NOT is_own
       AND (SELECT count(*) FROM provider_events e WHERE e.request_id = target.id) < ${MAX_EVENTS_PER_REQUEST}
    ON CONFLICT DO NOTHING RETURNING request_id
  ), woken AS (
    SELECT id, is_end, is_end AND is_free AND updated_at = (SELECT seen.updated_at FROM requests seen WHERE seen.id = target.id)
             AND NOT EXISTS (SELECT FROM provider_events e WHERE e.request_id = target.id AND e.read_at IS NULL)
             AND NOT EXISTS (SELECT FROM provider_tasks t WHERE t.request_id = target.id AND t.status = 'duplicate')
             AND NOT EXISTS (SELECT FROM provider_health h WHERE h.provider = $1 AND h.paused_until > now()) AS is_claimed
      FROM target WHERE is_end OR EXISTS (SELECT FROM stored)
  ), changed AS (
    UPDATE requests r
       SET called_back = called_back OR is_end, promote_requested = NOT is_claimed, next_poll_at = least(next_poll_at, now()),
           next_attempt_at = CASE WHEN r.state IN ('submitting', 'unknown') THEN now() ELSE next_attempt_at END,
           lease = lease + is_claimed::int,
           lease_expires_at = CASE WHEN is_claimed THEN now() + $8 * interval '1 millisecond' ELSE lease_expires_at END,
           updated_at = now()
      FROM woken WHERE r.id = woken.id
    RETURNING r.*, is_claimed
  )
  SELECT target.id AS "requestId", target.state AS "requestState", changed.id IS NOT NULL AS "isWoken",
         coalesce(changed.is_claimed, false) AS "isClaimed", ${columnsOf(RequestEntity, 'changed')}
    FROM target LEFT JOIN changed ON true`;
