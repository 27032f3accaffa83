import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApiKeyGrants } from './api-key-grants';
import { PermissionCheck } from './permission-check';
import { ImpersonationGuard } from './impersonation.guard';
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
    { provide: APP_GUARD, useClass: ImpersonationGuard },
    AdminTokenStrategy,
    ApiKeyGrants,
    GuestTokenStrategy,
    PasswordResetTokenStrategy,
    UserTokenStrategy,
    PermissionCheck,
    RevokedSessions,
    VerificationKeys,
  ],
  exports: [ApiKeyGrants, RevokedSessions],
})
export class IdentitiesModule {}
