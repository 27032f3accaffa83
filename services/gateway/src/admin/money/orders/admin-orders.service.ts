import { mailRow } from '@luit/contracts/auth/mails';
import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { orderStatement } from '@luit/contracts/billing/order-statements';
import { LuitError } from '@luit/contracts/errors';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';

const MAX_REFERENCE = 100;

export const orderView = orderStatement.extend({
  /** Null for guests and deleted accounts. */
  buyerEmail: z.string().nullable(),
  /** Oldest first. */
  mails: z.array(mailRow),
});
type OrderView = z.infer<typeof orderView>;

@Injectable()
export class AdminOrdersService {
  constructor(private readonly calls: CallClient) {}

  /** @throws LuitError `not_found` */
  async get(id: string): Promise<OrderView> {
    const reference = id.trim();
    if (reference === '' || reference.length > MAX_REFERENCE) throw new LuitError('not_found', 'Order not found');
    const statement = await this.calls.call(billingCalls.getOrderStatement, { reference });
    const { orderId, refundIds, buyerId } = statement;
    const [{ mails }, { emails }] = await Promise.all([
      this.calls.call(authCalls.listOrderMails, { orderId, refundIds }),
      this.calls.call(authCalls.getEmails, { userIds: buyerId ? [buyerId] : [] }),
    ]);
    return { ...statement, mails, buyerEmail: buyerId ? (emails[buyerId] ?? null) : null };
  }
}
