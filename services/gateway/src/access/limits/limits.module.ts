import { Module } from '@nestjs/common';
import { CONFIG, type GatewayConfig } from '../../config';
import { RequestLimiter } from './rate-limit.guard';
import { RateLimiter } from './rate-limiter';
import { SignInLimiter } from './sign-in-limiter';

@Module({
  providers: [
    {
      provide: RateLimiter,
      inject: [CONFIG],
      useFactory: ({ common }: GatewayConfig) => new RateLimiter(common.redisUrl, common.instance),
    },
    RequestLimiter,
    SignInLimiter,
  ],
  exports: [RateLimiter, RequestLimiter, SignInLimiter],
})
export class LimitsModule {}
