import type { AccessTokenClaims } from '@luit/contracts/auth/tokens';
import { Injectable } from '@nestjs/common';
import { sign } from 'jsonwebtoken';
import { KeysService } from './keys.service';

/** Signs access tokens: ES256, the key named by `kid`. */
@Injectable()
export class AccessTokensService {
  constructor(private readonly keys: KeysService) {}

  /** @param expiresAt Unix seconds */
  issue(claims: Omit<AccessTokenClaims, 'iss' | 'iat' | 'exp'>, expiresAt: number): string {
    const { kid, privateKey } = this.keys.signingKey(claims.aud);
    return sign({ ...claims, iss: 'luit', exp: expiresAt }, privateKey, { algorithm: 'ES256', keyid: kid });
  }
}
