import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PermissionCheck } from './permission-check';
import { ReadOnlyViewGuard } from './read-only-view.guard';
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
    { provide: APP_GUARD, useClass: ReadOnlyViewGuard },
    AdminTokenStrategy,
    GuestTokenStrategy,
    PasswordResetTokenStrategy,
    UserTokenStrategy,
    PermissionCheck,
    RevokedSessions,
    VerificationKeys,
  ],
  exports: [RevokedSessions],
})
export class IdentitiesModule {}
