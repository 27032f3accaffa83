import type { User } from '@luit/contracts/auth/users';
import { accountClosed, LuitError } from '@luit/contracts/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AdminEntity } from '../admins/admin.entity';
import { AuditLogService } from '../audit-log/audit-log.service';
import { SessionsService } from '../sessions/sessions.service';
import { UserEntity, type UserStatus } from '../users/user.entity';
import { userNotFound, toUser } from '../users/users.service';

interface Change {
  userId: string;
  adminId: string;
  reason?: string;
}

/** Keeps users out, and lets them in again. */
@Injectable()
export class BlocksService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly sessions: SessionsService,
    private readonly auditLog: AuditLogService,
  ) {}

  /**
   * Ends all sessions of the user at once. Doing it again changes nothing.
   *
   * @throws LuitError `user_not_found`, `account_closed`, `forbidden` where there is no such operator
   */
  async block(change: Change): Promise<User> {
    const { user, ended } = await this.database.transaction(async (manager) => ({
      user: await this.setStatus(manager, change, 'blocked'),
      ended: await this.sessions.endAll(manager, change.userId, 'blocked'),
    }));
    await this.sessions.publishEnded(change.userId, ended, 'blocked');
    return user;
  }

  /** @throws LuitError `user_not_found`, `account_closed`, `forbidden` where there is no such operator */
  unblock(change: Change): Promise<User> {
    return this.database.transaction((manager) => this.setStatus(manager, change, 'active'));
  }

  private async setStatus(
    manager: EntityManager,
    { userId, adminId, reason }: Change,
    status: Extract<UserStatus, 'active' | 'blocked'>,
  ): Promise<User> {
    const admin = await manager.findOneBy(AdminEntity, { id: adminId });
    if (!admin) throw new LuitError('forbidden', 'This is for administrators only.');
    const user = await manager.findOne(UserEntity, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
    if (!user) throw userNotFound();
    if (user.status === status) return toUser(user);
    if (user.status !== 'active' && user.status !== 'blocked') throw accountClosed();
    await manager.update(UserEntity, { id: userId }, { status });
    await this.auditLog.write(manager, {
      adminId,
      adminEmail: admin.email,
      action: status === 'blocked' ? 'user_blocked' : 'user_unblocked',
      subject: userId,
      details: reason ? { reason } : {},
    });
    return toUser({ ...user, status });
  }
}
