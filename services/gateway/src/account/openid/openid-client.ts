import {
  type OpenIdIdentity,
  type OpenIdReturnBody,
  OPENID_CALLBACK_PATH,
  providerNameOf,
} from '@luit/contracts/auth/openid';
import { MAX_NAME_CHARACTERS } from '@luit/contracts/auth/limits';
import { LuitError } from '@luit/contracts/errors';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import { RecentValue } from '@luit/platform/scheduling/recent-value';
import { outboundUrlFault } from '@luit/platform/security/outbound-url';
import { isPrivateHost } from '@luit/platform/security/private-host';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import * as openid from 'openid-client';
import { CONFIG, type GatewayConfig } from '../../config';
import { readBytes } from '../../http/requests/request-bodies';
import type { OpenIdSettings } from './openid-settings';

const METADATA_MS = 10 * 60_000;
/** Of each request to the provider. */
const TIMEOUT_SECONDS = 5;
const MAX_ANSWER_BYTES = 256 * 1_024;
const SCOPE = 'openid email profile';
/** What the library reports when an answer must not be believed. Everything else means that the provider is unreachable or broken. */
const REFUSALS = [
  'ERR_INVALID_ARG_VALUE',
  'OAUTH_AUTHORIZATION_RESPONSE_ERROR',
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_RESPONSE_BODY_ERROR',
  'OAUTH_UNSUPPORTED_OPERATION',
];

interface SignInSecrets {
  nonce: string;
  codeVerifier: string;
}

/** Talks to the OpenID provider: authorization code flow with PKCE (OpenID Connect Core 1.0, section 3.1; RFC 7636). */
@Injectable()
export class OpenIdClient {
  private readonly log = new Logger(OpenIdClient.name);
  private readonly metadata = new RecentValue<openid.ServerMetadata>(METADATA_MS);
  private readonly redirectUrl: string;
  private readonly settings: OpenIdSettings | null;
  /** The name of the provider; null if none is configured. */
  readonly provider: string | null;

  constructor(@Inject(CONFIG) { openId, webUrl }: GatewayConfig) {
    this.settings = openId;
    this.redirectUrl = `${webUrl}${OPENID_CALLBACK_PATH}`;
    this.provider = openId && providerNameOf(openId.issuer);
  }

  /** @throws LuitError `not_found` without a provider, `unavailable` */
  async authorizationUrl({ state, nonce, codeVerifier }: SignInSecrets & { state: string }): Promise<string> {
    const configuration = await this.configuration();
    const url = openid.buildAuthorizationUrl(configuration, {
      ...{ redirect_uri: this.redirectUrl, scope: SCOPE, state, nonce, code_challenge_method: 'S256' },
      code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
    });
    return url.href;
  }

