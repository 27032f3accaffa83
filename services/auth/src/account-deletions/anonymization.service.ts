import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { TrustedDeviceEntity } from '../devices/trusted-device.entity';
import { LinkEntity } from '../links/link.entity';
import { MailsService } from '../mails/mails.service';
import { PasswordsService } from '../passwords/passwords.service';
import { SessionEntity } from '../sessions/session.entity';
import { UserEntity } from '../users/user.entity';

/** Takes from an account what names its owner. The row stays, for the ledger and the payments to point to. */
@Injectable()
export class AnonymizationService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly passwords: PasswordsService,
    private readonly mails: MailsService,
  ) {}

  /**
   * Frees the address and owes it a last mail; both, or neither. Done again it changes nothing. The ids of sessions stay:
   * gateways still ask which of them have ended.
   */
  async anonymise(userId: string): Promise<void> {
    const nobodysHash = await this.passwords.hash(randomBytes(32).toString('base64'));
    await this.database.transaction(async (manager) => {
      const user = await manager.findOne(UserEntity, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
      if (user?.status !== 'closing') return;
      await this.mails.postAccountDeleted(manager, user);
      await manager.delete(LinkEntity, { userId });
      await manager.query('DELETE FROM contact_messages WHERE lower(email) = $1', [user.email]);
      await manager.delete(TrustedDeviceEntity, { ownerId: userId });
      await manager.query(
        'DELETE FROM refresh_tokens WHERE session_id IN (SELECT id FROM sessions WHERE user_id = $1)',
        [userId],
      );
      await manager.update(SessionEntity, { userId }, { ip: '', userAgent: '', deviceId: null });
      await manager.update(
        UserEntity,
        { id: userId },
        {
          status: 'closed',
          // No address anybody could type.
          email: `closed:${userId}`,
          emailAsTyped: '',
          name: 'Deleted account',
          passwordHash: nobodysHash,
          billingProfile: null,
          signedUpDevice: null,
          signedUpIp: null,
          lastSignInAt: null,
        },
      );
    });
  }
}
