import { type CanActivate, type ExecutionContext, Inject, Injectable, mixin, type Type } from '@nestjs/common';
import { CONFIG, type GatewayConfig } from '../config';
import { idempotencyKeyOf } from '../http/idempotency-key';
import type { IdentifiedRequest } from '../identities/identity.guards';
import { RateLimiter } from './rate-limiter.service';

type Limited = 'generatePerMinute' | 'orderPerMinute' | 'predictionPerMinute' | 'uploadPerMinute';

/** Limits what a person may ask per minute. Stands after `UserGuard`. */
export function PerMinute(name: Limited): Type<CanActivate> {
  @Injectable()
  class PerMinuteGuard implements CanActivate {
    constructor(
      private readonly limiter: RateLimiter,
      @Inject(CONFIG) private readonly config: GatewayConfig,
    ) {}

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const request = context.switchToHttp().getRequest<IdentifiedRequest>();
      const subject = request.user?.id ?? request.ip;
      await this.limiter.take(
        { name, size: this.config.limits[name], windowMs: 60_000 },
        subject,
        idempotencyKeyOf(request),
      );
      return true;
    }
  }
  return mixin(PerMinuteGuard);
}
