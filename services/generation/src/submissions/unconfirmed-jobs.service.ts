import type { RequestOf } from '@luit/contracts/messages/message';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { OnCall } from '@luit/platform/calls/on-call';
import { DuePoller, dueWhile } from '@luit/platform/scheduling/due-poller';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { ProviderTasks } from '../provider-tasks/provider-tasks';
import type { LockedRequest } from '../request-state/locked-request';
import { RequestLocks } from '../request-state/request-locks';
import { resubmissions } from '../request-state/request-metrics';
import { isSubmitting } from '../request-rows/request-states';
import { unlessMissing } from '../request-state/unless-missing';
import { SettlementService } from '../settlement/settlement.service';
import { requeued, SEARCH_INTERVAL_MS, searchAgain } from './search-steps';

const DONE: JobResult = { action: 'done' };
/** Search interval for providers without a search call; their webhook makes the search due earlier. Milliseconds. */
const WEBHOOK_WAIT_MS = 15_000;
/** Between two searches that the provider does not answer, milliseconds. */
const UNANSWERED_INTERVAL_MS = 1_000;
/** How often a job may be submitted again after an unknown submission. */
const MAX_RESUBMISSIONS = 1;
/** How long a job may still wait after the limit for a worker to poll once more, milliseconds. */
const GRACE_MS = 30_000;
const CHECK_WITHIN_MS = 5_000;
const BATCH = 100;

/**
 * Resolves jobs whose submission is unconfirmed. If the provider can list its tasks and certainly has no task for the job, the job is
 * submitted once more. If that cannot be determined, the job is never submitted again: it fails, its credits are returned, and if a task
 * shows up later, the owner gets its output for free.
 */
@Injectable()
export class UnconfirmedJobsService implements OnApplicationBootstrap {
  private readonly log = new Logger(UnconfirmedJobsService.name);

  constructor(
    private readonly database: DataSource,
    private readonly locks: RequestLocks,
    private readonly tasks: ProviderTasks,
    private readonly settlement: SettlementService,
    private readonly poller: DuePoller,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.poller.add({
      name: 'unconfirmed-jobs',
      dueInMs: dueWhile(`EXISTS (${this.forsaken})`),
      withinMs: CHECK_WITHIN_MS,
      work: () => this.endForsaken(),
    });
  }

  /** @throws LuitError `stale_lease` */
  @OnCall(generationCalls.recordNotFound)
  recordNotFound(input: RequestOf<typeof generationCalls.recordNotFound>): Promise<JobResult> {
    const { requestId, lease, isSearchable, reportedWithinMs, claimedAt } = input;
    return this.locks.withRequest(requestId, async (request) => {
      request.requireLease(lease);
      if (!isSubmitting(request.row.state)) return DONE;
      if (await this.tasks.assignCandidate(request)) return DONE;
      await markUnknown(request);
      await noteAnswer(request, isSearchable ? 'not_found' : 'not_searchable');
      if (!isSearchable) return this.waitOrGiveUp(request, WEBHOOK_WAIT_MS);
      const certainAt = new Date((request.row.submitBefore?.getTime() ?? 0) + reportedWithinMs);
      // The time of the search, not the current one: the result of an earlier search may have waited for a service that crashed.
      if (new Date(claimedAt) >= certainAt) return this.resubmitOrFail(request);
      const delayMs = Math.min(request.until(certainAt) + 1, SEARCH_INTERVAL_MS);
      return searchAgain(request, request.row.promoteRequested ? 0 : delayMs);
    });
  }

  /** @throws LuitError `stale_lease` */
  @OnCall(generationCalls.recordSearchFailure)
  recordSearchFailure(input: RequestOf<typeof generationCalls.recordSearchFailure>): Promise<JobResult> {
    const { requestId, lease, failure, retryAfterMs = 0 } = input;
    return this.locks.withRequest(requestId, async (request) => {
      request.requireLease(lease);
      if (!isSubmitting(request.row.state)) return DONE;
      if (await this.tasks.assignCandidate(request)) return DONE;
      await markUnknown(request);
      await noteAnswer(request, failure.code);
      return this.waitOrGiveUp(request, Math.max(retryAfterMs, UNANSWERED_INTERVAL_MS));
    });
  }

  /** Returns the credits although the outcome of the submission is unknown. */
  async giveUp(request: LockedRequest, code = 'submission_unknown'): Promise<void> {
    if (request.row.cancelRequested) await this.settlement.settle(request, { state: 'canceled', isAbandoned: true });
    else await this.settlement.failOverdue(request, code, { isAbandoned: true });
  }

  private async waitOrGiveUp(request: LockedRequest, intervalMs: number): Promise<JobResult> {
    const limit = new Date((request.row.submitBefore?.getTime() ?? 0) + this.config.limits.unconfirmedLimitMs);
    if (!request.hasPassed(limit)) return searchAgain(request, Math.min(intervalMs, request.until(limit) + 1));
    await this.giveUp(request);
    return DONE;
  }

  /** The provider does not have the task: submit once more, then fail. */
  private async resubmitOrFail(request: LockedRequest): Promise<JobResult> {
    const { row } = request;
    if (row.cancelRequested) {
      await this.settlement.settle(request, { state: 'canceled' });
      return DONE;
    }
    if (row.resubmissions >= MAX_RESUBMISSIONS || request.hasPassed(row.deadlineAt)) {
      await this.settlement.failOverdue(request, 'submission_unknown');
      return DONE;
    }
    await request.change('resubmitted', { ...requeued(request), resubmissions: row.resubmissions + 1 });
    this.log.warn({ msg: 'Resubmitting a job; its first submission was not found', requestId: row.id });
    request.afterCommit(() => resubmissions.inc());
    return DONE;
  }

  /** SQL: jobs that no worker asks about, because no worker runs or the queue is paused. They have a slot each, so they are few. */
  private get forsaken(): string {
    const limitMs = this.config.limits.unconfirmedLimitMs + GRACE_MS;
    return `SELECT id FROM requests
      WHERE dispatched_at IS NOT NULL AND state IN ('submitting', 'unknown') AND lease_expires_at <= now()
        AND submit_before <= now() - ${limitMs} * interval '1 millisecond'`;
  }

  private async endForsaken(): Promise<void> {
    const rows = await this.database.query<{ id: string }[]>(`${this.forsaken} LIMIT ${BATCH}`);
    for (const { id } of rows) await unlessMissing(this.endOne(id), undefined);
  }

  private endOne(id: string): Promise<void> {
    return this.locks.withRequest(id, async (request) => {
      if (!isSubmitting(request.row.state) || request.isLeased()) return;
      if (await this.tasks.assignCandidate(request)) return;
      await markUnknown(request);
      await this.giveUp(request);
    });
  }
}

async function markUnknown(request: LockedRequest): Promise<void> {
  if (request.row.state !== 'submitting') return;
  await request.change('submission unknown', { state: 'unknown' }, { isSilent: true });
}

/** The name of a provider search in the timeline. */
export const SEARCHED = 'provider searched';

/** Adds the provider's answer to the timeline, unless it has given the same one just before. */
async function noteAnswer(request: LockedRequest, answer: string): Promise<void> {
  const [last] = await request.manager.query<{ what: string; details: { answer?: string } | null }[]>(
    `SELECT what, details FROM job_events WHERE request_id = $1 AND what <> 'search claimed' ORDER BY id DESC LIMIT 1`,
    [request.row.id],
  );
  if (last?.what === SEARCHED && last.details?.answer === answer) return;
  await request.note(SEARCHED, { answer });
}
