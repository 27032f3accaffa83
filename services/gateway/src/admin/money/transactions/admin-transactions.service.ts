import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { toPaise } from '@luit/contracts/billing/money';
import type {
  AdminTransactionDetails,
  AdminTransactionRow,
  AdminTransactionsQuery,
} from '@luit/contracts/billing/transactions';
import type { Approval, ApprovalPreview } from '@luit/contracts/billing/approvals';
import type { RefundBody } from '@luit/contracts/billing/refunds';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { APPROVAL_NEEDED, ApprovalsService } from '../../operators/approvals/approvals.service';
import { ConfirmationsService } from '../../operators/confirmations/confirmations.service';
import type { Operator } from '../../../access/identities/token.strategy';

export interface RefundAnswer {
  message: string;
  /** Null while the refund waits for approval. */
  refundId: string | null;
  amountPaise: number;
  credits: number;
  approval: Approval | null;
}

@Injectable()
export class AdminTransactionsService {
  constructor(
    private readonly calls: CallClient,
    private readonly confirmations: ConfirmationsService,
    private readonly approvals: ApprovalsService,
  ) {}

  /** Newest first, with the email address of each owner. */
  async list({ q: words, user, ...filter }: AdminTransactionsQuery & { from?: string; to?: string }) {
    const found = words ? await this.calls.call(authCalls.findUsers, { words }) : undefined;
    const { items, ...page } = await this.calls.call(billingCalls.listAllTransactions, {
      ...filter,
      userId: user,
      words,
      ofUsers: found?.userIds,
    });
    const userIds = [...new Set(items.map((row) => row.user_id))];
    const { emails } = await this.calls.call(authCalls.getEmails, { userIds });
    const rows: AdminTransactionRow[] = items.map((row) => ({ ...row, user_email: emails[row.user_id] ?? null }));
    return { items: rows, ...page };
  }

  /** @throws LuitError `not_found` */
  async get(transactionId: string): Promise<AdminTransactionDetails> {
    const row = await this.calls.call(billingCalls.getTransaction, { transactionId });
    const { emails } = await this.calls.call(authCalls.getEmails, { userIds: [row.user_id] });
    return { ...row, user_email: emails[row.user_id] ?? null };
  }

  /** The money that a refund would return now, and the credits that it would take. @throws LuitError `not_found`, `not_refundable` */
  async previewRefund(admin: Operator, transactionId: string, rupees: number) {
    const amountPaise = toPaise(rupees);
    const [preview, needsConfirmation, before] = await Promise.all([
      this.calls.call(billingCalls.previewRefund, { transactionId, amountPaise }),
      this.confirmations.isNeeded({ paise: amountPaise }),
      this.approvals.refundsBefore(admin, transactionId),
    ]);
    const { approveAbovePaise: limit, unapprovedPaise } = before;
    const needsApproval = limit !== null && unapprovedPaise + amountPaise > limit;
    return { ...preview, needsConfirmation, needsApproval, ...before };
  }

  /** Without an idempotency key every call is a separate refund. @throws LuitError `validation_failed` if it is not confirmed */
  async refund(
    admin: Operator,
    transactionId: string,
    { amount, reason, confirmation }: RefundBody,
    idempotencyKey: string = uuidv7(),
  ) {
    const amountPaise = toPaise(amount);
    await this.confirmations.assert({ paise: amountPaise }, confirmation);
    const request = async (before: ApprovalPreview = {}): Promise<RefundAnswer> => {
      const terms = await this.calls.call(billingCalls.previewRefund, { transactionId, amountPaise });
      const action = { kind: 'payment_refund', transactionId, amountPaise } as const;
      const preview = { ...terms, ...before };
      const approval = await this.approvals.request(admin, { action, preview, reason, idempotencyKey });
      return { message: APPROVAL_NEEDED, refundId: null, amountPaise, credits: terms.credits, approval };
    };
    if (await this.approvals.isNeeded(admin, idempotencyKey, { paise: amountPaise })) return request();
    const refund = { adminId: admin.id, transactionId, amountPaise, reason, idempotencyKey };
    return this.approvals.actOrRequest(async () => {
      const receipt = await this.calls.call(billingCalls.refundTransaction, refund);
      return { message: 'Refund requested', ...receipt, approval: null };
    }, request);
  }
}
