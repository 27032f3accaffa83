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
import { Accounts1763700000000 } from './migrations/1763700000000-accounts';
import { AccountSafety1763800000000 } from './migrations/1763800000000-account-safety';
import { AccountExport1763900000000 } from './migrations/1763900000000-account-export';
import { Alerts1764800001000 } from './migrations/1764800001000-alerts';
import { TriesInTurn1765100000000 } from './migrations/1765100000000-tries-in-turn';
import { OperatorIdleTimeout1765200000000 } from './migrations/1765200000000-operator-idle-timeout';
import { AccountClosings1764200000000 } from './migrations/1764200000000-account-closings';
import { AuditChain1765208000000 } from './migrations/1765208000000-audit-chain';
import { ContactMessages1764700000000 } from './migrations/1764700000000-contact-messages';
import { UserDirectory1764800000000 } from './migrations/1764800000000-user-directory';
import { RefreshTokenEntity } from './sessions/refresh-token.entity';
import { SessionEntity } from './sessions/session.entity';
import { UserEntity } from './users/user.entity';

export function authDatabase(database: { url: string; pool?: number }): DatabaseSettings {
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
      SigningKeyEntity,
      TrustedDeviceEntity,
      AuditEntryEntity,
      AccountDeletionEntity,
      ContactMessageEntity,
    ],
    migrations: [
      Accounts1763700000000,
      AccountSafety1763800000000,
      AccountExport1763900000000,
      AccountClosings1764200000000,
      ContactMessages1764700000000,
      UserDirectory1764800000000,
      Alerts1764800001000,
      TriesInTurn1765100000000,
      OperatorIdleTimeout1765200000000,
      AuditChain1765208000000,
    ],
  };
}
