import type { AuditEntry } from '@luit/contracts/auth/audit-log';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an operator did. Another role owns the table: the service appends and reads, the database stamps and chains. */
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
