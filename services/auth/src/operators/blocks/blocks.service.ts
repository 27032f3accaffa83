import { authCalls } from '@luit/contracts/auth/messages';
import type { User } from '@luit/contracts/auth/users';
import { accountClosed } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { findOperator } from '../../records/operators/find-operator';
import { ApiKeyRevocations } from '../../identity/api-keys/api-key-revocations';
import { AuditLogService } from '../../records/audit-log/audit-log.service';
import { SessionsService } from '../../identity/sessions/sessions.service';
import { UserEntity, type UserStatus } from '../../records/users/user.entity';
import { userNotFound, toUser } from '../../identity/users/users.service';

interface BlockChange {
  userId: string;
  adminId: string;
  reason?: string;
}

/** Blocks and unblocks users. */
@Injectable()
export class BlocksService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly sessions: SessionsService,
    private readonly apiKeys: ApiKeyRevocations,
    private readonly auditLog: AuditLogService,
  ) {}

  /**
   * Blocks the user and revokes all of their sessions and API keys. Idempotent.
   *
   * @throws LuitError `user_not_found`, `account_closed`, `forbidden` for an unknown operator
   */
  @OnCall(authCalls.blockUser)
  async block(change: RequestOf<typeof authCalls.blockUser>): Promise<User> {
    const { user, revoked, keys } = await this.database.transaction(async (manager) => ({
      user: await this.setStatus(manager, change, 'blocked'),
      revoked: await this.sessions.revokeAll(manager, change.userId, 'blocked'),
      keys: await this.apiKeys.revoke(manager, change.userId),
    }));
    await this.apiKeys.publishChanged(keys);
    await this.sessions.publishRevoked(change.userId, revoked, 'blocked');
    return user;
  }

  /** @throws LuitError `user_not_found`, `account_closed`, `forbidden` for an unknown operator */
  @OnCall(authCalls.unblockUser)
  unblock(change: RequestOf<typeof authCalls.unblockUser>): Promise<User> {
    return this.database.transaction((manager) => this.setStatus(manager, change, 'active'));
  }

  private async setStatus(
    manager: EntityManager,
    { userId, adminId, reason }: BlockChange,
    status: Extract<UserStatus, 'active' | 'blocked'>,
  ): Promise<User> {
    const admin = await findOperator(manager, adminId);
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
