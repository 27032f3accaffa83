import { MODEL_MISSING, NO_KEY } from '@luit/contracts/generation/limits';
import type { RequestOf } from '@luit/contracts/messages/message';
import { generationCalls, generationPushes } from '@luit/contracts/generation/messages';
import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import type { RecordedSubmission } from '@luit/contracts/generation/submissions';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { OnCall } from '@luit/platform/calls/on-call';
import { correlation } from '@luit/platform/tracing/correlation';
import { PushPublisher } from '@luit/platform/pushes/push-publisher';
import { backoff } from '@luit/platform/scheduling/backoff';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { logJobChange } from '../request-state/job-log';
import { KnownRows } from '../request-state/known-rows';
import type { LockedRequest } from '../request-state/locked-request';
import { staleLease } from '../request-state/locked-request';
import { QueueSignals } from '../request-state/queue-signals';
import { RequestLocks } from '../request-state/request-locks';
import { changeOf, toRecord } from '../request-state/request-record';
import { isSubmitting, PROGRESS } from '../request-rows/request-states';
import { RequestEntity } from '../request-rows/request.entity';
import { QueueEstimates } from '../estimates/queue-estimates';
import { RunTimes } from '../estimates/run-times';
import { MissingRoutes } from '../providers/missing-routes';
import { ProviderSelectionService } from '../providers/provider-selection.service';
import { ProviderHealthService } from '../providers/provider-health.service';
import { PROVIDER_RETRY } from '../providers/provider-retry';
import { PollWakeUps } from '../provider-tasks/poll-wake-ups';
import { ProviderTasks } from '../provider-tasks/provider-tasks';
import { RECORD_AND_PUBLISH_SQL, RECORD_SQL } from './record-statement';
import { requeued, SEARCH_INTERVAL_MS, searchAgain } from './search-steps';
import { SettlementService } from '../settlement/settlement.service';
import { modelOf } from '../request-state/steps';

const DONE: JobResult = { action: 'done' };

