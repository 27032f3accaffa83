import { ACCESS_ACTIONS } from '@luit/contracts/auth/access-actions';
import type { AccessRecord, AuditEntry, OperatorAction } from '@luit/contracts/auth/audit-log';
import { LuitError } from '@luit/contracts/errors';
import type { CappedCount } from '@luit/contracts/messages/fields';
import { countRows } from '@luit/platform/database/count-rows';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In, LessThan, Not } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { AuditEntryEntity } from './audit-entry.entity';
import { writeAuditEntry } from './write-audit-entry';

const MAX_ENTRIES = 100;

export interface OperatorRefund {
  refundId: string;
  adminId: string;
  transactionId: string;
  amountPaise: number;
}

interface AuditLogQuery {
  limit: number;
  cursor?: string;
  subject?: string;
  action?: AuditEntry['action'];
  /** An operator's address. */
  admin?: string;
  /** Leaves out reads and exports of personal data. */
  isWithoutAccess?: boolean;
}

/** Records and lists what operators did, and who read or exported personal data. */
@Injectable()
export class AuditLogService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Writes an entry in the transaction of the action itself. */
  async write(
    manager: EntityManager,
    entry: Pick<AuditEntry, 'adminId' | 'adminEmail' | 'action'> & Partial<Pick<AuditEntry, 'subject' | 'details'>>,
  ): Promise<void> {
    await manager.insert(AuditEntryEntity, { id: uuidv7(), subject: null, details: {}, ...entry });
  }

  /** Idempotent: the entry has the id of the refund. */
  writeRefund(
    { refundId, adminId, transactionId, amountPaise }: OperatorRefund,
    manager: EntityManager,
  ): Promise<void> {
    const details = { amountPaise: String(amountPaise) };
    const action = { id: refundId, adminId, action: 'payment_refunded', subject: transactionId, details } as const;
    return this.writeAction(action, manager);
  }

  /** Idempotent: the entry has the id of the action. */
  async writeAction(action: OperatorAction | AccessRecord, manager: EntityManager): Promise<void> {
    await writeAuditEntry(manager, action);
  }

  async recordAccess(access: AccessRecord): Promise<Record<string, never>> {
    await this.writeAction(access, this.database.manager);
    return {};
  }

  /**
   * Newest first, at most 100 at a time.
   *
   * @throws LuitError `validation_failed`
   */
  async list({
    limit,
    cursor,
    subject,
    action,
    admin,
    isWithoutAccess = false,
  }: AuditLogQuery): Promise<{ entries: AuditEntry[]; nextCursor: string | null } & CappedCount> {
    if (!Number.isInteger(limit) || limit < 1) throw new LuitError('validation_failed', 'limit is not valid');
    const withoutAccess = isWithoutAccess && { action: Not(In([...ACCESS_ACTIONS])) };
    const filter = {
      ...(subject && { subject }),
      ...withoutAccess,
      ...(action && { action }),
      ...(admin && { adminEmail: admin }),
    };
    const take = Math.min(limit, MAX_ENTRIES);
    const found = await this.database.manager.find(AuditEntryEntity, {
      where: { ...filter, ...(cursor && { id: LessThan(cursor) }) },
      order: { id: 'DESC' },
      take: take + 1,
    });
    const entries = found.slice(0, take).map((entry) => ({ ...entry, createdAt: entry.createdAt.toISOString() }));
    const counted = await countRows(
      this.database,
      `SELECT FROM audit.entries WHERE ($1::text IS NULL OR subject = $1) AND ($2::text IS NULL OR action = $2)
          AND ($3::text IS NULL OR admin_email = $3) AND (NOT $4 OR action <> ALL ($5))`,
      [subject || null, action ?? null, admin || null, isWithoutAccess, ACCESS_ACTIONS],
    );
    return { entries, nextCursor: found.length > take ? (entries.at(-1)?.id ?? null) : null, ...counted };
  }
}
