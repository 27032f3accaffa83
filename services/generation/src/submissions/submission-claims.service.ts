import type { RequestOf } from '@luit/contracts/messages/message';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { SubmissionClaim } from '@luit/contracts/generation/submissions';
import { OnCall } from '@luit/platform/calls/on-call';
import { isUuid } from '@luit/platform/database/is-uuid';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { readEvents } from '../provider-tasks/provider-events';
import { ProviderTaskBuilder, searchStart } from '../provider-tasks/provider-task-builder';
import { ProviderTasks } from '../provider-tasks/provider-tasks';
import type { LockedRequest } from '../request-state/locked-request';
import { logJobChange } from '../request-state/job-log';
import { KnownRows } from '../request-state/known-rows';
import { QueueSignals } from '../request-state/queue-signals';
import { RequestLocks } from '../request-state/request-locks';
import { isSubmitting } from '../request-rows/request-states';
import type { RequestEntity } from '../request-rows/request.entity';
import { unlessMissing } from '../request-state/unless-missing';
import { SettlementService } from '../settlement/settlement.service';
import { CLAIM_SQL } from './claim-statement';

/**
 * Gives workers the jobs to submit. A job is submitted to a provider exactly once: it is claimed before anything is sent, and
 * after a claim without a result the worker searches for the task instead of submitting again.
 */
@Injectable()
export class SubmissionClaimsService {
  constructor(
    private readonly database: DataSource,
    private readonly locks: RequestLocks,
    private readonly knownRows: KnownRows,
    private readonly signals: QueueSignals,
    private readonly tasks: ProviderTasks,
    private readonly builder: ProviderTaskBuilder,
    private readonly settlement: SettlementService,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /** A dispatched job takes one statement; searches and rare cases take the row lock. */
  @OnCall(generationCalls.claimSubmission)
  async claim({ requestId, workerId }: RequestOf<typeof generationCalls.claimSubmission>): Promise<SubmissionClaim> {
    if (!isUuid(requestId)) return { action: 'none' };
    const { leaseMs } = this.config.limits;
    const submitWithinMs = Math.floor(leaseMs / 2);
    const parameters = [requestId, workerId, leaseMs, submitWithinMs];
    const [row] = await this.database.query<RequestEntity[]>(CLAIM_SQL, parameters);
    if (row) {
      this.knownRows.keep(row);
      logJobChange(row, 'submission claimed');
      return {
        action: 'submit',
        lease: row.lease,
        task: await this.builder.build(row),
        submitWithinMs,
      };
    }
    const claim = this.locks.withRequest<SubmissionClaim>(requestId, async (request) => {
      if (request.row.state === 'pending') return this.declinePending(request);
      return isSubmitting(request.row.state) ? this.claimSearch(request, workerId) : { action: 'none' };
    });
    return unlessMissing(claim, { action: 'none' });
  }

  /** The deadline has passed, or the provider stopped admitting jobs after the dispatch. */
  private async declinePending(request: LockedRequest): Promise<SubmissionClaim> {
    const { deadlineAt, dispatchedAt } = request.row;
    if (request.hasPassed(deadlineAt)) await this.settlement.failOverdue(request, 'not_submitted');
    else if (dispatchedAt !== null) {
      await request.write({ dispatchedAt: null });
      request.afterCommit(() => this.signals.jobWaiting());
    }
    return { action: 'none' };
  }

  /** An earlier claim may have submitted the task, so this claim only searches for it or waits for its webhook. */
  private async claimSearch(request: LockedRequest, workerId: string): Promise<SubmissionClaim> {
    const { row } = request;
    if (request.isLeased()) return { action: 'wait', delayMs: request.until(row.leaseExpiresAt) + 1 };
    if (await this.tasks.assignCandidate(request)) return { action: 'none' };
    await request.change(
      'search claimed',
      {
        lease: row.lease + 1,
        leaseExpiresAt: request.in(this.config.limits.leaseMs),
        workerId,
        promoteRequested: false,
      },
      { isSilent: true },
    );
    const since = searchStart(row).toISOString();
    const events = await readEvents(request, 'all');
    return {
      action: 'find',
      lease: request.row.lease,
      task: await this.builder.build(request.row, request.manager),
      since,
      claimedAt: request.now.toISOString(),
      events,
    };
  }
}
