import type { AuditEntry } from '@luit/contracts/auth/audit-log';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { AuditEntryEntity } from './audit-entry.entity';
import { writeAuditEntry } from './write-audit-entry';

type NewEntry = Pick<AuditEntry, 'adminId' | 'action'> &
  Partial<Pick<AuditEntry, 'adminEmail' | 'subject' | 'details'>>;

/** Records what operators did, and who read or exported personal data. */
@Injectable()
export class AuditLogService {
  /** Writes an entry in the transaction of the action itself. The address of an operator who exists may be left out. */
  async write(manager: EntityManager, { adminEmail, ...entry }: NewEntry): Promise<void> {
    const action = { id: uuidv7(), subject: null, details: {}, ...entry };
    if (adminEmail === undefined) await writeAuditEntry(manager, action);
    else await manager.insert(AuditEntryEntity, { ...action, adminEmail });
  }
}
