import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessRecorder } from './audit/access-recorder';
import { ApiKeyGrants } from './identities/api-key-grants';
import { ImpersonationGuard } from './identities/impersonation.guard';
import { PermissionCheck } from './identities/permission-check';
import { RevokedSessions } from './identities/revoked-sessions';
import {
  AdminTokenStrategy,
  GuestTokenStrategy,
  PasswordResetTokenStrategy,
  UserTokenStrategy,
} from './identities/token.strategy';
import { VerificationKeys } from './identities/verification-keys';
import { LiveLimits } from './limits/live-limits';
import { RequestLimiter } from './limits/rate-limit.guard';
import { RateLimiter } from './limits/rate-limiter';
import { SignInLimiter } from './limits/sign-in-limiter';
import { CONFIG, type GatewayConfig } from '../config';

/** Who a client is, how much it may ask for, and the records of what operators read. */
@Module({
  providers: [
    AccessRecorder,
    AdminTokenStrategy,
    ApiKeyGrants,
    GuestTokenStrategy,
    LiveLimits,
    PasswordResetTokenStrategy,
    PermissionCheck,
    RequestLimiter,
    RevokedSessions,
    SignInLimiter,
    UserTokenStrategy,
    VerificationKeys,
    {
      provide: RateLimiter,
      inject: [CONFIG],
      useFactory: ({ common }: GatewayConfig) => new RateLimiter(common.redisUrl, common.instance),
    },
    { provide: APP_GUARD, useClass: ImpersonationGuard },
  ],
  exports: [AccessRecorder, ApiKeyGrants, LiveLimits, RateLimiter, RequestLimiter, RevokedSessions, SignInLimiter],
})
export class AccessModule {}
