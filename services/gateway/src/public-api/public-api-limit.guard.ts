import { LuitError } from '@luit/contracts/errors';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { ApiRequest } from '../access/identities/api-key.guard';
import { LiveLimits } from '../access/limits/live-limits';
import { RateLimiter } from '../access/limits/rate-limiter';

const WINDOW_SECONDS = 60;
const POLICY = '"requests"';

/**
 * Limits the requests of each API key, and sends the limits to clients (draft-ietf-httpapi-ratelimit-headers-11). Must follow
 * `ApiKeyGuard`.
 */
@Injectable()
export class PublicApiLimitGuard implements CanActivate {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly limits: LiveLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    const { user } = http.getRequest<ApiRequest>();
    const size = this.limits.current.publicApiPerMinute;
    void reply.header('ratelimit-policy', `${POLICY};q=${size};w=${WINDOW_SECONDS}`);
    const allowance = { name: 'publicApiPerMinute', size, windowMs: WINDOW_SECONDS * 1_000 };
    try {
      const left = await this.limiter.take([{ allowance, subject: user!.keyId }]);
      this.report(reply, left, Math.ceil(((size - left) * WINDOW_SECONDS) / size));
    } catch (error) {
      if (error instanceof LuitError && error.code === 'too_many_requests')
        this.report(reply, 0, error.retryAfterSeconds ?? WINDOW_SECONDS);
      throw error;
    }
    return true;
  }

  /** @param seconds until more is available; the whole allowance, if some is left */
  private report(reply: FastifyReply, left: number, seconds: number): void {
    void reply.header('ratelimit', `${POLICY};r=${left};t=${seconds}`);
  }
}
