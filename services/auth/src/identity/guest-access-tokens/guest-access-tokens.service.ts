import { authCalls } from '@luit/contracts/auth/messages';
import type { GuestTokenClaims } from '@luit/contracts/auth/tokens';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { sign } from 'jsonwebtoken';
import { KeysService } from '../keys/keys.service';
import { TOKEN_LIFETIME_SECONDS } from '../keys/token-lifetimes';

/** Issues guest access tokens: each grants a guest access to one request. */
@Injectable()
export class GuestAccessTokensService {
  constructor(private readonly keys: KeysService) {}

  @OnCall(authCalls.issueGuestToken)
  issue({ requestId, accountId }: RequestOf<typeof authCalls.issueGuestToken>): { claimToken: string } {
    const { kid, privateKey } = this.keys.signingKey('luit-claim');
    const claims: Omit<GuestTokenClaims, 'iat' | 'exp'> = {
      sub: requestId,
      account: accountId,
      aud: 'luit-claim',
      iss: 'luit',
    };
    const claimToken = sign(claims, privateKey, {
      algorithm: 'ES256',
      keyid: kid,
      expiresIn: TOKEN_LIFETIME_SECONDS['luit-claim'],
    });
    return { claimToken };
  }
}
