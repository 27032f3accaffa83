import { Inject, Injectable } from '@nestjs/common';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { CONFIG, type GatewayConfig } from '../config';

const HOUR_SECONDS = 3_600;
export const FILES_PATH = '/api/files/';

/** Hours a link is good for, up to the full hour. */
const HOURS = 2;

/**
 * Links to files that whoever holds them may open, for one to two hours unless told otherwise. The expiry falls on a full hour, so that the
 * same file has the same link within an hour: caches keep it, and an unchanged request keeps its ETag.
 */
@Injectable()
export class FileLinks {
  private readonly secret: string;

  constructor(@Inject(CONFIG) config: Pick<GatewayConfig, 'filesSecret'>) {
    this.secret = config.filesSecret;
  }

  /** A path on this site that nobody's account stands behind. */
  linkTo(key: string, nowMs = Date.now(), hours = HOURS): string {
    return this.link(key, nowMs, hours);
  }

  /** A path on this site that ends with its owner's account too. */
  linkOf(owner: string, key: string, nowMs = Date.now()): string {
    return this.link(key, nowMs, HOURS, owner);
  }

  /** Whether the link was made here, for that owner or for nobody, and has not run out. */
  isGood(key: string, expires: number, signature: string, nowMs = Date.now(), owner?: string): boolean {
    const expected = this.sign(key, expires, owner);
    const given = Buffer.from(signature, 'base64url');
    return given.length === expected.length && timingSafeEqual(given, expected) && nowMs < expires * 1_000;
  }

  private link(key: string, nowMs: number, hours: number, owner?: string): string {
    const expires = (Math.floor(nowMs / 1_000 / HOUR_SECONDS) + hours) * HOUR_SECONDS;
    const signature = this.sign(key, expires, owner).toString('base64url');
    return `${FILES_PATH}${key}?expires=${expires}${owner ? `&owner=${owner}` : ''}&signature=${signature}`;
  }

  private sign(key: string, expires: number, owner?: string): Buffer {
    const parts = [expires, key, ...(owner ? [owner] : [])];
    return createHmac('sha256', this.secret).update(parts.join('\n')).digest();
  }
}
