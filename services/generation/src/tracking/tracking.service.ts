import type { RequestOf } from '@luit/contracts/messages/message';
import { generationCalls } from '@luit/contracts/generation/messages';
import { LuitError } from '@luit/contracts/errors';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { OnCall } from '@luit/platform/calls/on-call';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { ProviderSelectionService } from '../providers/provider-selection.service';
import { staleLeases } from '../request-state/request-metrics';
import type { LockedRequest } from '../request-state/locked-request';
import { RequestLocks } from '../request-state/request-locks';
import { isFinal, statesSql, UNFINISHED } from '../request-rows/request-states';
import { isIntermediate, newClientRef } from '../request-state/steps';
import { SettlementService } from '../settlement/settlement.service';
import { ProviderTasks } from '../provider-tasks/provider-tasks';

const DONE: JobResult = { action: 'done' };
/** Resets everything about the first submission except the priority that the job was accepted with. */
const NEW_SUBMISSION = {
  state: 'pending',
  externalId: null,
  firstClaimAt: null,
  submitBefore: null,
  submittedAt: null,
  collectingAt: null,
  nextPollAt: null,
  submitFailures: 0,
  pollFailures: 0,
  calledBack: false,
  resubmissions: 0,
  promoteRequested: false,
} as const;

/** How often a job may be lost until it fails. Its third server in a row that restarts is probably crashed by the job itself. */
const MAX_LOSSES = 3;
const LOST = 'task lost';

/** Keeps the leases of jobs, ends the first of two steps, and queues jobs again that a server forgot. */
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

  /**
   * Extends the leases that are current, and returns the jobs of the others. A row that another transaction has locked is not extended, and
   * delays no one.
   */
  @OnCall(generationCalls.renewLeases)
  async renewLeases({ leases }: RequestOf<typeof generationCalls.renewLeases>): Promise<{ stale: string[] }> {
    const current = await this.database.query<{ id: string }[]>(
      `WITH held AS (
         SELECT r.id FROM requests r JOIN unnest($1::uuid[], $2::bigint[]) AS held (id, lease) ON r.id = held.id
            AND r.lease = held.lease
          WHERE r.lease_expires_at IS NOT NULL
            AND (r.state IN (${statesSql(UNFINISHED)}) OR r.late_results_until IS NOT NULL)
       ), free AS (
         SELECT id, lease FROM requests WHERE id IN (SELECT id FROM held) FOR NO KEY UPDATE SKIP LOCKED
       ), renewed AS (
         UPDATE requests r SET lease_expires_at = clock_timestamp() + $3 * interval '1 millisecond'
           FROM free WHERE r.id = free.id AND r.lease = free.lease
       )
       SELECT id FROM held`,
      [leases.map(({ requestId }) => requestId), leases.map(({ lease }) => lease), this.config.limits.leaseMs],
    );
    const ids = new Set(current.map(({ id }) => id));
    const stale = leases.map(({ requestId }) => requestId).filter((id) => !ids.has(id));
    staleLeases.inc(stale.length);
    return { stale };
  }

  /** Queues the second step, with a new client reference and deadline. @throws LuitError `stale_lease` */
  @OnCall(generationCalls.recordFirstStep)
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
      await request.manager.query(`SELECT keep_color_cost($1)`, [requestId]);
      await request.change('first step done', {
        ...NEW_SUBMISSION,
        coloredKey: imageKey,
        clientRef: newClientRef(),
        // Without any, the job fails when it is submitted.
        provider: (await this.selection.preferred(row.model, request.manager)) ?? row.provider,
        leaseExpiresAt: request.now,
        deadlineAt: request.in(this.config.limits.queueLimitMs),
      });
      return DONE;
    });
  }

  /** Queues the job again, with a new client reference. @throws LuitError `stale_lease` */
  @OnCall(generationCalls.recordLostTask)
  recordLostTask({
    requestId,
    lease,
    failure,
    others,
  }: RequestOf<typeof generationCalls.recordLostTask>): Promise<JobResult> {
    return this.locks.withRequest(requestId, async (request) => {
      const { row } = request;
      request.requireLease(lease);
      if (row.state !== 'running') return DONE;
      if (others) await this.tasks.recordStrayResults(request, others);
      if (row.cancelRequested) {
        await this.settlement.settle(request, { state: 'canceled' });
        return DONE;
      }
      if (request.hasPassed(row.deadlineAt) || (await this.losses(request)) >= MAX_LOSSES - 1) {
        await this.settlement.settle(request, { state: 'failed', failure });
        return DONE;
      }
      await this.tasks.end(request, 'ended');
      await this.tasks.markEventsRead(request);
      const again = { ...NEW_SUBMISSION, clientRef: newClientRef(), leaseExpiresAt: request.now };
      await request.change(LOST, again, { details: { ...failure } });
      return DONE;
    });
  }

  private async losses({ manager, row }: LockedRequest): Promise<number> {
    const [found] = await manager.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM job_events WHERE request_id = $1 AND what = $2`,
      [row.id, LOST],
    );
    return found?.count ?? 0;
  }
}
