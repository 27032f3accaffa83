import type { AccessRecord, OperatorAction } from '@luit/contracts/auth/audit-log';
import type { EntityManager } from 'typeorm';
import { AdminEntity } from '../admins/admin.entity';
import { AuditEntryEntity } from './audit-entry.entity';

/** Idempotent: the entry has the id of the action. */
export async function writeAuditEntry(manager: EntityManager, action: OperatorAction | AccessRecord): Promise<void> {
  const admin = action.adminId && (await manager.findOneBy(AdminEntity, { id: action.adminId }));
  const entry = { ...action, adminEmail: admin ? admin.email : '' };
  await manager.createQueryBuilder().insert().into(AuditEntryEntity).values(entry).orIgnore().execute();
}
