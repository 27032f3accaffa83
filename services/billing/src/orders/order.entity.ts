import { Column, Entity, PrimaryColumn } from 'typeorm';

export type OrderState = 'creating' | 'open' | 'paid' | 'mismatch' | 'expired';

/** `creating` has no order at Razorpay yet that we know of; only settle_payment makes one `paid` or `mismatch`. */
@Entity('orders')
export class OrderEntity {
  @PrimaryColumn('uuid')
  id!: string;

  /** The account that gets the credits: the buyer's own, or that of this one order for a video. */
  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  kind!: 'pack' | 'plan';

  /** The video that a plan's credits are held for. */
  @Column('uuid', { name: 'request_id', nullable: true })
  requestId!: string | null;

  @Column('text')
  state!: OrderState;

  /** Of the pack or the plan. */
  @Column('text', { name: 'pack_id' })
  packId!: string;

  @Column('text', { name: 'pack_name' })
  packName!: string;

  @Column('integer')
  credits!: number;

  @Column('integer', { name: 'amount_paise' })
  amountPaise!: number;

  @Column('text')
  currency!: 'INR';

  @Column('text')
  receipt!: string;

  @Column('text', { name: 'razorpay_order_id', nullable: true })
  razorpayOrderId!: string | null;

  /** How many looks at Razorpay are done. */
  @Column('integer', { name: 'poll_count' })
  pollCount!: number;

  @Column('timestamptz', { name: 'next_poll_at', nullable: true })
  nextPollAt!: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
