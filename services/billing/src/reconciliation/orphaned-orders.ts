import { authCalls } from '@luit/contracts/auth/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { z } from 'zod';
import { OrderEntity } from '../orders/order.entity';
import { RazorpayClient, type RazorpayOrder } from '../razorpay/razorpay-client';

/** What `notesOf` writes on the order of a pack; others may sell on the same Razorpay account. */
const packNotes = z.object({
  user_id: z.uuid(),
  pack_id: z.string().min(1),
  pack_name: z.string().min(1),
  credits: z.coerce.number().int().positive(),
});
/** Ours are the order's id without its hyphens. */
const RECEIPT = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/**
 * Orders that stand at Razorpay and no longer here: the database was restored from a backup that is older than they are.
 */
@Injectable()
export class OrphanedOrders {
  private readonly log = new Logger(OrphanedOrders.name);

  constructor(
    @InjectRepository(OrderEntity) private readonly orders: Repository<OrderEntity>,
    private readonly razorpay: RazorpayClient,
    private readonly calls: CallClient,
  ) {}

  /**
   * Writes a lost order of a pack down again, under the id it had. Idempotent.
   *
   * @returns null where a person has to look: its buyer is not known here either, or it was for a video; 'foreign' where it
   * was not made by us
   */
  async recover(razorpayOrderId: string): Promise<OrderEntity | 'foreign' | null> {
    const remote = await this.razorpay.order(razorpayOrderId);
    const id = RECEIPT.exec(remote.receipt ?? '')
      ?.slice(1)
      .join('-');
    const isOurs = 'pack_id' in remote.notes || 'plan_id' in remote.notes;
    if (!id || !isOurs) return 'foreign';
    const notes = packNotes.safeParse(remote.notes);
    if (!notes.success || !(await this.isKnown(notes.data.user_id))) return null;
    await this.insert(id, remote, notes.data);
    this.log.warn({ msg: 'An order that stood at Razorpay alone was written down again', orderId: id });
    return this.orders.findOneBy({ id, razorpayOrderId });
  }

  private async isKnown(userId: string): Promise<boolean> {
    const { emails } = await this.calls.call(authCalls.getEmails, { userIds: [userId] });
    return userId in emails;
  }

  private async insert(id: string, remote: RazorpayOrder, notes: z.output<typeof packNotes>): Promise<void> {
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
        remote.amount,
        remote.currency,
        remote.receipt,
        remote.id,
      ],
    );
  }
}