/** Records what workers report about the submissions that they claimed. */
@Injectable()
export class SubmissionsService {
  constructor(
    private readonly database: DataSource,
    private readonly locks: RequestLocks,
    private readonly knownRows: KnownRows,
    private readonly signals: QueueSignals,
    private readonly estimates: QueueEstimates,
    private readonly runTimes: RunTimes,
    private readonly selection: ProviderSelectionService,
    private readonly health: ProviderHealthService,
    private readonly missing: MissingRoutes,
    private readonly tasks: ProviderTasks,
    private readonly wakeUps: PollWakeUps,
    private readonly pushes: PushPublisher,
    private readonly settlement: SettlementService,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /**
   * Records the provider's task. Idempotent by its id.
   *
   * @throws LuitError `stale_lease` if a newer claim exists; the task is recorded as a stray task
   */
  @OnCall(generationCalls.recordSubmission)
  async record(input: RequestOf<typeof generationCalls.recordSubmission>): Promise<RecordedSubmission> {
    const firstPollMs = await this.recordNew(input);
    if (firstPollMs !== null) return { action: 'done', firstPollMs };
    const { requestId, lease, externalId } = input;
    const isCurrent = await this.locks.withRequest(requestId, async (request) => {
      const { row } = request;
      if (row.externalId === externalId) return true;
      if (isSubmitting(row.state) && row.lease === lease) {
        await this.tasks.assign(request, externalId, 'submitted');
        if (await this.health.recordSuccess(request.manager, row.provider)) {
          request.afterCommit(() => this.signals.jobWaiting());
        }
        return true;
      }
      await this.tasks.recordFound(request, externalId);
      return false;
    });
    if (!isCurrent) throw staleLease();
    return { action: 'done' };
  }

  /**
   * The usual case in one statement, guarded by lease and sequence.
   *
   * @returns milliseconds until the first poll; null if it does not apply
   */
  private async recordNew({
    requestId,
    lease,
    externalId,
    remembersPoll,
  }: RequestOf<typeof generationCalls.recordSubmission>): Promise<number | null> {
    const { manager } = this.database;
    const row = await this.knownRows.takeOrRead(requestId);
    if (!row || row.lease !== lease || !isSubmitting(row.state)) return null;
    const now = new Date();
    const progress = Math.max(row.progress, PROGRESS.running);
    const running = { state: 'running', externalId, submittedAt: now, progress, sequence: row.sequence + 1 } as const;
    const next = Object.assign(new RequestEntity(), row, running);
    const usualPollMs = await this.runTimes.firstPollMs(manager, row);
    const [recorded] = await manager.query<{ isUrgent: boolean; isRecovered: boolean }[]>(
      next.hasWebhooks ? RECORD_AND_PUBLISH_SQL : RECORD_SQL,
      [
        row.provider,
        requestId,
        lease,
        row.sequence,
        externalId,
        usualPollMs,
        correlation(),
        ...(next.hasWebhooks ? [JSON.stringify(changeOf(next))] : []),
      ],
    );
    if (!recorded) return null;
    const firstPollMs = recorded.isUrgent ? 0 : usualPollMs;
    if (!remembersPoll) this.wakeUps.send(firstPollMs);
    const request = toRecord(next, await this.estimates.ofOne(manager, next));
    const task = { token: row.clientRef, externalId };
    this.pushes.publish(generationPushes.requestUpdated, { request, task });
    if (recorded.isRecovered) {
      this.health.logRecovery(row.provider);
      this.signals.jobWaiting();
    }
    logJobChange(next, 'submitted', { externalId });
    return firstPollMs;
  }

  /** @throws LuitError `stale_lease` */
  @OnCall(generationCalls.recordSubmissionFailure)
  recordFailure(input: RequestOf<typeof generationCalls.recordSubmissionFailure>): Promise<JobResult> {
    const { requestId, lease, result, failure, retryAfterMs } = input;
    return this.locks.withRequest(requestId, async (request) => {
      request.requireLease(lease);
      if (!isSubmitting(request.row.state)) return DONE;
      const { provider, cancelRequested } = request.row;
      if (result === 'retry' && failure.code === NO_KEY) return this.putBack(request, failure);
      if (result === 'rejected' && failure.code === MODEL_MISSING) return this.leaveMissingRoute(request, failure);
      await this.health.recordFailure(request.manager, provider, result, failure);
      if (retryAfterMs) await this.health.pause(request.manager, provider, retryAfterMs);
      if (result === 'unknown') return this.markUnknown(request, failure);
      if (cancelRequested) return this.end(request, { state: 'canceled' });
      if (result === 'rejected') return this.failOrMove(request, failure);
      return failure.kind === 'quota' ? this.wait(request, failure) : this.retry(request, failure);
    });
  }

  /** The worker lacks the provider's key, and another one may have it. That is no failure of the provider or the job. */
  private async putBack(request: LockedRequest, failure: ProviderFailure): Promise<JobResult> {
    await this.health.recordMissingKey(request.manager, request.row.provider);
    return request.row.cancelRequested ? this.end(request, { state: 'canceled' }) : this.wait(request, failure);
  }

  private async markUnknown(request: LockedRequest, failure: ProviderFailure): Promise<JobResult> {
    if (request.row.state === 'submitting') {
      await request.change('submission unknown', { state: 'unknown' }, { isSilent: true, details: { ...failure } });
    }
    // The request may have been sent up to this moment, so the provider's reporting window starts now.
    await request.write({ submitBefore: request.now });
    return searchAgain(request, SEARCH_INTERVAL_MS);
  }

  /** A rejection of the input fails the job; a rejection of our account moves it to another provider or lets it wait. */
  private async failOrMove(request: LockedRequest, failure: ProviderFailure): Promise<JobResult> {
    const { row } = request;
    const isAboutOurAccount = failure.kind === 'provider' || failure.kind === 'quota';
    const mayMove = isAboutOurAccount && failure.code !== 'model_not_configured';
    const mayWait = row.provider !== (await this.selection.preferred(modelOf(row), request.manager));
    if (!mayMove || !(mayWait || (await this.selection.hasAlternative(request.manager, row)))) {
      return this.end(request, { state: 'failed', failure });
    }
    await request.change('provider refused', requeued(request), { isSilent: true, details: { ...failure } });
    return DONE;
  }

  /**
   * The vendor has no such model, which says nothing about the provider's health. The job goes to its next route with its hold; without one it
   * fails, which returns the credits.
   */
  private async leaveMissingRoute(request: LockedRequest, failure: ProviderFailure): Promise<JobResult> {
    const isOut = await this.missing.takeOut(request, failure.message);
    if (request.row.cancelRequested) return this.end(request, { state: 'canceled' });
    if (!isOut || !(await this.selection.hasOtherRoute(request))) {
      return this.end(request, { state: 'failed', failure });
    }
    await request.change('provider refused', requeued(request), { isSilent: true, details: { ...failure } });
    request.afterCommit(() => this.signals.jobWaiting());
    return DONE;
  }

  /**
   * A rate limit refused the job, or its worker could not submit it. That is not a failure: the job waits in the queue again, as if
   * it had not been claimed, and may move to another provider at once.
   */
  private async wait(request: LockedRequest, failure: ProviderFailure): Promise<JobResult> {
    const { row } = request;
    const queuedUntil = row.createdAt.getTime() + this.config.limits.queueLimitMs;
    const unclaimed = {
      firstClaimAt: null,
      deadlineAt: new Date(Math.max(queuedUntil, row.deadlineAt?.getTime() ?? 0)),
    };
    const delayMs = backoff(row.submitFailures, PROVIDER_RETRY);
    await request.change(
      'submission refused',
      { ...requeued(request), ...(row.resubmissions === 0 && unclaimed), nextAttemptAt: request.in(delayMs) },
      { details: { ...failure, delayMs } },
    );
    return DONE;
  }

  private async retry(request: LockedRequest, failure: ProviderFailure): Promise<JobResult> {
    const { row } = request;
    const failures = row.submitFailures + 1;
    const delayMs = backoff(row.submitFailures, PROVIDER_RETRY);
    const isTooLate = row.deadlineAt !== null && request.in(delayMs) > row.deadlineAt;
    if (failures > this.config.limits.submitRetryLimit || isTooLate) {
      return this.end(request, { state: 'failed', failure });
    }
    await request.change(
      'submission refused',
      { ...requeued(request), submitFailures: failures, nextAttemptAt: request.in(delayMs) },
      { details: { ...failure, delayMs } },
    );
    return DONE;
  }

  private async end(request: LockedRequest, end: Parameters<SettlementService['settle']>[1]): Promise<JobResult> {
    await this.settlement.settle(request, end);
    return DONE;
  }
}
