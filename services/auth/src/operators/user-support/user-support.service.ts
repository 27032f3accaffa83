import { authCalls } from '@luit/contracts/auth/messages';
import type { UserNote } from '@luit/contracts/auth/user-support';
import { accountClosed, LuitError } from '@luit/contracts/errors';
import type { CappedCount } from '@luit/contracts/messages/fields';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { countRows } from '@luit/platform/database/count-rows';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { findOperator } from '../../records/operators/find-operator';
import { AuditLogService } from '../../records/audit-log/audit-log.service';
import { SessionsService } from '../../identity/sessions/sessions.service';
import { SignUpsService } from '../../identity/sign-ups/sign-ups.service';
import { UserEntity } from '../../records/users/user.entity';
import { userNotFound } from '../../identity/users/users.service';

interface OnUser {
  userId: string;
  adminId: string;
}

interface NotePage extends CappedCount {
  items: UserNote[];
  nextCursor: string | null;
}

/** Operators' help for a user: sign-out everywhere, another confirmation mail, notes. */
@Injectable()
export class UserSupportService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly sessions: SessionsService,
    private readonly signUps: SignUpsService,
    private readonly auditLog: AuditLogService,
  ) {}

  /**
   * Revokes all sessions of the user. Returns how many this call revoked.
   *
   * @throws LuitError `user_not_found`, `forbidden` for an unknown operator
   */
  @OnCall(authCalls.signOutUser)
  async signOut({ userId, adminId, reason }: RequestOf<typeof authCalls.signOutUser>): Promise<{ sessions: number }> {
    const revoked = await this.database.transaction(async (manager) => {
      const { admin } = await this.lock(manager, { userId, adminId });
      const ids = await this.sessions.revokeAll(manager, userId, 'signed_out');
      await this.auditLog.write(manager, {
        adminId,
        adminEmail: admin.email,
        action: 'user_signed_out',
        subject: userId,
        details: { sessions: String(ids.length), reason },
      });
      return ids;
    });
    await this.sessions.publishRevoked(userId, revoked, 'signed_out');
    return { sessions: revoked.length };
  }

  /** @throws LuitError `user_not_found`, `conflict`, `account_closed`, `user_blocked`, `too_many_requests`, `forbidden` */
  @OnCall(authCalls.resendConfirmationOf)
  async resendConfirmation({ userId, adminId }: RequestOf<typeof authCalls.resendConfirmationOf>): Promise<void> {
    await this.database.transaction(async (manager) => {
      const { admin, user } = await this.lock(manager, { userId, adminId });
      if (user.status === 'blocked') throw new LuitError('user_blocked', 'This account is blocked.');
      const rejection = await this.signUps.resendTo(manager, user);
      if (rejection) throw rejection;
      const action = 'confirmation_resent';
      await this.auditLog.write(manager, { adminId, adminEmail: admin.email, action, subject: userId });
    });
  }

  /** @throws LuitError `user_not_found`, `account_closed`, `forbidden` for an unknown operator */
  @OnCall(authCalls.addUserNote)
  addNote({ userId, adminId, text }: RequestOf<typeof authCalls.addUserNote>): Promise<UserNote> {
    return this.database.transaction(async (manager) => {
      // The lock keeps a deletion of the account from missing the note.
      const { admin, user } = await this.lock(manager, { userId, adminId });
      if (user.status === 'closed') throw accountClosed();
      const id = uuidv7();
      const [note] = (await manager.query(
        `INSERT INTO user_notes (id, user_id, admin_id, text) VALUES ($1, $2, $3, $4) RETURNING created_at AS "createdAt"`,
        [id, userId, adminId, withoutNul(text)],
      )) as [{ createdAt: Date }];
      // The entry does not contain the text, because a deletion of the account does not reach the audit log.
      const entry = { adminId, adminEmail: admin.email, action: 'user_note_added', subject: userId } as const;
      await this.auditLog.write(manager, { ...entry, details: { note: id } });
      return { id, author: admin.email, text: withoutNul(text), created_at: note.createdAt.toISOString() };
    });
  }

  /** Newest first. */
  @OnCall(authCalls.listUserNotes)
  async listNotes({ userId, limit, cursor }: RequestOf<typeof authCalls.listUserNotes>): Promise<NotePage> {
    const [rows, counted] = await Promise.all([
      this.database.query<WithDates<UserNote, 'created_at'>[]>(
        `SELECT n.id, a.email AS author, n.text, n.created_at FROM user_notes n JOIN admins a ON a.id = n.admin_id
          WHERE n.user_id = $1 AND ($2::uuid IS NULL OR n.id < $2) ORDER BY n.id DESC LIMIT $3`,
        [userId, cursor ?? null, limit + 1],
      ),
      countRows(this.database, `SELECT FROM user_notes WHERE user_id = $1`, [userId]),
    ]);
    const items = rows.slice(0, limit).map(withIsoTimes);
    return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null, ...counted };
  }

  private async lock(manager: EntityManager, { userId, adminId }: OnUser) {
    const admin = await findOperator(manager, adminId);
    const user = await manager.findOne(UserEntity, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
    if (!user) throw userNotFound();
    return { admin, user };
  }
}

/** Postgres text cannot contain NUL. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '');
}
