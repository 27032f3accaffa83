import type { DatabaseSettings } from '@luit/platform/database/data-source-options';
import { AdminSessionEntity } from './admins/admin-session.entity';
import { AdminEntity } from './admins/admin.entity';
import { AuditEntryEntity } from './audit-log/audit-entry.entity';
import { AccountDeletionEntity } from './account-deletions/account-deletion.entity';
import { ContactMessageEntity } from './contact-messages/contact-message.entity';
import { TrustedDeviceEntity } from './devices/trusted-device.entity';
import { SigningKeyEntity } from './keys/signing-key.entity';
import { LinkEntity } from './links/link.entity';
import { MailEntity } from './mails/mail.entity';
import { Baseline1763700000000 } from './migrations/1763700000000-baseline';
import { OperatorInvitationEntity } from './operators/operator-invitation.entity';
import { OperatorPasskeyEntity } from './second-factors/operator-passkey.entity';
import { OperatorTotpEntity } from './second-factors/operator-totp.entity';
import { RefreshTokenEntity } from './sessions/refresh-token.entity';
import { SessionEntity } from './sessions/session.entity';
import { UserEntity } from './users/user.entity';

export function authDatabase(database: { url: string; replicaUrl?: string; pool?: number }): DatabaseSettings {
  return {
    service: 'auth',
    ...database,
    entities: [
      UserEntity,
      LinkEntity,
      MailEntity,
      SessionEntity,
      RefreshTokenEntity,
      AdminEntity,
      AdminSessionEntity,
      OperatorInvitationEntity,
      OperatorTotpEntity,
      OperatorPasskeyEntity,
      SigningKeyEntity,
      TrustedDeviceEntity,
      AuditEntryEntity,
      AccountDeletionEntity,
      ContactMessageEntity,
    ],
    migrations: [Baseline1763700000000],
  };
}
