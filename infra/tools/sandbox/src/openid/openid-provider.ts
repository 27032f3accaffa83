import { createHash, randomUUID } from 'node:crypto';
import {
  type CryptoKey,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { interactionPolicy, Provider } from 'oidc-provider';

export interface OpenIdCredentials {
  clientId: string;
  clientSecret: string;
  /** The page of the client to which people return. */
  redirectUrl: string;
}

/** A person who signs in, and what the provider makes of the ID token. */
export interface Person {
  email?: string;
  verified: boolean;
  name: string;
  /** Claims of the ID token that replace the true ones. */
  claims?: JWTPayload;
  /** Signs the ID token with a key that the provider does not publish. */
  forged?: boolean;
}

interface SigningKey {
  privateKey: CryptoKey;
  jwk: JWK;
}

/** Its keys are made within milliseconds. */
const ALGORITHM = 'ES256';
const SCOPES = 'openid email profile';

/** An OpenID provider. It knows everybody, and people need no password. */
export class OpenIdProvider {
  private readonly people = new Map<string, Person>();
  private prepared: Person | null = null;
  private running: Promise<{ provider: Provider; key: SigningKey }> | null = null;

  /** @param issuer is known when the sandbox listens */
  constructor(
    private readonly credentials: OpenIdCredentials,
    private readonly issuer: () => string,
  ) {}

  /** The first request starts it. */
  async provider(): Promise<Provider> {
    return (await this.start()).provider;
  }

  /** The next person who signs in; others fill in a form. */
  prepare(person: Person | null): void {
    this.prepared = person;
  }

  takePrepared(): Person | null {
    const person = this.prepared;
    this.prepared = null;
    return person;
  }

  /** @returns the id of the person, which follows from the address */
  admit(person: Person): string {
    const subject = createHash('sha256')
      .update(person.email ?? person.name)
      .digest('hex')
      .slice(0, 20);
    this.people.set(subject, person);
    return subject;
  }

  /** Replaces all keys, as providers do regularly. */
  rotateKeys(): void {
    this.running = null;
  }

  private start() {
    return (this.running ??= newSigningKey().then((key) => ({ key, provider: this.create(key) })));
  }

  private create(key: SigningKey): Provider {
    const { clientId, clientSecret, redirectUrl } = this.credentials;
    const { base, Check } = interactionPolicy;
    const policy = base();
    policy.get('login')?.checks.add(
      // Each sign-in may be another person's.
      new Check('every_time', 'The person must sign in', 'login_required', ({ oidc }) =>
        oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    );
    const provider = new Provider(this.issuer(), {
      clients: [
        {
          ...{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUrl] },
          id_token_signed_response_alg: ALGORITHM,
        },
      ],
      jwks: { keys: [key.jwk] },
      cookies: { keys: [randomUUID()] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { policy, url: (_context, { uid }) => `${new URL(this.issuer()).pathname}/interaction/${uid}` },
      findAccount: (_context, accountId) => {
        const person = this.people.get(accountId);
        if (!person) return undefined;
        const { email, verified, name } = person;
        return { accountId, claims: () => ({ sub: accountId, email, email_verified: verified, name }) };
      },
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId });
        grant.addOIDCScope(SCOPES);
        await grant.save();
        return grant;
      },
    });
    provider.use(async (context, next) => {
      await next();
      const body = context.body as { id_token?: string } | undefined;
      if (body?.id_token) body.id_token = await this.tamper(body.id_token, key);
    });
    return provider;
  }

  private async tamper(idToken: string, key: SigningKey): Promise<string> {
    const claims = decodeJwt(idToken);
    const { claims: others, forged } = this.people.get(claims.sub ?? '') ?? {};
    if (!others && !forged) return idToken;
    const { kid } = decodeProtectedHeader(idToken);
    const { privateKey } = forged ? await newSigningKey() : key;
    return new SignJWT({ ...claims, ...others }).setProtectedHeader({ alg: ALGORITHM, kid }).sign(privateKey);
  }
}

async function newSigningKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: ALGORITHM, use: 'sig' };
  return { privateKey, jwk };
}
