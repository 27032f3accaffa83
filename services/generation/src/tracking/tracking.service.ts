import type { RequestOf } from '@luit/contracts/messages/message';
import type { generationCalls } from '@luit/contracts/generation/messages';
import { LuitError } from '@luit/contracts/errors';
import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import type { JobOutcome } from '@luit/contracts/generation/tracking';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { ProviderSelectionService } from '../providers/provider-selection.service';
import type { LockedRequest } from '../request-state/locked-request';
import { staleLeases } from '../request-state/request-metrics';
import { RequestLocks } from '../request-state/request-locks';
import { isFinal, mayBecome, statesSql, UNFINISHED } from '../request-state/request-states';
import { isIntermediate, newClientRef } from '../request-state/steps';
import { type Outcome, SettlementService } from '../settlement/settlement.service';
import { ProviderTasks } from '../provider-tasks/provider-tasks';

const DONE: JobResult = { action: 'done' };
/** Resets everything about the first submission except the priority that the job was accepted with. */
const SECOND_STEP = {
  state: 'pending',
  externalId: null,
  firstClaimAt: null,
  submitBefore: null,
  submittedAt: null,
  collectingAt: null,
  nextPollAt: null,
  submitFailures: 0,
  pollFailures: 0,
  resubmissions: 0,
  promoteRequested: false,
} as const;

/** Keeps the leases of jobs, and ends their tasks: with the next step or with the outcome. */
@Injectable()
export class TrackingService {
  constructor(
    private readonly locks: RequestLocks,
    private readonly database: DataSource,
    private readonly selection: ProviderSelectionService,
    private readonly tasks: ProviderTasks,
    private readonly settlement: SettlementService,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /** Extends those of the leases that are current, and returns the jobs of the others. */
  async renewLeases({ leases }: RequestOf<typeof generationCalls.renewLeases>): Promise<{ stale: string[] }> {
    const [renewed] = await this.database.query<[{ id: string }[], number]>(
      `UPDATE requests r SET lease_expires_at = clock_timestamp() + $3 * interval '1 millisecond'
         FROM unnest($1::uuid[], $2::bigint[]) AS held (id, lease)
        WHERE r.id = held.id AND r.lease = held.lease AND r.lease_expires_at IS NOT NULL
          AND (r.state IN (${statesSql(UNFINISHED)}) OR r.late_results_until IS NOT NULL) RETURNING r.id`,
      [leases.map(({ requestId }) => requestId), leases.map(({ lease }) => lease), this.config.limits.leaseMs],
    );
    const current = new Set(renewed.map(({ id }) => id));
    const stale = leases.map(({ requestId }) => requestId).filter((id) => !current.has(id));
    staleLeases.inc(stale.length);
    return { stale };
  }

  /** Queues the second step, with a new client reference and deadline. @throws LuitError `stale_lease` */
  recordFirstStep({
    requestId,
    lease,
    imageKey,
  }: RequestOf<typeof generationCalls.recordFirstStep>): Promise<JobResult> {
    return this.locks.withRequest(requestId, async (request) => {
      const { row } = request;
      request.requireLease(lease);
      if (isFinal(row.state) || row.coloredKey === imageKey) return DONE;
      if (row.state !== 'collecting' || !isIntermediate(row)) {
        throw new LuitError('conflict', `A job that is ${row.state} has no first step to end`);
      }
      await this.tasks.end(request, 'ended');
      await this.tasks.markEventsRead(request);
      if (row.cancelRequested) {
        await this.settlement.settle(request, { state: 'canceled' });
        return DONE;
      }
      await request.change('first step done', {
        ...SECOND_STEP,
        coloredKey: imageKey,
        clientRef: newClientRef(),
        provider: this.selection.preferred(row.model),
        leaseExpiresAt: request.now,
        deadlineAt: request.in(this.config.limits.queueLimitMs),
      });
      return DONE;
    });
  }

  /** Idempotent: the first reported outcome is final. @throws LuitError `stale_lease` */
  settle(input: RequestOf<typeof generationCalls.settleJob>): Promise<JobResult> {
    const { requestId, lease, outcome, others } = input;
    return this.locks.withRequest(requestId, async (request) => {
      request.requireLease(lease);
      if (others) await this.tasks.recordStrayResults(request, others);
      const { state } = request.row;
      if (isFinal(state)) return DONE;
      const final = finalOutcome(outcome, request);
      if (state === 'pending' || !mayBecome(state, final.state)) {
        throw new LuitError('conflict', `A job that is ${state} cannot become ${final.state}`);
      }
      await this.settlement.settle(request, final);
      return DONE;
    });
  }
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
  const failure = request.hasPassed(row.deadlineAt)
    ? timedOut('Canceled at its deadline')
    : { kind: 'provider' as const, code: 'canceled', message: 'The provider canceled the task' };
  return { state: 'failed', failure };
}

function timedOut(message: string): ProviderFailure {
  return { kind: 'timeout', code: 'deadline', message };
}
