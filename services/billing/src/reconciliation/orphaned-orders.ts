import { authCalls } from '@luit/contracts/auth/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { z } from 'zod';
import { OrderEntity } from '../orders/order.entity';
import { RazorpayClient, type RazorpayOrder } from '../razorpay/razorpay-client';

/** The notes that `notesOf` writes on a pack's order. Other systems may use the same Razorpay account. */
const packNotes = z.object({
  user_id: z.uuid(),
  pack_id: z.string().min(1),
  pack_name: z.string().min(1),
  credits: z.coerce.number().int().positive(),
});
/** Luit's receipts are the order id without hyphens. */
const RECEIPT = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** Restores orders that exist only at Razorpay, because the database was restored from an older backup. */
@Injectable()
export class OrphanedOrders {
  private readonly log = new Logger(OrphanedOrders.name);

  constructor(
    @InjectRepository(OrderEntity) private readonly orders: Repository<OrderEntity>,
    private readonly razorpay: RazorpayClient,
    private readonly calls: CallClient,
  ) {}

  /**
   * Stores the order of a pack again under its original id. Idempotent.
   *
   * @returns null if an operator has to decide, because the buyer is unknown or the order is for a video; 'foreign' if Luit
   * did not create the order
   */
  async restore(razorpayOrderId: string): Promise<OrderEntity | 'foreign' | null> {
    const fetched = await this.razorpay.fetchOrder(razorpayOrderId);
    const id = RECEIPT.exec(fetched.receipt ?? '')
      ?.slice(1)
      .join('-');
    const isOurs = 'pack_id' in fetched.notes || 'plan_id' in fetched.notes;
    if (!id || !isOurs) return 'foreign';
    const notes = packNotes.safeParse(fetched.notes);
    if (!notes.success || !(await this.isKnownUser(notes.data.user_id))) return null;
    await this.insert(id, fetched, notes.data);
    this.log.warn({ msg: 'Restored an order that existed only at Razorpay', orderId: id });
    return this.orders.findOneBy({ id, razorpayOrderId });
  }

  private async isKnownUser(userId: string): Promise<boolean> {
    const { emails } = await this.calls.call(authCalls.getEmails, { userIds: [userId] });
    return userId in emails;
  }

  private async insert(id: string, fetched: RazorpayOrder, notes: z.output<typeof packNotes>): Promise<void> {
    await this.orders.query(
      `INSERT INTO orders (id, user_id, state, pack_id, pack_name, credits, amount_paise, currency, receipt,
                           razorpay_order_id, next_poll_at)
       VALUES ($1, $2, 'open', $3, $4, $5, $6, $7, $8, $9, now()) ON CONFLICT DO NOTHING`,
      [
        id,
        notes.user_id,
        notes.pack_id,
        notes.pack_name,
        notes.credits,
        fetched.amount,
        fetched.currency,
        fetched.receipt,
        fetched.id,
      ],
    );
  }
}
