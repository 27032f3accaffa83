import type { DeletionRequester } from '@luit/contracts/auth/account-deletion';
import { PASSWORD_REQUIRED } from '@luit/contracts/auth/limits';
import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { OperatorEntity } from '../../records/operators/operator.entity';
import { findOperator } from '../../records/operators/find-operator';
import { ApiKeyRevocations } from '../api-keys/api-key-revocations';
import { AuditLogService } from '../../records/audit-log/audit-log.service';
import { LastingAccessService } from '../lasting-access/lasting-access.service';
import { LinksService } from '../links/links.service';
import { MailsService } from '../../records/queued-mails/mails.service';
import { SessionsService } from '../sessions/sessions.service';
import { SignInsService } from '../sessions/sign-ins.service';
import { parsePassword } from '../../records/users/account-input';
import { UserEntity } from '../../records/users/user.entity';
import { userNotFound, requireActive } from '../users/users.service';
import { AccountDeletionPoller } from './account-deletion-poller';
import { AccountDeletionEntity } from './account-deletion.entity';

/** The verified requester of a deletion. */
interface Requester {
  admin: OperatorEntity | null;
  reason?: string;
  /** The address of the second operator, if one approved it. */
  approvedBy?: string;
  /** The password hash that was checked; the deletion is rejected if it has changed since. */
  checkedHash?: string;
}

type Operation = Extract<DeletionRequester, { adminId: string }>;
type Owner = Exclude<DeletionRequester, Operation>;

/** Starts account deletions. A started deletion cannot be undone. */
@Injectable()
export class AccountDeletionsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly signIns: SignInsService,
    private readonly sessions: SessionsService,
    private readonly lastingAccess: LastingAccessService,
    private readonly apiKeys: ApiKeyRevocations,
    private readonly links: LinksService,
    private readonly mails: MailsService,
    private readonly auditLog: AuditLogService,
    private readonly poller: AccountDeletionPoller,
  ) {}

  /**
   * Locks the owner out, revokes every session, API key and link, and queues a notification. `AccountDeletionPoller` does the rest.
   * Idempotent, also under concurrent calls.
   *
   * @throws LuitError `invalid_credentials`, `password_required`, `too_many_attempts`, `validation_failed`, `user_not_found`, `user_blocked`,
   *   `forbidden` for an unknown operator
   */
  @OnCall(authCalls.deleteAccount)
  async begin({ userId, by, wantsRefund }: RequestOf<typeof authCalls.deleteAccount>): Promise<void> {
    const requester = 'adminId' in by ? await this.operator(by) : await this.owner(userId, by);
    const { revoked, keys } = await this.database.transaction(async (manager) => ({
      revoked: await this.start(manager, userId, requester, wantsRefund),
      keys: await this.apiKeys.revoke(manager, userId),
    }));
    this.poller.runNow();
    await this.apiKeys.publishChanged(keys);
    await this.sessions.publishRevoked(userId, revoked, 'account_closed');
  }

  private async operator({ adminId, ...given }: Operation): Promise<Requester> {
    const admin = await findOperator(this.database.manager, adminId);
    return { admin, ...given };
  }

  private async owner(userId: string, by: Owner): Promise<Requester> {
    const user = await this.database.manager.findOneBy(UserEntity, { id: userId });
    if (!user) throw userNotFound();
    if ('sessionId' in by) {
      if (user.passwordHash !== null) throw new LuitError('validation_failed', PASSWORD_REQUIRED);
      await this.lastingAccess.requireRecentSignIn({ userId, sessionId: by.sessionId });
      return { admin: null };
    }
    const password = parsePassword(by.password);
    const checkedHash = await this.signIns.checkPassword(password, user, user.email, by.device);
    if (!checkedHash) throw wrongPassword();
    return { admin: null, checkedHash };
  }

  /** @returns ids of the revoked sessions */
  private async start(
    manager: EntityManager,
    userId: string,
    { admin, reason, approvedBy, checkedHash }: Requester,
    wantsRefund: boolean,
  ): Promise<string[]> {
    const user = await manager.findOne(UserEntity, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
    if (!user) throw userNotFound();
    if (user.status === 'closing' || user.status === 'closed') return [];
    if (!admin) requireActive(user);
    if (checkedHash && user.passwordHash !== checkedHash) throw wrongPassword();

    await manager.update(UserEntity, { id: userId }, { status: 'closing' });
    await manager.insert(AccountDeletionEntity, { userId, adminId: admin?.id ?? null, wantsRefund });
    await this.links.revokeAll(manager, userId);
    await this.mails.queue(manager, user, 'account_deletion_started', {
      details: user.emailConfirmedAt ? { name: user.name } : {},
    });
    if (admin) {
      const entry = { adminId: admin.id, adminEmail: admin.email, action: 'user_closed', subject: userId } as const;
      await this.auditLog.write(manager, {
        ...entry,
        details: { ...(reason && { reason }), ...(approvedBy && { approvedBy }), refund: String(wantsRefund) },
      });
    }
    return this.sessions.revokeAll(manager, userId, 'account_closed');
  }
}

function wrongPassword(): LuitError {
  return new LuitError('invalid_credentials', 'This password is incorrect. Nothing was deleted.');
}
