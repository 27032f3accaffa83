import type { DatabaseSettings } from '@luit/platform/database/data-source-options';
import { OperatorSessionEntity } from './operators/sessions/operator-session.entity';
import { OperatorEntity } from './records/operators/operator.entity';
import { AuditEntryEntity } from './records/audit-log/audit-entry.entity';
import { AccountDeletionEntity } from './identity/account-deletions/account-deletion.entity';
import { ContactMessageEntity } from './trust/contact-messages/contact-message.entity';
import { TrustedDeviceEntity } from './identity/devices/trusted-device.entity';
import { SigningKeyEntity } from './identity/keys/signing-key.entity';
import { LinkedSignInEntity } from './identity/linked-sign-ins/linked-sign-in.entity';
import { LinkEntity } from './identity/links/link.entity';
import { MailEntity } from './records/queued-mails/mail.entity';
import { Baseline1763700000000 } from './migrations/1763700000000-baseline';
import { OperatorInvitationEntity } from './operators/people/operator-invitation.entity';
import { OperatorPasskeyEntity } from './operators/second-factors/operator-passkey.entity';
import { OperatorTotpEntity } from './operators/second-factors/operator-totp.entity';
import { PasskeyEntity } from './identity/passkeys/passkey.entity';
import { SignInChallengeEntity } from './identity/sign-in-challenges/sign-in-challenge.entity';
import { RefreshTokenEntity } from './identity/sessions/refresh-token.entity';
import { SessionEntity } from './identity/sessions/session.entity';
import { UserEntity } from './records/users/user.entity';

export function authDatabase(database: { url: string; replicaUrl?: string; pool?: number }): DatabaseSettings {
  return {
    service: 'auth',
    ...database,
    entities: [
      UserEntity,
      LinkEntity,
      LinkedSignInEntity,
      PasskeyEntity,
      SignInChallengeEntity,
      MailEntity,
      SessionEntity,
      RefreshTokenEntity,
      OperatorEntity,
      OperatorSessionEntity,
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
