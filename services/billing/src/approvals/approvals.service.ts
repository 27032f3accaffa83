import {
  APPROVAL_HOURS,
  type Approval,
  type ApprovalAction,
  WITHOUT_APPROVAL,
} from '@luit/contracts/billing/approvals';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import type { CappedCount } from '@luit/contracts/messages/fields';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { countRows } from '@luit/platform/database/count-rows';
import { isUuid } from '@luit/platform/database/is-uuid';
import { withIsoTimes } from '@luit/platform/database/iso-times';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { isDeepStrictEqual } from 'node:util';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { publishOperatorAction } from '../operators/operator-actions';
import { RefundsService } from '../refunds/refunds.service';
import { ApprovalExecutor } from './approval-executor';
import { APPROVAL_COLUMNS, type ApprovalRow, IS_PENDING } from './approval-row';

const MAX_PAGE = 100;

/** Actions waiting for a second operator. */
@Injectable()
export class ApprovalsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly refunds: RefundsService,
    private readonly executor: ApprovalExecutor,
  ) {}

  /** Idempotent by operator and key. @throws LuitError `idempotency_conflict` */
  @OnCall(billingCalls.requestApproval)
  async request(request: RequestOf<typeof billingCalls.requestApproval>): Promise<Approval> {
    const { adminId, operatorEmail, action, preview, reason, idempotencyKey } = request;
    return this.database.transaction(async (manager) => {
      const id = uuidv7();
      const [added] = await manager.query<unknown[]>(
        `INSERT INTO approvals (id, requested_by, requested_by_email, idempotency_key, action, preview, reason, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, now() + interval '${APPROVAL_HOURS} hours')
         ON CONFLICT (requested_by, idempotency_key) DO NOTHING RETURNING id`,
        [id, adminId, operatorEmail, idempotencyKey, JSON.stringify(action), JSON.stringify(preview), reason],
      );
      if (added) {
        const details = { approval: id, kind: action.kind, reason };
        await publishOperatorAction(manager, {
          adminId,
          action: 'approval_requested',
          ...subjectOf(action, id),
          details,
        });
        return this.find(manager, 'id = $1', [id]);
      }
      const first = await this.find(manager, 'requested_by = $1 AND idempotency_key = $2', [adminId, idempotencyKey]);
      if (isDeepStrictEqual(first.action, action)) return first;
      throw new LuitError('idempotency_conflict', 'This Idempotency-Key was already used for a different action');
    });
  }

  /** Newest first. */
  @OnCall(billingCalls.listApprovals)
  async list({
    limit,
    cursor,
    isPending = false,
  }: RequestOf<typeof billingCalls.listApprovals>): Promise<
    { items: Approval[]; nextCursor: string | null; pending: number } & CappedCount
  > {
    const size = Math.min(limit, MAX_PAGE);
    const condition = isPending ? IS_PENDING : 'true';
    const rows = await this.database.query<ApprovalRow[]>(
      `SELECT ${APPROVAL_COLUMNS} FROM approvals WHERE ${condition} AND ($1::uuid IS NULL OR id < $1) ORDER BY id DESC LIMIT $2`,
      [cursor ?? null, size + 1],
    );
    const [pending, count] = await Promise.all([
      countRows(this.database.manager, `SELECT FROM approvals WHERE ${IS_PENDING}`, []),
      countRows(this.database.manager, `SELECT FROM approvals WHERE ${condition}`, []),
    ]);
    const items = rows.slice(0, size).map(withIsoTimes);
    const nextCursor = rows.length > size ? (items.at(-1)?.id ?? null) : null;
    return { items, nextCursor, ...count, pending: pending.total };
  }

  /** Regardless of its outcome. */
  @OnCall(billingCalls.wasApprovalRequested)
  async wasRequested({
    adminId,
    idempotencyKey,
  }: RequestOf<typeof billingCalls.wasApprovalRequested>): Promise<{ wasRequested: boolean }> {
    const [row] = await this.database.query<{ wasRequested: boolean }[]>(
      `SELECT EXISTS (SELECT FROM approvals WHERE requested_by = $1 AND idempotency_key = $2) AS "wasRequested"`,
      [adminId, idempotencyKey],
    );
    return { wasRequested: row?.wasRequested ?? false };
  }

  /** @throws LuitError `not_found` */
  @OnCall(billingCalls.getApproval)
  get({ approvalId }: RequestOf<typeof billingCalls.getApproval>): Promise<Approval> {
    return this.find(this.database.manager, 'id = $1', [isUuid(approvalId) ? approvalId : null]);
  }

  /** @throws LuitError `not_found`, `forbidden` for the requester, `conflict` */
  @OnCall(billingCalls.approve)
  async approve(request: RequestOf<typeof billingCalls.approve>): Promise<Approval> {
    const { approvalId, adminId } = request;
    const requested = await this.get({ approvalId });
    if (requested.requestedById === adminId)
      throw new LuitError('forbidden', 'A different operator must approve your request.');
    if (requested.state === 'pending') await this.assertUnchanged(requested);
    await this.decide(request, 'approved');
    await this.executor.execute(approvalId);
    return this.get({ approvalId });
  }

  /** @throws LuitError `not_found`, `conflict` */
  @OnCall(billingCalls.declineApproval)
  async decline(request: RequestOf<typeof billingCalls.declineApproval>): Promise<Approval> {
    await this.get(request);
    await this.decide(request, 'declined', request.reason);
    return this.get(request);
  }

  /** The first of two decisions counts. @throws LuitError `conflict` */
  private async decide(
    { approvalId, adminId, operatorEmail }: RequestOf<typeof billingCalls.approve>,
    state: 'approved' | 'declined',
    reason: string | null = null,
  ): Promise<void> {
    await this.database.transaction(async (manager) => {
      const [decided] = await manager.query<[{ action: ApprovalAction; requestedBy: string }[], number]>(
        `UPDATE approvals SET state = $2, decided_by = $3, decided_by_email = $4, decided_at = now(), decision_reason = $5,
                next_attempt_at = CASE WHEN $2 = 'approved' THEN now() END
          WHERE id = $1 AND ${IS_PENDING} RETURNING action, requested_by_email AS "requestedBy"`,
        [approvalId, state, adminId, operatorEmail, reason],
      );
      const [approval] = decided;
      if (!approval) throw await this.decidedError(manager, approvalId);
      const { action, requestedBy } = approval;
      const details: Record<string, string> = { approval: approvalId, kind: action.kind, requestedBy };
      if (reason) details.reason = reason;
      const entry = { adminId, action: `approval_${state}`, ...subjectOf(action, approvalId), details } as const;
      await publishOperatorAction(manager, entry);
    });
  }

  private async decidedError(manager: EntityManager, approvalId: string): Promise<LuitError> {
    const { state, decidedBy } = await this.find(manager, 'id = $1', [approvalId]);
    const text =
      state === 'expired'
        ? `This request expired after ${APPROVAL_HOURS} hours.`
        : `This request was already ${state === 'declined' ? 'declined' : 'approved'} by ${decidedBy}.`;
    return new LuitError('conflict', text, { details: { state } });
  }

  /** A refund depends on spending in the meantime. Other actions check their preconditions when they are executed. */
  private async assertUnchanged({ action, preview }: Approval): Promise<void> {
    if (action.kind !== 'payment_refund') return;
    const { transactionId, amountPaise } = action;
    const current = await this.refunds.preview({ transactionId, amountPaise });
    const { [WITHOUT_APPROVAL]: _before, ...previewed } = preview;
    if (isDeepStrictEqual({ ...current }, previewed)) return;
    const text = 'The refund would no longer do what its preview shows. Decline it and have it requested again.';
    throw new LuitError('conflict', text, { details: { preview: current } });
  }

  private async find(manager: EntityManager, condition: string, values: unknown[]): Promise<Approval> {
    const [row] = await manager.query<ApprovalRow[]>(
      `SELECT ${APPROVAL_COLUMNS} FROM approvals WHERE ${condition}`,
      values,
    );
    if (!row) throw new LuitError('not_found', 'Approval not found');
    return withIsoTimes(row);
  }
}

/** Entries about a user or a payment are part of that user's or payment's history, too. */
function subjectOf(action: ApprovalAction, approvalId: string): { subject: string } {
  if (action.kind === 'credits') return { subject: action.userId };
  if (action.kind === 'payment_refund') return { subject: action.transactionId };
  if (action.kind === 'unmatched_refund') return { subject: action.paymentId };
  if (action.kind === 'refund_paid_otherwise') return { subject: action.refundId };
  if (action.kind === 'account_deletion') return { subject: action.userId };
  if (action.kind === 'promo_code') return { subject: action.code };
  if (action.kind === 'pack') return { subject: action.packId };
  if (action.kind === 'plan') return { subject: action.planId };
  return { subject: 'jobId' in action ? action.jobId : approvalId };
}
