import { Inject, Injectable } from '@nestjs/common';
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { AUTH_CONFIG, type AuthConfig } from '../auth-config';

export type TokenPurpose =
  | 'confirm'
  | 'password_reset'
  | 'export'
  | 'refresh'
  | 'device'
  | 'subject'
  | 'invitation'
  | 'recovery_code'
  | 'alert_destination'
  | 'challenge'
  | 'mailed_challenge'
  | 'openid_nonce'
  | 'openid_verifier';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Derives tokens and encrypts values with keys from AUTH_SECRET, one key per use (HKDF-SHA256, RFC 5869). */
@Injectable()
export class SecretsService {
  private readonly tokenKey: Buffer;
  private readonly sealKey: Buffer;

  constructor(@Inject(AUTH_CONFIG) { secret }: Pick<AuthConfig, 'secret'>) {
    this.tokenKey = derive(secret, 'luit:tokens');
    this.sealKey = derive(secret, 'luit:seal');
  }

  /** The token of a row: deterministic, and unguessable from its id. 43 URL-safe characters. */
  tokenOf(purpose: TokenPurpose, id: string): string {
    return createHmac('sha256', this.tokenKey).update(`${purpose}:${id}`).digest('base64url');
  }

  /** The hash stored in place of a token. Tokens have 256 bits of entropy, so one unsalted round is enough. */
  hashOf(token: string): Buffer {
    return createHash('sha256').update(token).digest();
  }

  /** AES-256-GCM: IV, tag, ciphertext. `label` is additional authenticated data, which binds the value to its row. */
  seal(plain: string, label: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.sealKey, iv).setAAD(Buffer.from(label));
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  /** @throws Error if the secret, the label or the value differs from the sealed one */
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
