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

  /** A path on this site. */
  linkTo(key: string, nowMs = Date.now(), hours = HOURS): string {
    const expires = (Math.floor(nowMs / 1_000 / HOUR_SECONDS) + hours) * HOUR_SECONDS;
    return `${FILES_PATH}${key}?expires=${expires}&signature=${this.sign(key, expires).toString('base64url')}`;
  }

  /** Whether the link was made here and is still good. */
  isGood(key: string, expires: number, signature: string, nowMs = Date.now()): boolean {
    const expected = this.sign(key, expires);
    const given = Buffer.from(signature, 'base64url');
    return given.length === expected.length && timingSafeEqual(given, expected) && nowMs < expires * 1_000;
  }

  private sign(key: string, expires: number): Buffer {
    return createHmac('sha256', this.secret).update(`${expires}\n${key}`).digest();
  }
}
