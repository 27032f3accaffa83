import { authCalls } from '@luit/contracts/auth/messages';
import type { RetainedAccount, RetainedRecord } from '@luit/contracts/auth/retained-records';
import { LuitError } from '@luit/contracts/errors';
import type { CappedCount } from '@luit/contracts/messages/fields';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { countRows } from '@luit/platform/database/count-rows';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { findOperator } from '../../records/operators/find-operator';
import { AuditLogService } from '../../records/audit-log/audit-log.service';
import { AUTH_CONFIG, type AuthConfig } from '../../records/auth-config';
import { SecretsService } from '../../records/secrets/secrets.service';
import type { UserEntity } from '../../records/users/user.entity';
import { recordRetentionDays } from './record-retention';

const MAX_RECORDS = 100;
const DAY_MS = 86_400_000;

const COLUMNS = `user_id AS id, erased_at AS "erasedAt", delete_at AS "deleteAt"`;
/** The cleaner may be late. */
const IS_KEPT = 'delete_at > now()';

type Row = WithDates<RetainedRecord, 'erasedAt' | 'deleteAt'>;
type Page = CappedCount & { items: RetainedRecord[]; nextCursor: string | null };

/**
 * Keeps the data that the deletion of an account removes, encrypted, for as long as the law requires. Only operators with a reason open it.
 */
@Injectable()
export class RetainedRecordsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly secrets: SecretsService,
    private readonly auditLog: AuditLogService,
  ) {}

  @OnCall(authCalls.getRecordRetention)
  retention(): { sealedUntil: string | null } {
    return { sealedUntil: this.retainedUntil(new Date())?.toISOString() ?? null };
  }

  /** When the record of an account that is erased now would be deleted; null if nothing is kept. */
  private retainedUntil(now: Date): Date | null {
    const days = recordRetentionDays(this.config.recordRetentionDays, now);
    return days === 0 ? null : new Date(now.getTime() + days * DAY_MS);
  }

  /** Encrypts and stores the personal data of the account in the transaction that removes it. */
  async retain(manager: EntityManager, user: UserEntity): Promise<void> {
    const now = new Date();
    const until = this.retainedUntil(now);
    if (!until) return;
    const content: RetainedAccount = {
      email: user.emailAsTyped,
      name: user.name,
      signedUpAt: user.createdAt.toISOString(),
      signedUpIp: user.signedUpIp,
      lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
      sessions: await sessionsOf(manager, user.id, until.getTime() - now.getTime()),
    };
    await manager.query(
      `INSERT INTO sealed_records (user_id, sealed, erased_at, delete_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
      [user.id, this.secrets.seal(JSON.stringify(content), labelOf(user.id)), now, until],
    );
  }

  @OnCall(authCalls.listRetainedRecords)
  async list({ limit, cursor }: RequestOf<typeof authCalls.listRetainedRecords>): Promise<Page> {
    const take = Math.min(limit, MAX_RECORDS);
    const rows = await this.database.query<Row[]>(
      `SELECT ${COLUMNS} FROM sealed_records
        WHERE ${IS_KEPT} AND ($1::uuid IS NULL OR (erased_at, user_id) < (SELECT erased_at, user_id FROM sealed_records WHERE user_id = $1))
        ORDER BY erased_at DESC, user_id DESC LIMIT ${take + 1}`,
      [cursor ?? null],
    );
    const counted = await countRows(this.database, `SELECT FROM sealed_records WHERE ${IS_KEPT}`, []);
    const items = rows.slice(0, take).map(withIsoTimes);
    return { items, nextCursor: rows.length > take ? (items.at(-1)?.id ?? null) : null, ...counted };
  }

  /**
   * The content is returned after the entry of the audit log is committed.
   *
   * @throws LuitError `not_found`, `forbidden` for an unknown operator, `conflict` if AUTH_SECRET has changed since
   */
  @OnCall(authCalls.openRetainedRecord)
  open({ adminId, userId, reason }: RequestOf<typeof authCalls.openRetainedRecord>) {
    return this.database.transaction(async (manager): Promise<RetainedRecord & { account: RetainedAccount }> => {
      const { email: adminEmail } = await findOperator(manager, adminId);
      const [row] = await manager.query<(Row & { sealed: Buffer })[]>(
        `SELECT ${COLUMNS}, sealed FROM sealed_records WHERE user_id = $1 AND ${IS_KEPT}`,
        [userId],
      );
      if (!row) throw new LuitError('not_found', 'There is no retained record of this account');
      const { sealed, ...record } = row;
      const account = this.decrypt(userId, sealed);
      const entry = { adminId, adminEmail, action: 'sealed_record_opened', subject: userId } as const;
      await this.auditLog.write(manager, { ...entry, details: { reason } });
      return { ...withIsoTimes(record), account };
    });
  }

  private decrypt(userId: string, sealed: Buffer): RetainedAccount {
    try {
      return JSON.parse(this.secrets.open(sealed, labelOf(userId))) as RetainedAccount;
    } catch {
      throw new LuitError('conflict', 'This record was encrypted with another AUTH_SECRET and cannot be opened');
    }
  }
}

/** Sessions that were used within so many milliseconds, latest first. Their times become text as JSON. */
function sessionsOf(manager: EntityManager, userId: string, withinMs: number): Promise<RetainedAccount['sessions']> {
  return manager.query(
    `SELECT ip, user_agent AS "userAgent", created_at AS "signedInAt", last_used_at AS "lastUsedAt", ended_at AS "endedAt"
       FROM sessions WHERE user_id = $1 AND last_used_at > now() - $2 * interval '1 millisecond' ORDER BY id DESC`,
    [userId, withinMs],
  );
}

function labelOf(userId: string): string {
  return `sealed_record:${userId}`;
}
