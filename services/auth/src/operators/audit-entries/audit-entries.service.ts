import { VIEW_ACTIONS } from '@luit/contracts/auth/access-actions';
import { authCalls } from '@luit/contracts/auth/messages';
import type { AccessRecord, AuditEntry, OperatorAction } from '@luit/contracts/auth/audit-log';
import { billingEvents } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import type { CappedCount } from '@luit/contracts/messages/fields';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsEvents } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { columnsOf } from '@luit/platform/database/columns-of';
import { Conditions } from '@luit/platform/database/conditions';
import { countRows } from '@luit/platform/database/count-rows';
import { firstIdAt } from '@luit/platform/database/first-id-at';
import { withIsoTimes } from '@luit/platform/database/iso-times';
import { UNPREPARED } from '@luit/platform/database/prepared-statement-client';
import { OnEvent } from '@luit/platform/events/on-event';
import { canonicalEmail } from '@luit/contracts/auth/email-address';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditEntryEntity } from '../../records/audit-log/audit-entry.entity';
import { writeAuditEntry } from '../../records/audit-log/write-audit-entry';

const MAX_ENTRIES = 500;
/** How many of the latest entries to list for one account. */
const ENTRIES_PER_USER = 1_000;
/** The time in an id is the time of the action; `created_at` is the time of the entry, after the queue. */
const ID_TOLERANCE_MS = 24 * 3_600_000;

/** An array instead of a subquery: Postgres computes it once, with one index scan for each part. */
const ENTRIES_OF_USER = `ARRAY(
  (SELECT id FROM audit.entries WHERE subject = $ ORDER BY id DESC LIMIT ${ENTRIES_PER_USER})
  UNION (SELECT entry_id FROM audited_users WHERE user_id = $::uuid ORDER BY entry_id DESC LIMIT ${ENTRIES_PER_USER}))`;

export interface OperatorRefund {
  refundId: string;
  adminId: string;
  transactionId: string;
  amountPaise: number;
  reason?: string;
  approvedBy?: string;
  userId?: string;
}

type AuditLogQuery = RequestOf<typeof authCalls.listAuditLog>;
type AuditFilter = Omit<AuditLogQuery, 'limit' | 'cursor'>;

/** Records and lists what operators did, and who read or exported personal data. */
@Injectable()
export class AuditEntriesService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Idempotent: the entry has the id of the refund. */
  @OnEvent(billingEvents.operatorRefunded)
  writeRefund(
    { refundId, adminId, transactionId, amountPaise, reason, approvedBy, userId }: OperatorRefund,
    manager: EntityManager,
  ): Promise<void> {
    const details = { amountPaise: String(amountPaise), ...(reason && { reason }), ...(approvedBy && { approvedBy }) };
    const about = { subject: transactionId, details, userIds: userId ? [userId] : [] };
    const action = { id: refundId, adminId, action: 'payment_refunded', ...about } as const;
    return this.writeAction(action, manager);
  }

  /** Idempotent: the entry has the id of the action. */
  @OnEvent(billingEvents.operatorActed, operationsEvents.operatorActed)
  async writeAction(action: OperatorAction | AccessRecord, manager: EntityManager): Promise<void> {
    await writeAuditEntry(manager, action);
  }

  @OnCall(authCalls.recordAccess)
  recordAccess(access: AccessRecord): Promise<void> {
    return this.writeAction(access, this.database.manager);
  }

  /**
   * Newest first, at most 500 at a time.
   *
   * @throws LuitError `validation_failed`
   */
  @OnCall(authCalls.listAuditLog)
  async list({
    limit,
    cursor,
    ...filter
  }: AuditLogQuery): Promise<{ entries: AuditEntry[]; nextCursor: string | null } & CappedCount> {
    if (!Number.isInteger(limit) || limit < 1) throw new LuitError('validation_failed', 'limit is not valid');
    const take = Math.min(limit, MAX_ENTRIES);
    const [all, page] = [conditionsOf(filter), conditionsOf(filter)];
    if (cursor) page.add('id < $', cursor);
    const [found, counted] = await Promise.all([
      this.database.query<AuditEntryEntity[]>(
        `${UNPREPARED}SELECT ${columnsOf(AuditEntryEntity)} FROM audit.entries WHERE ${page.sql} ORDER BY id DESC LIMIT ${take + 1}`,
        page.values,
      ),
      countRows(this.database, `SELECT FROM audit.entries WHERE ${all.sql}`, all.values),
    ]);
    const entries = found.slice(0, take).map(withIsoTimes);
    return { entries, nextCursor: found.length > take ? (entries.at(-1)?.id ?? null) : null, ...counted };
  }
}

function conditionsOf({ subject, userId, action, admin, from, to, isWithoutViews }: AuditFilter): Conditions {
  const conditions = new Conditions();
  if (subject) conditions.add('subject = $', subject);
  if (userId) conditions.add(`id = ANY (${ENTRIES_OF_USER})`, userId, userId);
  if (action) conditions.add('action = $', action);
  if (admin) conditions.add('admin_email = $', canonicalEmail(admin));
  if (from) conditions.add('id >= $ AND created_at >= $', firstIdAt(from, -ID_TOLERANCE_MS), from);
  if (to) conditions.add('id < $ AND created_at < $', firstIdAt(to, ID_TOLERANCE_MS), to);
  if (isWithoutViews) conditions.add('action <> ALL ($)', VIEW_ACTIONS);
  if (!subject && !action) conditions.add(`NOT details ? 'bulk'`);
  return conditions;
}
