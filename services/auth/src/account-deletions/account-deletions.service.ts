import type { DeletionRequester } from '@luit/contracts/auth/account-deletion';
import type { Device } from '@luit/contracts/auth/sessions';
import { LuitError } from '@luit/contracts/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AdminEntity } from '../admins/admin.entity';
import { AuditLogService } from '../audit-log/audit-log.service';
import { LinksService } from '../links/links.service';
import { MailsService } from '../mails/mails.service';
import { SessionsService } from '../sessions/sessions.service';
import { SignInsService } from '../sessions/sign-ins.service';
import { parsePassword } from '../users/account-input';
import { UserEntity } from '../users/user.entity';
import { userNotFound, requireActive } from '../users/users.service';
import { AccountDeletionEntity } from './account-deletion.entity';

/** Who was found to have the right to ask. */
interface Asked {
  admin: AdminEntity | null;
  reason?: string;
  /** What was checked; a password changed meanwhile closes nothing. */
  checkedHash?: string;
}

/** The way into the end of an account. From here on there is no way back. */
@Injectable()
export class AccountDeletionsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly signIns: SignInsService,
    private readonly sessions: SessionsService,
    private readonly links: LinksService,
    private readonly mails: MailsService,
    private readonly auditLog: AuditLogService,
  ) {}

  /**
   * Keeps the owner out, ends every session and link, and owes a mail that says so. The rest is the poller's. Asking again,
   * also at the same moment, changes nothing.
   *
   * @throws LuitError `invalid_credentials`, `too_many_attempts`, `validation_failed`, `user_not_found`, `user_blocked`,
   *   `forbidden` where there is no such operator
   */
  async begin({
    userId,
    by,
    wantsRefund,
  }: {
    userId: string;
    by: DeletionRequester;
    wantsRefund: boolean;
  }): Promise<void> {
    const asked = 'adminId' in by ? await this.operator(by) : await this.owner(userId, by);
    const ended = await this.database.transaction((manager) => this.close(manager, userId, asked, wantsRefund));
    await this.sessions.publishEnded(userId, ended, 'account_closed');
  }

  private async operator({ adminId, reason }: { adminId: string; reason?: string }): Promise<Asked> {
    const admin = await this.database.manager.findOneBy(AdminEntity, { id: adminId });
    if (!admin) throw new LuitError('forbidden', 'This is for administrators only.');
    return { admin, reason };
  }

  private async owner(userId: string, by: { password: unknown; device: Device }): Promise<Asked> {
    const password = parsePassword(by.password);
    const user = await this.database.manager.findOneBy(UserEntity, { id: userId });
    if (!user) throw userNotFound();
    if (!(await this.signIns.checkPassword(password, user, user.email, by.device))) throw wrongPassword();
    return { admin: null, checkedHash: user.passwordHash };
  }

  /** Returns the sessions that this ended. */
  private async close(
    manager: EntityManager,
    userId: string,
    { admin, reason, checkedHash }: Asked,
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
    await this.mails.post(manager, user, 'account_deletion_started', { details: { name: user.name } });
    if (admin) {
      const entry = { adminId: admin.id, adminEmail: admin.email, action: 'user_closed', subject: userId } as const;
      await this.auditLog.write(manager, { ...entry, details: reason ? { reason } : {} });
    }
    return this.sessions.endAll(manager, userId, 'account_closed');
  }
}

function wrongPassword(): LuitError {
  return new LuitError('invalid_credentials', 'This is not your password. Nothing was deleted.');
}
