import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DeletionState } from './deletion-states';

/** An account that is being deleted, or was; it says how far that is. */
@Entity('account_deletions')
export class AccountDeletionEntity {
  @PrimaryColumn({ name: 'user_id', type: 'uuid' })
  userId!: string;

  @Column({ type: 'text', default: 'closing' })
  state!: DeletionState;

  /** Null where its owner asked. */
  @Column({ name: 'admin_id', type: 'uuid', nullable: true })
  adminId!: string | null;

  @Column({ name: 'wants_refund', type: 'boolean' })
  wantsRefund!: boolean;

  /** Looks that found the step undone since it began. */
  @Column({ type: 'int', default: 0 })
  attempts!: number;
}
