import { Inject, Injectable } from '@nestjs/common';
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { AUTH_CONFIG, type AuthConfig } from '../config';

export type TokenPurpose = 'confirm' | 'password_reset' | 'export' | 'refresh' | 'device' | 'subject';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Everything that follows from AUTH_SECRET, each use with a key of its own (HKDF-SHA256, RFC 5869). */
@Injectable()
export class SecretsService {
  private readonly tokenKey: Buffer;
  private readonly sealKey: Buffer;

  constructor(@Inject(AUTH_CONFIG) { secret }: Pick<AuthConfig, 'secret'>) {
    this.tokenKey = derive(secret, 'luit:tokens');
    this.sealKey = derive(secret, 'luit:seal');
  }

  /** The opaque token of a row: the same each time, and not to be guessed from its id. 43 characters, URL-safe. */
  tokenOf(purpose: TokenPurpose, id: string): string {
    return createHmac('sha256', this.tokenKey).update(`${purpose}:${id}`).digest('base64url');
  }

  /** What is kept of a token. Tokens have 256 random-looking bits, so one round without salt is enough. */
  hashOf(token: string): Buffer {
    return createHash('sha256').update(token).digest();
  }

  /** AES-256-GCM: iv, tag, ciphertext. `label` is authenticated too, so that a sealed value opens in its own row only. */
  seal(plain: string, label: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.sealKey, iv).setAAD(Buffer.from(label));
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  /** @throws Error when the secret, the label or the value is not the one it was sealed with */
  open(sealed: Buffer, label: string): string {
    const decipher = createDecipheriv('aes-256-gcm', this.sealKey, sealed.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(label));
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  }
}

function derive(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', use, KEY_BYTES));
}
