import type { AuditEntry } from '@luit/contracts/auth/audit-log';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * An operator action. The role `luit_audit` owns the table: this service may only insert and select, and database triggers
 * set the time and append to the hash chain.
 */
@Entity({ schema: 'audit', name: 'entries' })
export class AuditEntryEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ name: 'admin_id', type: 'uuid', nullable: true })
  adminId!: string | null;

  @Column({ name: 'admin_email', type: 'text' })
  adminEmail!: string;

  @Column({ type: 'text' })
  action!: AuditEntry['action'];

  @Column({ type: 'text', nullable: true })
  subject!: string | null;

  @Column({ type: 'jsonb', default: {} })
  details!: Record<string, string>;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
