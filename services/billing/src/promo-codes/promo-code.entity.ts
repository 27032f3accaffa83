import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Its terms never change. Only redeem_promo_code raises `redemptions`. */
@Entity('promo_codes')
export class PromoCodeEntity {
  @PrimaryColumn('uuid') id!: string;
  /** The text that users enter, in capital letters and digits. */
  @Column('text') code!: string;
  @Column('integer') credits!: number;
  @Column('timestamptz', { name: 'starts_at' }) startsAt!: Date;
  @Column('timestamptz', { name: 'ends_at' }) endsAt!: Date;
  @Column('integer', { name: 'lifetime_days', nullable: true }) lifetimeDays!: number | null;
  @Column('integer', { name: 'max_redemptions' }) maxRedemptions!: number;
  @Column('integer') redemptions!: number;
  @Column('boolean', { name: 'is_for_new_customers' }) isForNewCustomers!: boolean;
  @Column('text') reason!: string;
  @Column('uuid', { name: 'created_by', select: false }) createdById!: string;
  /** The operator's address. */
  @Column('text', { name: 'created_by_email' }) createdBy!: string;
  @Column('text', { name: 'approved_by_email', nullable: true }) approvedBy!: string | null;
  /** Unique by operator. */
  @Column('text', { name: 'idempotency_key', select: false }) idempotencyKey!: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'disabled_at', nullable: true }) disabledAt!: Date | null;
  @Column('text', { name: 'disabled_reason', nullable: true }) disabledReason!: string | null;
}