  /**
   * Exchanges the code and verifies the ID token, its signature included.
   *
   * @throws LuitError `link_invalid_or_expired`, `unavailable`, `not_found` without a provider
   */
  async identify({ code, state, iss }: OpenIdReturnBody, secrets: SignInSecrets, ip: string): Promise<OpenIdIdentity> {
    const configuration = await this.configuration();
    const returned = new URL(this.redirectUrl);
    returned.search = new URLSearchParams({ code, state, ...(iss ? { iss } : {}) }).toString();
    try {
      const tokens = await openid.authorizationCodeGrant(configuration, returned, {
        ...{ expectedState: state, expectedNonce: secrets.nonce, pkceCodeVerifier: secrets.codeVerifier },
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      // The provider may leave the address to this endpoint (OpenID Connect Core 1.0, section 5.4).
      const person =
        claims.email === undefined && configuration.serverMetadata().userinfo_endpoint
          ? await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : claims;
      return identityOf(claims, person);
    } catch (error) {
      throw this.failure(error, ip);
    }
  }

  /** A new one for each sign-in, because it keeps the keys that it reads: those of the provider may have changed since. */
  private async configuration(): Promise<openid.Configuration> {
    const { settings } = this;
    if (!settings) throw new LuitError('not_found', 'This installation has no OpenID provider.');
    const metadata = await this.metadata
      .get(async () => (await this.discover(settings)).serverMetadata())
      .catch((error: unknown) => {
        throw this.outage(error);
      });
    const methods = metadata.token_endpoint_auth_methods_supported;
    const authentication =
      !methods || methods.includes('client_secret_basic') ? openid.ClientSecretBasic : openid.ClientSecretPost;
    const { clientId, clientSecret } = settings;
    const configuration = new openid.Configuration(metadata, clientId, undefined, authentication(clientSecret));
    openid.enableNonRepudiationChecks(configuration);
    configuration.timeout = TIMEOUT_SECONDS;
    configuration[openid.customFetch] = this.fetch;
    if (isPlain(settings)) openid.allowInsecureRequests(configuration);
    return configuration;
  }

  private discover(settings: OpenIdSettings): Promise<openid.Configuration> {
    return openid.discovery(new URL(settings.issuer), settings.clientId, undefined, undefined, {
      [openid.customFetch]: this.fetch,
      timeout: TIMEOUT_SECONDS,
      execute: isPlain(settings) ? [openid.allowInsecureRequests] : [],
    });
  }

  /** A provider on the internet cannot make Luit call private networks, and no answer fills the memory. */
  private readonly fetch: openid.CustomFetch = async (url, options) => {
    const isPrivate = isPrivateHost(new URL(this.settings!.issuer).hostname);
    const fault = outboundUrlFault(url, isPrivate);
    if (fault) {
      recordSecurityEvent('outbound_address_blocked', { host: new URL(url).hostname });
      throw new LuitError('unavailable', fault);
    }
    const { body, status, headers } = await fetch(url, options as RequestInit);
    const bytes = await bytesOf(body as ReadableStream | null);
    return new Response(bytes.length > 0 ? bytes : null, { status, headers });
  };

  private failure(error: unknown, ip: string): LuitError {
    const { code = '', status = 0 } = error as { code?: string; status?: number };
    if (!REFUSALS.includes(code) || status >= 500) return this.outage(error);
    recordSecurityEvent('sign_in_failed', { ip, reason: code });
    this.log.warn({ msg: 'Sign-in at the OpenID provider was refused', code, error: String(error) });
    const text = `The sign-in with ${this.provider} could not be verified. Please start again.`;
    return new LuitError('link_invalid_or_expired', text);
  }

  private outage(error: unknown): LuitError {
    this.log.error({ msg: 'OpenID provider request failed', error: String(error), cause: causeOf(error) });
    const text = `${this.provider} can’t be reached right now. Please try again, or sign in another way.`;
    return new LuitError('unavailable', text);
  }
}

/** @throws LuitError `payload_too_large` */
async function bytesOf(body: ReadableStream | null): Promise<Uint8Array<ArrayBuffer>> {
  if (!body) return new Uint8Array();
  const stream = Readable.fromWeb(body);
  try {
    return new Uint8Array(await readBytes(stream, MAX_ANSWER_BYTES, { headers: {} }));
  } finally {
    // The rest of an answer that is too large would fail later, when nobody waits for it.
    stream.destroy();
  }
}

function identityOf(claims: openid.IDToken, person: openid.UserInfoResponse | openid.IDToken): OpenIdIdentity {
  const { email, email_verified: isVerified, name } = person;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof email === 'string' && email.length > 0 ? email : null,
    isEmailVerified: isVerified === true,
    displayName: typeof name === 'string' ? name.slice(0, MAX_NAME_CHARACTERS) : '',
  };
}

function isPlain({ issuer }: OpenIdSettings): boolean {
  return issuer.startsWith('http:');
}

function causeOf(error: unknown): string | undefined {
  const { cause } = error as { cause?: unknown };
  return cause === undefined ? undefined : String(cause);
}
