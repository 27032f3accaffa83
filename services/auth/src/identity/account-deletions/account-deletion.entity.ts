import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DeletionState } from './deletion-states';

/** The progress of an account deletion, one row per deleted account. */
@Entity('account_deletions')
export class AccountDeletionEntity {
  @PrimaryColumn({ name: 'user_id', type: 'uuid' })
  userId!: string;

  @Column({ type: 'text', default: 'closing' })
  state!: DeletionState;

  /** Null if the owner requested the deletion. */
  @Column({ name: 'admin_id', type: 'uuid', nullable: true })
  adminId!: string | null;

  @Column({ name: 'wants_refund', type: 'boolean' })
  wantsRefund!: boolean;

  /** Attempts at the current step that did not complete it. */
  @Column({ type: 'int', default: 0 })
  attempts!: number;
}
