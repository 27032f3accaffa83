import { authCalls } from '@luit/contracts/auth/messages';
import { approval, type Approval } from '@luit/contracts/billing/approvals';
import { id } from '@luit/contracts/messages/fields';
import {
  actionResult,
  type BulkActionBody,
  type BulkActionItemsQuery,
  type BulkOperation,
} from '@luit/contracts/operations/job-actions';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { IdPageQuery } from '../../../http/requests/page-query';
import type { Operator } from '../../../access/identities/token.strategy';
import { ApprovalsService } from '../../operators/approvals/approvals.service';

/** The result of an action, or the request that waits for a second operator. */
export const actionAnswer = actionResult.extend({
  /** Null while the action waits for approval. */
  operationId: id.nullable(),
  approval: approval.nullable(),
});
export type ActionAnswer = z.infer<typeof actionAnswer>;

/** The answer for an action that waits for approval: nothing has happened yet. */
export function pendingAction(request: Approval): ActionAnswer {
  return { operationId: null, jobs: 0, credits: 0, left: 0, refused: [], created: [], approval: request };
}

/** Bulk actions on the jobs of a preview, with their progress. */
@Injectable()
export class BulkActionsService {
  constructor(
    private readonly calls: CallClient,
    private readonly approvals: ApprovalsService,
  ) {}

  /** A preview is applied once, so repeating the request has no further effect. @throws LuitError `conflict`, `not_found` */
  async apply(admin: Operator, { previewId, action, reason }: BulkActionBody) {
    const act = async (): Promise<ActionAnswer> => {
      const request = { adminId: admin.id, action, target: { previewId }, reason, idempotencyKey: previewId };
      return { ...(await this.calls.call(operationsCalls.applyJobAction, request)), approval: null };
    };
    if (action === 'cancel' || !(await this.approvals.isEverNeeded())) return act();
    const query = { adminId: admin.id, previewId };
    const { credits, jobs, amounts } = await this.calls.call(operationsCalls.getJobPreview, query);
    return this.approvals.actOrRequest(
      async () => {
        await this.approvals.countJobRefunds(admin, previewId, amounts);
        return act();
      },
      async (before) => {
        const preview = { jobs, credits, ...before };
        const kind = action === 'retry' ? 'jobs_retry' : 'jobs_refund';
        const request = { action: { kind, previewId } as const, preview, reason };
        return pendingAction(await this.approvals.request(admin, { ...request, idempotencyKey: previewId }));
      },
    );
  }

  /** Newest first. */
  async list({ limit, cursor }: IdPageQuery) {
    const { items, ...page } = await this.calls.call(operationsCalls.listBulkOperations, { limit, cursor });
    return { items: await this.withAdmins(items), ...page };
  }

  /** @throws LuitError `not_found` */
  async get(operationId: string, { limit, cursor, state }: BulkActionItemsQuery) {
    const query = { operationId, limit, cursor, state };
    const { operation, ...page } = await this.calls.call(operationsCalls.getBulkOperation, query);
    const [withAdmin] = await this.withAdmins([operation]);
    return { operation: { ...operation, admin_email: withAdmin?.admin_email ?? '' }, ...page };
  }

  private async withAdmins(operations: BulkOperation[]): Promise<(BulkOperation & { admin_email: string })[]> {
    const adminIds = [...new Set(operations.map(({ adminId }) => adminId))];
    const { emails } = await this.calls.call(authCalls.getAdminEmails, { adminIds });
    return operations.map((operation) => ({ ...operation, admin_email: emails[operation.adminId] ?? '' }));
  }
}
