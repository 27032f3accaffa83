import { authCalls } from '@luit/contracts/auth/messages';
import type { PasswordResetSession } from '@luit/contracts/auth/sessions';
import { accountClosed, LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { AUTH_CONFIG, type AuthConfig } from '../../records/auth-config';
import { DevicesService } from '../devices/devices.service';
import { sanitizeDevice } from '../../records/device-names/sanitize-device';
import { LinksService } from '../links/links.service';
import { MailsService } from '../../records/queued-mails/mails.service';
import { SessionIssuerService } from '../sessions/session-issuer.service';
import { SessionEntity } from '../sessions/session.entity';
import { parseEmail } from '../../records/users/account-input';
import { inConstantTime } from '../users/constant-time';
import { lockUser, requireActive } from '../users/users.service';

/** Mails password-reset links and exchanges them for sessions that can only set a new password. */
@Injectable()
export class PasswordResetsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly links: LinksService,
    private readonly mails: MailsService,
    private readonly devices: DevicesService,
    private readonly issuer: SessionIssuerService,
  ) {}

  /**
   * Queues a mail with a reset link; one a minute, 20 a day. If accounts are not revealed, every response is the same and
   * takes the same time.
   *
   * @throws LuitError `user_not_found`, `too_many_attempts`, `invalid_email`, `validation_failed`
   */
  @OnCall(authCalls.requestPasswordReset)
  async request(input: RequestOf<typeof authCalls.requestPasswordReset>): Promise<void> {
    const { key } = parseEmail(input.email);
    const send = () => this.database.transaction((manager) => this.sendLink(manager, key));
    if (!this.config.isRevealingAccounts) return void (await inConstantTime(send));
    const rejection = await send();
    if (rejection) throw rejection;
  }

  /**
   * Redeems a mailed link once. The returned session lasts 15 minutes and can only set a new password.
   *
   * @throws LuitError `link_invalid_or_expired`, `user_blocked`
   */
  @OnCall(authCalls.redeemPasswordReset)
  redeem({ token, device }: RequestOf<typeof authCalls.redeemPasswordReset>): Promise<PasswordResetSession> {
    return this.database.transaction(async (manager) => {
      const user = await this.links.redeem(manager, token, 'password_reset');
      requireActive(user);
      const id = uuidv7();
      const deviceId = this.devices.idOf(device);
      await manager.insert(SessionEntity, {
        id,
        userId: user.id,
        deviceId,
        isPasswordReset: true,
        ...sanitizeDevice(device),
      });
      return { ...this.issuer.issueForPasswordReset(user, id), device_token: this.devices.tokenOf(deviceId) };
    });
  }

  private async sendLink(manager: EntityManager, email: string): Promise<LuitError | undefined> {
    const user = await lockUser(manager, email);
    if (!user) return new LuitError('user_not_found', 'No account found with this email address');
    if (user.status === 'closing') return accountClosed();
    const wait = await this.mails.waitFor(manager, user.id);
    if (wait) {
      const text = 'Too many reset attempts. Please try again later';
      return new LuitError('too_many_attempts', text, { retryAfterSeconds: wait.seconds });
    }
    await this.mails.queue(manager, user, 'password_reset', {
      linkId: await this.links.create(manager, user.id, 'password_reset'),
    });
    return undefined;
  }
}
