import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { TrustedDeviceEntity } from '../devices/trusted-device.entity';
import { LinkedSignInEntity } from '../linked-sign-ins/linked-sign-in.entity';
import { LinkEntity } from '../links/link.entity';
import { MailsService } from '../../records/queued-mails/mails.service';
import { PasskeyEntity } from '../passkeys/passkey.entity';
import { RetainedRecordsService } from '../../trust/retained-records/retained-records.service';
import { SignInChallengeEntity } from '../sign-in-challenges/sign-in-challenge.entity';
import { SessionEntity } from '../sessions/session.entity';
import { UserEntity } from '../../records/users/user.entity';
import { removeWebhookEndpoints } from '../webhook-endpoints/webhook-accounts';

/**
 * Removes personal data from an account. A retained record keeps, encrypted, what the law requires. The row of the account stays,
 * because the ledger and payments refer to it.
 */
@Injectable()
export class AnonymizationService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly mails: MailsService,
    private readonly retainedRecords: RetainedRecordsService,
  ) {}

  /**
   * Frees the address and queues the last mail to it in one transaction. Idempotent. Session ids stay, because gateways
   * still load the revoked ones.
   */
  async anonymize(userId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      const user = await manager.findOne(UserEntity, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
      if (user?.status !== 'closing') return;
      await this.retainedRecords.retain(manager, user);
      await this.mails.queueAccountDeleted(manager, user);
      await manager.delete(LinkEntity, { userId });
      await manager.query('DELETE FROM contact_messages WHERE lower(email) = $1', [user.email]);
      await manager.query('DELETE FROM muted_notifications WHERE user_id = $1', [userId]);
      await manager.query('DELETE FROM api_keys WHERE user_id = $1', [userId]);
      for (const entity of [LinkedSignInEntity, PasskeyEntity, SignInChallengeEntity])
        await manager.delete(entity, { userId });
      await removeWebhookEndpoints(manager, userId);
      await manager.query('DELETE FROM user_notes WHERE user_id = $1', [userId]);
      await manager.delete(TrustedDeviceEntity, { ownerId: userId });
      await manager.query(
        'DELETE FROM refresh_tokens WHERE session_id IN (SELECT id FROM sessions WHERE user_id = $1)',
        [userId],
      );
      await manager.query(
        'DELETE FROM web_push_subscriptions WHERE session_id IN (SELECT id FROM sessions WHERE user_id = $1)',
        [userId],
      );
      await manager.update(SessionEntity, { userId }, { ip: '', userAgent: '', deviceId: null });
      await manager.update(
        UserEntity,
        { id: userId },
        {
          status: 'closed',
          // Cannot be typed as an address.
          email: `closed:${userId}`,
          emailAsTyped: '',
          name: 'Deleted account',
          passwordHash: null,
          billingProfile: null,
          signedUpDevice: null,
          signedUpIp: null,
          lastSignInAt: null,
        },
      );
    });
  }
}
