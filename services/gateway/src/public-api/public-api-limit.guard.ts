import { LuitError } from '@luit/contracts/errors';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CONFIG, type GatewayConfig } from '../config';
import type { ApiRequest } from '../access/identities/api-key.guard';
import { RateLimiter } from '../access/limits/rate-limiter';

const WINDOW_SECONDS = 60;
const POLICY = '"requests"';

/**
 * Limits the requests of each API key, and sends the limits to clients (draft-ietf-httpapi-ratelimit-headers-11). Must follow
 * `ApiKeyGuard`.
 */
@Injectable()
export class PublicApiLimitGuard implements CanActivate {
  private readonly size: number;

  constructor(
    private readonly limiter: RateLimiter,
    @Inject(CONFIG) { limits }: GatewayConfig,
  ) {
    this.size = limits.publicApiPerMinute;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    const { user } = http.getRequest<ApiRequest>();
    void reply.header('ratelimit-policy', `${POLICY};q=${this.size};w=${WINDOW_SECONDS}`);
    const allowance = { name: 'publicApiPerMinute', size: this.size, windowMs: WINDOW_SECONDS * 1_000 };
    try {
      const left = await this.limiter.take([{ allowance, subject: user!.keyId }]);
      this.report(reply, left, Math.ceil(((this.size - left) * WINDOW_SECONDS) / this.size));
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
