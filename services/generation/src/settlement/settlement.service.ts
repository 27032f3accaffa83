import { isTestAccount } from '@luit/contracts/auth/test-accounts';
import { generationEvents, generationPushes } from '@luit/contracts/generation/messages';
import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import type { RequestSettled } from '@luit/contracts/generation/requests';
import { TEST_PROVIDER } from '@luit/contracts/generation/test-requests';
import type { JobOutcome } from '@luit/contracts/generation/tracking';
import { outboxEvent } from '@luit/platform/events/outbox';
import { PushPublisher } from '@luit/platform/pushes/push-publisher';
import { Injectable } from '@nestjs/common';
import type { AsyncResource } from 'node:async_hooks';
import { DataSource, type EntityManager } from 'typeorm';
import { logJobChange } from '../request-state/job-log';
import type { LockedRequest } from '../request-state/locked-request';
import type { RowChange } from '../request-state/request-changes';
import { QueueSignals } from '../request-state/queue-signals';
import { RequestLocks } from '../request-state/request-locks';
import { requestsSettled } from '../request-state/request-metrics';
import { returnReason, toRecord } from '../request-state/request-record';
import { holdsSlot, PROGRESS } from '../request-rows/request-states';
import { RequestEntity } from '../request-rows/request.entity';
import { NO_ESTIMATE } from '../estimates/queue-estimates';
import { RunTimes } from '../estimates/run-times';
import { ProviderTasks } from '../provider-tasks/provider-tasks';
import { fingerprintColumns } from '../verifications/fingerprint-columns';
import { LateResultsService } from './late-results.service';

type Output = Omit<Extract<JobOutcome, { kind: 'succeeded' }>, 'kind'>;

/** A job that succeeded, by its row as it was known a moment ago. */
export interface KnownSuccess {
  row: RequestEntity;
  output: Output;
  /** Correlation of the report, for the messages. */
  correlation: string | null;
}

/** The terminal outcome of a job. */
export type Outcome =
  | { state: 'succeeded'; output: Output }
  /** `isAbandoned`: the provider never reported that its task ended, or whether it has one. */
  | { state: 'failed'; failure: ProviderFailure; isAbandoned?: boolean }
  | { state: 'canceled'; isAbandoned?: boolean };

/** A job, locked in the current transaction, that ends. */
export interface SettledJob {
  request: LockedRequest;
  outcome: Outcome;
  /** The context in which the outcome was reported, if it is not the current call. */
  context?: AsyncResource;
}

/** Writes final states, sequences and events of jobs in one transaction. Billing settles the hold on the event. */
@Injectable()
export class SettlementService {
  constructor(
    private readonly tasks: ProviderTasks,
    private readonly lateResults: LateResultsService,
    private readonly runTimes: RunTimes,
    private readonly locks: RequestLocks,
    private readonly database: DataSource,
    private readonly signals: QueueSignals,
    private readonly pushes: PushPublisher,
  ) {}

  /** For a job that no provider took in time. */
  async failOverdue(request: LockedRequest, code: string, options: { isAbandoned?: boolean } = {}): Promise<void> {
    const message = 'The provider did not accept the job in time';
    await this.settle(request, { state: 'failed', failure: { kind: 'timeout', code, message }, ...options });
  }

  async settle(request: LockedRequest, outcome: Outcome): Promise<void> {
    await this.settleAll(request.manager, [{ request, outcome }]);
  }

  /** Settles several jobs with as many statements as one. */
  async settleAll(manager: EntityManager, jobs: SettledJob[]): Promise<void> {
    if (jobs.length === 0) return;
    const duplicated = await this.tasks.endAll(
      manager,
      jobs.map(({ request, outcome }) => ({ request, status: isAbandoned(outcome) ? 'abandoned' : 'ended' })),
    );
    const changes: RowChange[] = [];
    for (const job of jobs) {
      const plan = () => this.plan(job, duplicated.has(job.request.row.id));
      changes.push(await (job.context ? job.context.runInAsyncScope(plan) : plan()));
    }
    await this.locks.write(manager, changes);
  }

