import { isPermitted } from '@luit/contracts/auth/operator-permissions';
import type { Approval } from '@luit/contracts/billing/approvals';
import { mayReturnCredits, type TakedownKind } from '@luit/contracts/auth/takedown-kinds';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { requireStepUp } from '../../../access/identities/operator-access';
import type { Operator } from '../../../access/identities/token.strategy';
import { ApprovalsService } from '../../operators/approvals/approvals.service';

interface NewTakedown {
  requestId: string;
  kind: TakedownKind;
  reason: string;
}

/** Takedowns by operators, with the credits that they return. */
@Injectable()
export class TakedownsService {
  constructor(
    private readonly calls: CallClient,
    private readonly approvals: ApprovalsService,
  ) {}

  /**
   * Takes an output down at once. Credits that return with it are a refund of the job: the operator must be permitted to make it, and
   * above the limit of approvals they wait for a second operator.
   *
   * @returns the request for the credits that wait; null if none do
   * @throws LuitError `step_up_required` if credits return, `not_found`, `conflict`
   */
  async takeDown(admin: Operator, takedown: NewTakedown): Promise<Approval | null> {
    const { requestId, kind, reason } = takedown;
    const takeDown = async (returnsCredits: boolean) => {
      await this.calls.call(operationsCalls.takeDown, { adminId: admin.id, ...takedown, returnsCredits });
      return null;
    };
    if (!mayReturnCredits(kind) || !isPermitted(admin.role, 'jobs.refund')) return takeDown(false);
    const { job, takedownCredits: credits } = await this.calls.call(operationsCalls.getJob, { id: requestId });
    if (credits === 0) return takeDown(false);
    requireStepUp(admin);
    return this.approvals.actOrRequest<Approval | null>(
      async () => {
        if (await this.approvals.isEverNeeded())
          await this.approvals.countJobRefunds(admin, requestId, [{ userId: job.user_id, amount: credits }]);
        return takeDown(true);
      },
      async (before) => {
        await takeDown(false);
        const action = { kind: 'job_refund', jobId: requestId } as const;
        const preview = { jobs: 1, credits, ...before };
        const request = { action, preview, reason: `Taken down: ${reason}`, idempotencyKey: uuidv7() };
        return this.approvals.request(admin, request);
      },
    );
  }
}
