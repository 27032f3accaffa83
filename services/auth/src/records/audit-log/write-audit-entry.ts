import type { AuditEntry, OperatorAction } from '@luit/contracts/auth/audit-log';
import type { EntityManager } from 'typeorm';
import { OperatorEntity } from '../operators/operator.entity';
import { AuditEntryEntity } from './audit-entry.entity';

/** With the accounts that the action affects. Idempotent: the entry has the id of the action. */
export async function writeAuditEntry(
  manager: EntityManager,
  { userIds = [], ...action }: Omit<AuditEntry, 'adminEmail' | 'createdAt'> & Pick<OperatorAction, 'userIds'>,
): Promise<void> {
  const admin = action.adminId && (await manager.findOneBy(OperatorEntity, { id: action.adminId }));
  const entry = { ...action, adminEmail: admin ? admin.email : '' };
  await manager.createQueryBuilder().insert().into(AuditEntryEntity).values(entry).orIgnore().execute();
  if (userIds.length === 0) return;
  await manager.query(
    `INSERT INTO audited_users (user_id, entry_id) SELECT unnest($1::uuid[]), $2 ON CONFLICT DO NOTHING`,
    [userIds, action.id],
  );
}
