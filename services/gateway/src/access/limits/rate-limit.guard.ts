import { addressPrefix } from '@luit/platform/security/address-prefix';
import {
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  mixin,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { createHash } from 'node:crypto';
import { mergeMap, type Observable } from 'rxjs';
import type { RateLimits } from './rate-limits';
import { idempotencyKeyOf } from '../../http/requests/idempotency-key';
import type { IdentifiedRequest } from '../identities/identity.guards';
import { LiveLimits } from './live-limits';
import { type Charge, RateLimiter } from './rate-limiter';

type Limited = Extract<keyof RateLimits, `${string}PerMinute`>;

/** The subject that an allowance is charged to. */
interface LimitedRequest {
  user?: { id: string };
  ip: string;
}

const MINUTE_MS = 60_000;

/** Limits requests per minute and account, and per address. Every request takes a token from both buckets. */
@Injectable()
export class RequestLimiter {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly limits: LiveLimits,
  ) {}

  /**
   * @param fingerprint identifies a request that is free if its result is stored
   * @throws LuitError `too_many_requests` with the seconds to wait; `unavailable`
   */
  async take(name: Limited, request: LimitedRequest, fingerprint?: string): Promise<void> {
    await this.limiter.take(this.chargesOf(name, request), fingerprint);
  }

  /** Marks the result of a request as stored, so that repeats are free. */
  async remember(name: Limited, request: IdentifiedRequest, fingerprint: string): Promise<void> {
    await this.limiter.remember(this.chargesOf(name, request)[0], fingerprint);
  }

  /** An account uses its own allowance and the larger one of its address; a guest has the allowance of the address. */
  private chargesOf(name: Limited, { user, ip }: LimitedRequest): [Charge, ...Charge[]] {
    const { [name]: size, perAddressFactor } = this.limits.current;
    const address = addressPrefix(ip);
    const allowance = { name, size, windowMs: MINUTE_MS };
    if (!user) return [{ allowance, subject: address }];
    const addressSize = size * perAddressFactor;
    const ofAddress = { name: `${name}:address`, size: addressSize, windowMs: MINUTE_MS };
    return [
      { allowance, subject: user.id },
      { allowance: ofAddress, subject: address },
    ];
  }
}

/**
 * Every request takes a token, regardless of its Idempotency-Key. Must follow the guard that identifies the user.
 *
 * @param ofAccounts the limit of requests with an account, if it differs from the limit of guests
 */
export function PerMinute(name: Limited, ofAccounts = name): Type<CanActivate> {
  @Injectable()
  class PerMinuteGuard implements CanActivate {
    constructor(private readonly limits: RequestLimiter) {}

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const request = context.switchToHttp().getRequest<IdentifiedRequest>();
      await this.limits.take(request.user ? ofAccounts : name, request);
      return true;
    }
  }
  return mixin(PerMinuteGuard);
}

/**
 * Every request takes a token, unless its result is stored: after the handler succeeds, repeats with the same subject, route, key and body
 * are free. Use it only if the input of the route is its JSON body and URL, and its service answers a known key with the stored result.
 */
export function PerMinuteUnlessStored(name: Limited): Type<NestInterceptor> {
  @Injectable()
  class PerMinuteInterceptor implements NestInterceptor {
    constructor(private readonly limits: RequestLimiter) {}

    async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
      const request = context.switchToHttp().getRequest<IdentifiedRequest>();
      const fingerprint = fingerprintOf(request);
      await this.limits.take(name, request, fingerprint);
      if (!fingerprint) return next.handle();
      return next.handle().pipe(
        mergeMap(async (result: unknown) => {
          await this.limits.remember(name, request, fingerprint);
          return result;
        }),
      );
    }
  }
  return mixin(PerMinuteInterceptor);
}

/** Returns undefined for requests without an Idempotency-Key. */
export function fingerprintOf(request: IdentifiedRequest): string | undefined {
  const key = idempotencyKeyOf(request);
  if (key === undefined) return undefined;
  const { method, url, body } = request;
  return createHash('sha256')
    .update(JSON.stringify([method, url, key, body ?? null]))
    .digest('hex');
}
