import { z } from 'zod';
import { empty, id } from '../messages/fields';
import { broadcast, call } from '../messages/message';

/** Claims of an access token (ES256). `aud` is `luit-web` for creators and `luit-admin` for operators. */
export interface AccessTokenClaims {
  sub: string;
  aud: 'luit-web' | 'luit-admin';
  iss: 'luit';
  /** Session id. */
  sid: string;
  /** `view`: an operator's impersonation session. It only reads. */
  typ: 'access' | 'recovery' | 'view';
  email: string;
  name?: string;
  iat: number;
  exp: number;
}

/** Claims of a guest access token (ES256), which grants access to a single request. */
export interface GuestTokenClaims {
  /** The request's id. */
  sub: string;
  aud: 'luit-claim';
  iss: 'luit';
  /** The account of the order in the ledger. */
  account: string;
  iat: number;
  exp: number;
}

const verificationKey = z.object({
  kid: z.string(),
  audience: z.enum(['luit-web', 'luit-admin', 'luit-claim']),
  /** SPKI PEM of a P-256 public key. */
  publicKeyPem: z.string(),
});
export type VerificationKey = z.infer<typeof verificationKey>;

export const tokenCalls = {
  /** Signs a token that grants access to a guest's request for 30 days. */
  issueGuestToken: call('auth.issueGuestToken', {
    input: z.object({ requestId: id, accountId: id }),
    output: z.object({ claimToken: z.string() }),
  }),
  getVerificationKeys: call('auth.getVerificationKeys', {
    input: empty,
    output: z.object({ keys: z.array(verificationKey) }),
  }),
};

export const tokenBroadcasts = {
  /** A signing key was added or removed. */
  keysChanged: broadcast('auth.keysChanged', empty),
};
