import { Module } from '@nestjs/common';
import { RevokedSessions } from './revoked-sessions';
import {
  AdminTokenStrategy,
  GuestTokenStrategy,
  PasswordResetTokenStrategy,
  UserTokenStrategy,
} from './token.strategy';
import { VerificationKeys } from './verification-keys';

@Module({
  providers: [
    AdminTokenStrategy,
    GuestTokenStrategy,
    PasswordResetTokenStrategy,
    UserTokenStrategy,
    RevokedSessions,
    VerificationKeys,
  ],
  exports: [RevokedSessions],
})
export class IdentitiesModule {}
