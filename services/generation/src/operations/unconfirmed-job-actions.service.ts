import { LuitError } from '@luit/contracts/errors';
import { submitJob } from '@luit/contracts/generation/submissions';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsEvents, operationsCalls } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import type { LockedRequest } from '../request-state/locked-request';
import { RequestLocks } from '../request-state/request-locks';
import { isSubmitting } from '../request-rows/request-states';
import { UnconfirmedJobsService } from '../submissions/unconfirmed-jobs.service';

/** `error_code` of a job that an operator declared lost. */
const DECLARED_LOST = 'declared_lost';
const NOTE = 'declared lost';

/** Operators' actions on a job with an unconfirmed submission. */
@Injectable()
export class UnconfirmedJobActionsService {
  constructor(
    private readonly locks: RequestLocks,
    private readonly unconfirmed: UnconfirmedJobsService,
  ) {}

  /** @throws LuitError `not_found`, `conflict` */
  @OnCall(operationsCalls.searchUnconfirmedJob)
  search({ adminId, id }: RequestOf<typeof operationsCalls.searchUnconfirmedJob>): Promise<void> {
    return this.locks.withRequest(id, async (request) => {
      requireUnconfirmed(request);
      const [pause] = await request.manager.query<unknown[]>(`SELECT FROM paused_queues WHERE name = $1`, [
        submitJob.name,
      ]);
      if (pause)
        throw new LuitError(
          'conflict',
          `Resume the queue ${submitJob.name} first: it is paused, so workers take no jobs from it`,
        );
      const now = { promoteRequested: true, nextAttemptAt: request.now };
      await request.change('search requested', now, { isSilent: true });
      await audit(request, adminId, 'job_searched', {});
      request.afterCommit(() => request.signals.jobWaiting());
    });
  }

  /** Idempotent. @throws LuitError `not_found`, `conflict` */
  @OnCall(operationsCalls.declareJobLost)
  declareLost(input: RequestOf<typeof operationsCalls.declareJobLost>): Promise<void> {
    const { adminId, id, reason } = input;
    return this.locks.withRequest(id, async (request) => {
      if (await isDeclaredLost(request)) return;
      requireUnconfirmed(request);
      const { credits } = request.row;
      await request.note(NOTE, { reason });
      await this.unconfirmed.giveUp(request, DECLARED_LOST);
      await audit(request, adminId, 'job_declared_lost', { credits: String(credits), reason });
    });
  }
}

async function isDeclaredLost({ manager, row }: LockedRequest): Promise<boolean> {
  const found = await manager.query<unknown[]>(`SELECT FROM job_events WHERE request_id = $1 AND what = $2`, [
    row.id,
    NOTE,
  ]);
  return found.length > 0;
}

/** While a worker holds the job's lease, it submits the job or searches for its task, which takes only seconds. */
function requireUnconfirmed(request: LockedRequest): void {
  const { state } = request.row;
  if (state === 'unknown' || (isSubmitting(state) && !request.isLeased())) return;
  throw new LuitError('conflict', 'The submission of this job is no longer unconfirmed', { details: { state } });
}

async function audit(
  request: LockedRequest,
  adminId: string,
  action: 'job_searched' | 'job_declared_lost',
  details: Record<string, string>,
): Promise<void> {
  const userIds = [request.row.userId];
  const event = { id: uuidv7(), adminId, action, subject: request.row.id, details, userIds };
  await writeEvent(request.manager, operationsEvents.operatorActed, event);
}
