import { authCalls } from '@luit/contracts/auth/messages';
import type { AdminDispute, DisputesQuery } from '@luit/contracts/billing/disputes';
import { billingCalls } from '@luit/contracts/billing/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';

@Injectable()
export class AdminDisputesService {
  constructor(private readonly calls: CallClient) {}

  /** With the email address of each buyer. */
  async list({ q: words, ...filter }: DisputesQuery) {
    const { items, ...page } = await this.calls.call(billingCalls.listDisputes, { ...filter, words });
    const userIds = [...new Set(items.flatMap(({ user_id }) => user_id ?? []))];
    const { emails } = await this.calls.call(authCalls.getEmails, { userIds });
    const rows: AdminDispute[] = items.map((row) => ({
      ...row,
      user_email: row.user_id ? (emails[row.user_id] ?? null) : null,
    }));
    return { items: rows, ...page };
  }
}
