import { Inject, Injectable } from '@nestjs/common';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { CONFIG, type GatewayConfig } from '../../config';

const HOUR_SECONDS = 3_600;
export const FILES_PATH = '/api/files/';

type FileSettings = Pick<GatewayConfig, 'filesSecret' | 'filesUrl' | 'webUrl'>;

/** Returns the separate origin of files, or null if files share the origin of the pages. */
export function filesOriginOf({ filesUrl, webUrl }: Pick<FileSettings, 'filesUrl' | 'webUrl'>): string | null {
  const { origin } = new URL(filesUrl);
  return origin === new URL(webUrl).origin ? null : origin;
}

/** Links expire at the end of the second full hour. */
const HOURS = 2;

/**
 * Signs links to files, which are valid for one to two hours by default. Expiry is rounded to the full hour, so that a file
 * keeps its link within an hour: caches work, and an unchanged request keeps its ETag.
 */
@Injectable()
export class FileLinksService {
  private readonly secret: string;
  private readonly origin: string;

  constructor(@Inject(CONFIG) config: FileSettings) {
    this.secret = config.filesSecret;
    this.origin = filesOriginOf(config) ?? '';
  }

  /** Returns a path on this site, or an absolute URL if files have their own origin. With an owner, only that account may use it. */
  linkTo(key: string, nowMs = Date.now(), hours = HOURS, owner?: string): string {
    const expires = (Math.floor(nowMs / 1_000 / HOUR_SECONDS) + hours) * HOUR_SECONDS;
    const signature = this.sign(key, expires, owner).toString('base64url');
    return `${this.origin}${FILES_PATH}${key}?expires=${expires}${owner ? `&owner=${owner}` : ''}&signature=${signature}`;
  }

  /** Returns a link to a file of an account, which stops working when the account is blocked or deleted. */
  linkOf(owner: string, key: string, nowMs = Date.now()): string {
    return this.linkTo(key, nowMs, HOURS, owner);
  }

  /** True if the signature matches key, expiry and owner, and the link has not expired. */
  isValid(key: string, expires: number, signature: string, nowMs = Date.now(), owner?: string): boolean {
    const expected = this.sign(key, expires, owner);
    const actual = Buffer.from(signature, 'base64url');
    return actual.length === expected.length && timingSafeEqual(actual, expected) && nowMs < expires * 1_000;
  }

  private sign(key: string, expires: number, owner?: string): Buffer {
    const parts = [expires, key, ...(owner ? [owner] : [])];
    return createHmac('sha256', this.secret).update(parts.join('\n')).digest();
  }
}
