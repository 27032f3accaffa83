import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { AdminTransactionDetails, AdminTransactionRow } from '@luit/contracts/billing/transactions';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import type { AdminTransactionsQuery } from './admin-transactions.dto';

const PAISE_PER_RUPEE = 100;

@Injectable()
export class AdminTransactionsService {
  constructor(private readonly calls: CallClient) {}

  /** Newest first, with the email address of each owner. */
  async list({ q, user, ...filter }: AdminTransactionsQuery) {
    const words = q?.trim().replaceAll('\0', '') || undefined;
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

  /** Without an idempotency key every call is a separate refund. */
  async refund(adminId: string, transactionId: string, rupees: number, idempotencyKey: string = uuidv7()) {
    const amountPaise = Math.round(rupees * PAISE_PER_RUPEE);
    const refund = { adminId, transactionId, amountPaise, idempotencyKey };
    return { message: 'Refund requested', ...(await this.calls.call(billingCalls.refundTransaction, refund)) };
  }
}
