import { lateResultJob } from '@luit/contracts/generation/late-results';
import { writeJob } from '@luit/platform/events/outbox';
import { Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { DataSource } from 'typeorm';
import { LATE_RESULT_WINDOW_MS } from '../settlement/late-results.service';
import { JobPromoter } from '../settlement/job-promoter';
import { QueueSignals } from '../request-state/queue-signals';
import { RequestLocks, requestNotFound } from '../request-state/request-locks';
import { isFinal, type RequestState, STATES, statesSql, TRACKED } from '../request-state/request-states';
import { PollNudges } from '../provider-tasks/poll-nudges';
import { runningTaskOf } from './running-task';

export interface ProviderCallback {
  provider: string;
  token: string;
  headers: Record<string, string>;
  /** Base64. */
  rawBody: string;
}

/** Headers with the event id: Replicate (Standard Webhooks), fal. */
const ID_HEADERS = ['webhook-id', 'x-fal-webhook-request-id'];
/** Only headers that signature checks need are stored; cookies in particular are not. */
const KEPT_HEADERS = /^(webhook-|x-fal-webhook-|content-type$)/;
/** Providers send a handful. The limit keeps whoever obtained a callback URL from filling the disk. */
const MAX_EVENTS_PER_REQUEST = 100;

/** A request that a callback is about. */
interface Target {
  id: string;
  state: RequestState;
  isNew: boolean;
}

/** Stores callbacks unverified and makes the next poll due, so that a worker verifies them and polls the provider. */
@Injectable()
export class ProviderEventsService {
  private readonly log = new Logger(ProviderEventsService.name);

  constructor(
    private readonly database: DataSource,
    private readonly locks: RequestLocks,
    private readonly promoter: JobPromoter,
    private readonly nudges: PollNudges,
    private readonly signals: QueueSignals,
  ) {}

  /** Idempotent by the vendor's event id, or by a hash of the body if there is none. @throws LuitError `not_found` */
  async receive(callback: ProviderCallback): Promise<Record<string, never>> {
    const target = await this.store(callback);
    if (!target) throw requestNotFound();
    const { id, state, isNew } = target;
    this.log.debug({ msg: 'Provider callback received', requestId: id, provider: callback.provider, isNew });
    if (!isNew) return {};
    if (isFinal(state)) await this.checkLateResults(id);
    else if ((TRACKED as readonly RequestState[]).includes(state)) this.nudges.send();
    else this.signals.jobWaiting();
    return {};
  }

  /**
   * Stores the callback and makes the next poll due in one statement. A callback is ignored if it only says that the job's own
   * task is running. After a job has finished, callbacks matter only if they may report a stray task.
   */
  private async store({ provider, token, headers, rawBody }: ProviderCallback): Promise<Target | undefined> {
    const lowerCased = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const kept = Object.fromEntries(Object.entries(lowerCased).filter(([name]) => KEPT_HEADERS.test(name)));
    const idHeader = ID_HEADERS.find((name) => lowerCased[name]);
    const eventId = (idHeader && lowerCased[idHeader]) ?? createHash('sha256').update(rawBody).digest('hex');
    const [target] = await this.database.query<Target[]>(STORE, [
      provider,
      token,
      eventId,
      JSON.stringify(kept),
      rawBody,
      runningTaskOf(rawBody),
    ]);
    return target;
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

const FINAL = STATES.filter(isFinal);

const STORE = `
  WITH target AS (
    SELECT id, state, state IN (${statesSql(FINAL)}) AND late_results_until IS NULL AND resubmissions = 0 AS is_over,
           coalesce(state IN (${statesSql(TRACKED)}) AND external_id = $6, false) AS is_known
      FROM requests WHERE client_ref = $2 AND provider = $1 FOR UPDATE
  ), stored AS (
    INSERT INTO provider_events (provider, event_id, request_id, headers, raw_body)
    SELECT $1, $3, id, $4::jsonb, $5 FROM target
     WHERE NOT is_over AND NOT is_known
       AND (SELECT count(*) FROM provider_events e WHERE e.request_id = target.id) < ${MAX_EVENTS_PER_REQUEST}
    ON CONFLICT DO NOTHING RETURNING request_id
  ), promoted AS (
    UPDATE requests r SET promote_requested = true, next_poll_at = least(next_poll_at, now()), updated_at = now(),
           next_attempt_at = CASE WHEN r.state IN ('submitting', 'unknown') THEN now() ELSE next_attempt_at END
      FROM stored WHERE id = request_id
  )
  SELECT id, state, EXISTS (SELECT FROM stored) AS "isNew" FROM target`;
