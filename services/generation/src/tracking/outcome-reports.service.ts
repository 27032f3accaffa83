import { LuitError } from '@luit/contracts/errors';
import type { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import type { JobOutcome } from '@luit/contracts/generation/tracking';
import type { JobResult } from '@luit/contracts/messages/job-result';
import type { RequestOf } from '@luit/contracts/messages/message';
import { Batcher } from '@luit/platform/database/batcher';
import { Injectable } from '@nestjs/common';
import { AsyncResource } from 'node:async_hooks';
import { DataSource } from 'typeorm';
import { ProviderTasks } from '../provider-tasks/provider-tasks';
import { type LockedRequest, staleLease } from '../request-state/locked-request';
import { RequestLocks, requestNotFound } from '../request-state/request-locks';
import { isFinal, mayBecome } from '../request-state/request-states';
import { type Outcome, type SettledJob, SettlementService } from '../settlement/settlement.service';

type Report = RequestOf<typeof generationCalls.settleJob>;

interface ReceivedReport extends Report {
  /** Of its call, whose correlation the job's messages carry. */
  context: AsyncResource;
}

const DONE: JobResult = { action: 'done' };

/** Records the outcomes of jobs that workers report. Reports that arrive together share a transaction. */
@Injectable()
export class OutcomeReportsService {
  private readonly batcher = new Batcher<ReceivedReport, JobResult>((reports) => this.recordAll(reports), {
    dropsLateItems: true,
  });

  constructor(
    private readonly database: DataSource,
    private readonly locks: RequestLocks,
    private readonly tasks: ProviderTasks,
    private readonly settlement: SettlementService,
  ) {}

  /** Idempotent: the first reported outcome is final. @throws LuitError `stale_lease`, `conflict`, `not_found` */
  record(report: Report): Promise<JobResult> {
    return this.batcher.add({ ...report, context: new AsyncResource(OutcomeReportsService.name) });
  }

  private async recordAll(reports: ReceivedReport[]): Promise<(JobResult | LuitError)[]> {
    const results: (JobResult | LuitError)[] = [];
    const requests = await this.database.transaction(async (manager) => {
      const locked = await this.locks.lockAll(
        manager,
        reports.map(({ requestId }) => requestId),
      );
      const ended = new Map<LockedRequest, SettledJob>();
      for (const report of reports) {
        const outcome = newOutcome(report, locked.get(report.requestId), ended);
        results.push(outcome instanceof LuitError ? outcome : DONE);
        const request = locked.get(report.requestId);
        if (!request || outcome instanceof LuitError) continue;
        const { others, context } = report;
        if (others) await context.runInAsyncScope(() => this.tasks.recordStrayResults(request, others));
        if (outcome) ended.set(request, { request, outcome, context });
      }
      await this.settlement.settleAll(manager, [...ended.values()]);
      return [...locked.values()];
    });
    for (const request of requests) request.runAfterCommit();
    return results;
  }
}

/** Null if the job has an outcome already, from the row or from the same batch. */
function newOutcome(
  { lease, outcome }: Report,
  request: LockedRequest | undefined,
  ended: Map<LockedRequest, SettledJob>,
): Outcome | LuitError | null {
  if (!request) return requestNotFound();
  if (request.row.lease !== lease) return staleLease();
  const { state } = request.row;
  if (isFinal(state) || ended.has(request)) return null;
  const final = finalOutcome(outcome, request);
  if (state !== 'pending' && mayBecome(state, final.state)) return final;
  return new LuitError('conflict', `A job that is ${state} cannot become ${final.state}`);
}

/** Who asked for a confirmed cancel: the owner, the deadline, or neither. */
function finalOutcome(outcome: JobOutcome, request: LockedRequest): Outcome {
  const { row } = request;
  if (outcome.kind === 'succeeded') {
    const { kind: _kind, ...output } = outcome;
    return { state: 'succeeded', output };
  }
  if (row.cancelRequested) return { state: 'canceled' };
  if (outcome.kind === 'failed') return { state: 'failed', failure: outcome.failure };
  const failure: ProviderFailure = request.hasPassed(row.deadlineAt)
    ? { kind: 'timeout', code: 'deadline', message: 'Canceled at its deadline' }
    : { kind: 'provider', code: 'canceled', message: 'The provider canceled the task' };
  return { state: 'failed', failure };
}
