import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import type { JobOutcome } from '@luit/contracts/generation/tracking';
import type { JobResult } from '@luit/contracts/messages/job-result';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Batcher } from '@luit/platform/database/batcher';
import { correlation } from '@luit/platform/tracing/correlation';
import { Injectable } from '@nestjs/common';
import { AsyncResource } from 'node:async_hooks';
import { DataSource } from 'typeorm';
import { ProviderTasks } from '../provider-tasks/provider-tasks';
import { KnownRows } from '../request-state/known-rows';
import { type LockedRequest, staleLease } from '../request-state/locked-request';
import { RequestLocks, requestNotFound } from '../request-state/request-locks';
import { isFinal, mayBecome, type RequestState, TRACKED } from '../request-rows/request-states';
import { type KnownSuccess, type Outcome, type SettledJob, SettlementService } from '../settlement/settlement.service';

type Report = RequestOf<typeof generationCalls.settleJob>;

interface ReceivedReport extends Report {
  /** The context of its call; the job's messages carry its correlation. */
  context: AsyncResource;
  correlation: string | null;
}

const DONE: JobResult = { action: 'done' };
/** The batch has not locked the row: it does not exist, or another transaction has locked it. */
const NOT_LOCKED = Symbol('not locked');

type Result = JobResult | LuitError | typeof NOT_LOCKED;

/**
 * Records the outcomes of jobs that workers report. Reports that arrive together share a statement or a transaction, except reports about
 * rows that another transaction has locked: each of these waits for its row alone.
 */
@Injectable()
export class OutcomeReportsService {
  private readonly batcher = new Batcher<ReceivedReport, JobResult | typeof NOT_LOCKED>(
    (reports) => this.recordAll(reports),
    { dropsLateItems: true },
  );

  constructor(
    private readonly database: DataSource,
    private readonly locks: RequestLocks,
    private readonly tasks: ProviderTasks,
    private readonly knownRows: KnownRows,
    private readonly settlement: SettlementService,
  ) {}

  /** Idempotent: the first reported outcome is final. @throws LuitError `stale_lease`, `conflict`, `not_found` */
  @OnCall(generationCalls.settleJob)
  async record(report: Report): Promise<JobResult> {
    const context = new AsyncResource(OutcomeReportsService.name);
    const received = { ...report, context, correlation: correlation() };
    const result = await this.batcher.add(received);
    if (result !== NOT_LOCKED) return result;
    const [alone = NOT_LOCKED] = await this.recordLocked([received], false);
    if (alone === NOT_LOCKED) throw requestNotFound();
    if (alone instanceof LuitError) throw alone;
    return alone;
  }

  private async recordAll(reports: ReceivedReport[]): Promise<Result[]> {
    const successes = this.knownSuccesses(reports);
    const settled = successes.length > 0 ? await this.settlement.settleKnown(successes) : new Set<string>();
    const others = reports.filter(({ requestId }) => !settled.has(requestId));
    const results = others.length > 0 ? await this.recordLocked(others, true) : [];
    return reports.map((report) => results[others.indexOf(report)] ?? DONE);
  }

  /** The usual reports: successes without stray tasks, about jobs with known rows that no other report concerns. */
  private knownSuccesses(reports: ReceivedReport[]): KnownSuccess[] {
    return reports.flatMap(({ requestId, lease, outcome, others, correlation: cause }) => {
      const row = this.knownRows.take(requestId);
      const isUsual =
        outcome.kind === 'succeeded' &&
        !others &&
        row?.lease === lease &&
        (TRACKED as readonly RequestState[]).includes(row.state);
      if (!isUsual || reports.filter((other) => other.requestId === requestId).length > 1) return [];
      const { kind: _kind, ...output } = outcome;
      return { row, output, correlation: cause };
    });
  }

  private async recordLocked(reports: ReceivedReport[], skipsLocked: boolean): Promise<Result[]> {
    const results: Result[] = [];
    const requests = await this.database.transaction(async (manager) => {
      const locked = await this.locks.lockAll(
        manager,
        reports.map(({ requestId }) => requestId),
        skipsLocked,
      );
      const ended = new Map<LockedRequest, SettledJob>();
      for (const report of reports) {
        const request = locked.get(report.requestId);
        const outcome = request ? newOutcome(report, request, ended) : null;
        if (!request) results.push(NOT_LOCKED);
        else results.push(outcome instanceof LuitError ? outcome : DONE);
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
  request: LockedRequest,
  ended: Map<LockedRequest, SettledJob>,
): Outcome | LuitError | null {
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
