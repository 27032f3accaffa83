import { addressPrefix } from '@luit/platform/security/address-prefix';
import {
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  mixin,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { createHash } from 'node:crypto';
import { mergeMap, type Observable } from 'rxjs';
import { CONFIG, type GatewayConfig, type Limits } from '../config';
import { idempotencyKeyOf } from '../http/idempotency-key';
import type { IdentifiedRequest } from '../identities/identity.guards';
import { RateLimiter } from './rate-limiter';

type Limited = Extract<keyof Limits, `${string}PerMinute`>;

const MINUTE_MS = 60_000;

/** Limits what a person, and everybody at one address, may ask per minute. Every request takes a token of each. */
@Injectable()
export class RequestLimiter {
  constructor(
    private readonly limiter: RateLimiter,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /**
   * @param fingerprint of a request whose stored result makes it free
   * @throws LuitError `too_many_requests` with the seconds to wait; `unavailable`
   */
  async take(name: Limited, { user, ip }: IdentifiedRequest, fingerprint?: string): Promise<void> {
    const size = this.config.limits[name];
    const address = addressPrefix(ip);
    const allowance = { name, size, windowMs: MINUTE_MS };
    if (!user) return this.limiter.take(allowance, address, fingerprint);
    const ofAddress = {
      name: `${name}:address`,
      size: size * this.config.limits.perAddressFactor,
      windowMs: MINUTE_MS,
    };
    await this.limiter.take(allowance, user.id, fingerprint);
    await this.limiter.take(ofAddress, address, fingerprint && `${user.id}:${fingerprint}`);
  }

  /** From now on the same request is free: its result is stored. */
  async remember(name: Limited, { user, ip }: IdentifiedRequest, fingerprint: string): Promise<void> {
    const allowance = { name, size: this.config.limits[name], windowMs: MINUTE_MS };
    const address = addressPrefix(ip);
    if (!user) return this.limiter.remember(allowance, address, fingerprint);
    await Promise.all([
      this.limiter.remember(allowance, user.id, fingerprint),
      this.limiter.remember({ ...allowance, name: `${name}:address` }, address, `${user.id}:${fingerprint}`),
    ]);
  }
}

/** Each request takes a token, whatever its Idempotency-Key. Stands after the guard that identifies the user. */
export function PerMinute(name: Limited): Type<CanActivate> {
  @Injectable()
  class PerMinuteGuard implements CanActivate {
    constructor(private readonly limits: RequestLimiter) {}

    async canActivate(context: ExecutionContext): Promise<boolean> {
      await this.limits.take(name, context.switchToHttp().getRequest<IdentifiedRequest>());
      return true;
    }
  }
  return mixin(PerMinuteGuard);
}

/**
 * Each request takes a token, unless its result is stored: a key is marked after the handler succeeded, and for that
 * subject, route and body alone. Only for routes whose whole input is their JSON body and address, and whose service
 * answers a known key with its stored result.
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

/** Undefined without an Idempotency-Key. */
export function fingerprintOf(request: IdentifiedRequest): string | undefined {
  const key = idempotencyKeyOf(request);
  if (key === undefined) return undefined;
  const { method, url, body } = request;
  return createHash('sha256')
    .update(JSON.stringify([method, url, key, body ?? null]))
    .digest('hex');
}