  /**
   * Settles jobs that succeeded, with one statement and without reading their rows again. Their owners receive the outcome
   * directly, and again through the outbox in case this process crashes or Redis does not answer.
   *
   * @returns the ids of the settled jobs; the rows of the others have changed, or their tasks need more than an end
   */
  async settleKnown(successes: KnownSuccess[]): Promise<Set<string>> {
    const jobs = successes.map(({ row, output, correlation }) => {
      // The statement sets the time of completion on the clock of the database.
      const changes = changesOf({ state: 'succeeded', output }, new Date(), row.collectingAt);
      const ended = Object.assign(new RequestEntity(), row, changes, { sequence: row.sequence + 1 });
      return { row, ended, output, correlation, request: toRecord(ended, NO_ESTIMATE) };
    });
    const items = jobs.map(({ row, ended, output, correlation, request }) => ({
      id: row.id,
      lease: row.lease,
      sequence: row.sequence,
      user_id: row.userId,
      correlation,
      request,
      settled: settlementOf(ended, 'succeeded'),
      output_key: ended.outputKey,
      poster_key: ended.posterKey,
      content_type: ended.contentType,
      output_bytes: ended.outputBytes,
      output_seconds: ended.outputSeconds,
      fingerprint: ended.fingerprint,
      fingerprint_bucket: ended.fingerprintBucket,
      since_success_ms: output.sinceSuccessMs ?? 0,
      has_webhooks: row.hasWebhooks,
    }));
    const settled: { id: string; completedAt: Date }[] = await this.database.query(
      `SELECT settled_id AS id, settled_at AS "completedAt" FROM settle_succeeded_jobs($1)`,
      [JSON.stringify(items)],
    );
    const completions = new Map(settled.map(({ id, completedAt }) => [id, completedAt.toISOString()]));
    for (const { row, ended, correlation, request } of jobs) {
      const completedAt = completions.get(ended.id);
      if (completedAt === undefined) continue;
      logJobChange(ended, 'succeeded', { correlation });
      this.pushes.publish(generationPushes.requestUpdated, { request: { ...request, completedAt } }, correlation);
      this.countSettled(ended);
      if (holdsSlot(row)) this.signals.slotReleased();
    }
    return new Set(completions.keys());
  }

  private async plan({ request, outcome }: SettledJob, hasDuplicates: boolean): Promise<RowChange> {
    const changes = changesOf(outcome, request.now, request.row.collectingAt);
    const ended = Object.assign(new RequestEntity(), request.row, changes);
    const mayHaveStrays = hasDuplicates || isAbandoned(outcome);
    const lateResultsUntil = await this.lateResults.schedule(request, ended, mayHaveStrays);
    request.afterCommit(() => this.countSettled(ended));
    return request.plan(
      outcome.state,
      { ...changes, lateResultsUntil },
      {
        details: outcome.state === 'failed' ? { ...outcome.failure } : undefined,
        events: [outboxEvent(generationEvents.requestSettled, settlementOf(ended, outcome.state))],
      },
    );
  }

  private countSettled(ended: RequestEntity): void {
    const { state: outcome, errorKind, provider, planId: plan } = ended;
    if (provider !== TEST_PROVIDER) requestsSettled.inc({ outcome, kind: errorKind ?? 'none', provider, plan });
    if (ended.state === 'succeeded') this.runTimes.measuredFirst(ended);
  }
}

function settlementOf(ended: RequestEntity, outcome: Outcome['state']): RequestSettled {
  const { id: requestId, userId, payerId, type, credits, completedAt } = ended;
  const reason = outcome === 'succeeded' ? null : returnReason(ended);
  const completion = { ownerId: userId, type, completedAt: completedAt!.toISOString() };
  return {
    requestId,
    userId: payerId ?? userId,
    outcome,
    credits,
    reason,
    // Nobody waits for a test.
    completion: outcome === 'canceled' || isTestAccount(userId) ? undefined : completion,
  };
}

function isAbandoned(outcome: Outcome): boolean {
  return outcome.state !== 'succeeded' && outcome.isAbandoned === true;
}

type FinalChanges = Parameters<LockedRequest['change']>[1];

/** @param collectingAt when the success of the task was reported */
function changesOf(outcome: Outcome, now: Date, collectingAt: Date | null): FinalChanges {
  const ended: FinalChanges = { state: outcome.state, completedAt: now, leaseExpiresAt: null, promoteRequested: false };
  if (outcome.state === 'succeeded') {
    const {
      outputKey,
      posterKey,
      contentType,
      bytes,
      durationSeconds,
      fingerprint,
      sinceSuccessMs = 0,
    } = outcome.output;
    const succeededAt = collectingAt ?? new Date(now.getTime() - sinceSuccessMs);
    const output = {
      collectingAt: succeededAt,
      outputKey,
      posterKey,
      contentType,
      outputBytes: bytes,
      outputSeconds: durationSeconds,
      ...fingerprintColumns(fingerprint),
    };
    // Billing captures the hold of a succeeded job for certain, so no one waits for its confirmation.
    return { ...ended, ...output, progress: PROGRESS.completed, moneyState: 'captured' };
  }
  if (outcome.state === 'canceled') return { ...ended, progress: PROGRESS.failed };
  const { kind, code, message } = outcome.failure;
  return { ...ended, progress: PROGRESS.failed, errorKind: kind, errorCode: code, errorDetail: message };
}
