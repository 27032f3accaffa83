import { Column, Entity, PrimaryColumn } from 'typeorm';

export type OrderState = 'creating' | 'open' | 'paid' | 'mismatch' | 'expired';

/** In `creating`, the Razorpay order is not known yet. Only settle_payment sets `paid` and `mismatch`. */
@Entity('orders')
export class OrderEntity {
  @PrimaryColumn('uuid')
  id!: string;

  /** The account that receives the credits: the buyer's own, or for a video, an account of this one order. */
  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  kind!: 'pack' | 'plan';

  /** For a plan, the video request that the credits are held for. */
  @Column('uuid', { name: 'request_id', nullable: true })
  requestId!: string | null;

  /** The user who ordered the video; null for a guest. Like the next three, it is only written with the entity. */
  @Column('uuid', { name: 'buyer_id', nullable: true, select: false })
  buyerId!: string | null;

  /** Deleted once the access token of a guest is published. */
  @Column('text', { name: 'guest_email', nullable: true, select: false })
  guestEmail!: string | null;

  /** The notices that were shown to a guest who ordered. */
  @Column('text', { name: 'terms_version', nullable: true, select: false })
  termsVersion!: string | null;

  @Column('text', { name: 'privacy_version', nullable: true, select: false })
  privacyVersion!: string | null;

  @Column('text')
  state!: OrderState;

  /** Id of the pack or the plan. */
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

  /** Number of polls so far. */
  @Column('integer', { name: 'poll_count' })
  pollCount!: number;

  @Column('timestamptz', { name: 'next_poll_at', nullable: true })
  nextPollAt!: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
