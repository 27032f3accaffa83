import { Inject, Injectable } from '@nestjs/common';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { CONFIG, type GatewayConfig } from '../config';

const HOUR_SECONDS = 3_600;
export const FILES_PATH = '/api/files/';

type FileSettings = Pick<GatewayConfig, 'filesSecret' | 'filesUrl' | 'webUrl'>;

/** The origin that files have apart from the pages, or null where they share one. */
export function filesOriginOf({ filesUrl, webUrl }: Pick<FileSettings, 'filesUrl' | 'webUrl'>): string | null {
  const { origin } = new URL(filesUrl);
  return origin === new URL(webUrl).origin ? null : origin;
}

/** Hours a link is good for, up to the full hour. */
const HOURS = 2;

/**
 * Links to files that whoever holds them may open, for one to two hours unless told otherwise. The expiry falls on a full hour, so that the
 * same file has the same link within an hour: caches keep it, and an unchanged request keeps its ETag.
 */
@Injectable()
export class FileLinksService {
  private readonly secret: string;
  private readonly origin: string;

  constructor(@Inject(CONFIG) config: FileSettings) {
    this.secret = config.filesSecret;
    this.origin = filesOriginOf(config) ?? '';
  }

  /** A path on this site, or the whole address where files have an origin of their own; tied to nobody's account. */
  linkTo(key: string, nowMs = Date.now(), hours = HOURS): string {
    return this.link(key, nowMs, hours);
  }

  /** The same for a file of an account: the link ends with the account too. */
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
    return `${this.origin}${FILES_PATH}${key}?expires=${expires}${owner ? `&owner=${owner}` : ''}&signature=${signature}`;
  }

  private sign(key: string, expires: number, owner?: string): Buffer {
    const parts = [expires, key, ...(owner ? [owner] : [])];
    return createHmac('sha256', this.secret).update(parts.join('\n')).digest();
  }
}
