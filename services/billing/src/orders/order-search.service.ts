import { billingCalls } from '@luit/contracts/billing/messages';
import type { FoundOrder, FoundTransaction } from '@luit/contracts/billing/order-search';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { isUuid } from '@luit/platform/database/is-uuid';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { MATCHING_ORDERS } from './matching-orders';

/** Finds orders by any related id or the number of a document, for operators. */
@Injectable()
export class OrderSearchService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Compares whole ids only, so its cost does not grow with the number of orders. */
  @OnCall(billingCalls.searchOrders)
  async search({
    words,
  }: RequestOf<typeof billingCalls.searchOrders>): Promise<{ orders: FoundOrder[]; transactions: FoundTransaction[] }> {
    const text = words.trim().replaceAll('\0', '');
    const uuid = isUuid(text) ? text : null;
    const orders = await this.database.query<WithDates<FoundOrder, 'created_at'>[]>(
      `SELECT o.id, o.razorpay_order_id, p.id AS payment_id, p.transaction_id, o.state, o.pack_name AS description,
              CASE o.kind WHEN 'pack' THEN o.user_id ELSE o.buyer_id END AS user_id, o.amount_paise AS "amountPaise", o.created_at
         FROM orders o LEFT JOIN LATERAL (
           SELECT id, transaction_id FROM payments WHERE order_id = o.id
            ORDER BY state = 'granted' DESC, created_at DESC LIMIT 1) p ON true
        WHERE o.id IN (${MATCHING_ORDERS}) ORDER BY o.created_at DESC`,
      [uuid, text],
    );
    const transactions = orders.length > 0 || !uuid ? [] : await this.transaction(uuid);
    return { orders: orders.map(withIsoTimes), transactions };
  }

  private async transaction(id: string): Promise<FoundTransaction[]> {
    const rows = await this.database.query<WithDates<FoundTransaction, 'created_at'>[]>(
      `SELECT id, user_id, description, amount::float8, created_at FROM transactions WHERE id = $1`,
      [id],
    );
    return rows.map(withIsoTimes);
  }
}
