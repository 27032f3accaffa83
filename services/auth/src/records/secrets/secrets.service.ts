import { deriveKey, openValue, sealValue } from '@luit/platform/security/sealed-values';
import { Inject, Injectable } from '@nestjs/common';
import { createHash, createHmac } from 'node:crypto';
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

/** Derives tokens and encrypts values with keys from AUTH_SECRET, one key per use (HKDF-SHA256, RFC 5869). */
@Injectable()
export class SecretsService {
  private readonly tokenKey: Buffer;
  private readonly sealKey: Buffer;

  constructor(@Inject(AUTH_CONFIG) { secret }: Pick<AuthConfig, 'secret'>) {
    this.tokenKey = deriveKey(secret, 'luit:tokens');
    this.sealKey = deriveKey(secret, 'luit:seal');
  }

  /** The token of a row: deterministic, and unguessable from its id. 43 URL-safe characters. */
  tokenOf(purpose: TokenPurpose, id: string): string {
    return createHmac('sha256', this.tokenKey).update(`${purpose}:${id}`).digest('base64url');
  }

  /** The hash stored in place of a token. Tokens have 256 bits of entropy, so one unsalted round is enough. */
  hashOf(token: string): Buffer {
    return createHash('sha256').update(token).digest();
  }

  /** @param label binds the value to its row */
  seal(plain: string, label: string): Buffer {
    return sealValue(this.sealKey, plain, label);
  }

  /** @throws Error if the secret, the label or the value differs from the sealed one */
  open(sealed: Buffer, label: string): string {
    return openValue(this.sealKey, sealed, label);
  }
}
