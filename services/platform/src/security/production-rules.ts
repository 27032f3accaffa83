import { isIP } from 'node:net';
import { withFirstHost } from '../addresses/redis-address';
import { isPrivateHost } from './private-host';

/** Checks the environment of a process. Returns one line per fault: the variable, the problem and the fix. */
export type EnvironmentRule = (env: NodeJS.ProcessEnv) => string[];

/** Placeholder secrets of `.env.example` and the local stack, which processes reject outside local mode. */
const PLACEHOLDER = /^(change-?me.*|placeholder.*|sandbox.*|.*_sandbox|secret|password|whsec_c2FuZGJveA.*)$/i;

export const isPlaceholder = (value: string): boolean => PLACEHOLDER.test(value);

/** Output length of HMAC-SHA-256; a shorter key weakens it (RFC 2104, section 3). */
export const SECRET_BYTES = 32;
/** 64 random bits in hex, enough against guessing over a network. */
export const DATABASE_PASSWORD_LENGTH = 16;
/** About one of 200,000 random strings of 32 hex digits has fewer distinct characters. */
const DIFFERENT_CHARACTERS = 8;

/** The parts of a comma-separated value. */
export const listOf = (value = ''): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const isMonotonous = (value: string): boolean => new Set(value).size < DIFFERENT_CHARACTERS;

/** Rejects placeholders and equal values among these variables. A variable may contain a comma-separated list. */
export function ownSecrets(names: readonly string[]): EnvironmentRule {
  return (env) => {
    const given = names.flatMap((name) => listOf(env[name]).map((value) => ({ name, value })));
    const placeholders = new Set(given.filter(({ value }) => isPlaceholder(value)).map(({ name }) => name));
    const faults = [...placeholders].map(
      (name) => `${name}: still contains a placeholder; set your own secret, or LUIT_MODE=local`,
    );
    const owners = new Map<string, string>();
    for (const { name, value } of given) {
      const owner = owners.get(value) ?? name;
      owners.set(value, owner);
      if (owner !== name && !isPlaceholder(value))
        faults.push(`${name}: is the same as ${owner}; use a different value for each`);
    }
    return faults;
  };
}

/** Requires a signing or encryption key of at least 32 bytes that is not a repeated pattern. */
export function strongSecret(name: string): EnvironmentRule {
  return ({ [name]: value }) => {
    if (!value || isPlaceholder(value)) return [];
    if (Buffer.byteLength(value) < SECRET_BYTES)
      return [`${name}: is shorter than ${SECRET_BYTES} bytes; generate one with openssl rand -base64 32`];
    return isMonotonous(value) ? [`${name}: is easy to guess; generate one with openssl rand -base64 32`] : [];
  };
}

/** Requires a strong password. These are used between processes, so no one types them. */
export function strongPassword(name: string): EnvironmentRule {
  return ({ [name]: value }) => (value === undefined ? [] : passwordFaults(name, value));
}

/** Requires a strong password in a URL. */
export function strongUrlPassword(name: string): EnvironmentRule {
  return ({ [name]: value = '' }) => {
    const url = withFirstHost(value);
    return URL.canParse(url) ? passwordFaults(name, new URL(url).password) : [];
  };
}

function passwordFaults(name: string, password: string): string[] {
  const advice = 'generate one with openssl rand -hex 24';
  if (!password) return [`${name}: has no password; ${advice}`];
  if (isPlaceholder(password)) return [`${name}: still contains a placeholder password; ${advice}`];
  if (password.length < DATABASE_PASSWORD_LENGTH)
    return [`${name}: its password is shorter than ${DATABASE_PASSWORD_LENGTH} characters; ${advice}`];
  return isMonotonous(password) ? [`${name}: its password is easy to guess; ${advice}`] : [];
}

/** Requires https for URLs that browsers or vendors open, even on a private host. The value can be a list. */
export function publicUrl(name: string): EnvironmentRule {
  return ({ [name]: value }) =>
    listOf(value)
      .filter((url) => URL.canParse(url) && new URL(url).protocol !== 'https:')
      .map((url) => `${name}: ${url} is not https; terminate TLS in front of it and set the https:// URL`);
}

/** Requires https for URLs to which Luit sends credentials, except on a private network. */
export function tlsUnlessPrivate(name: string): EnvironmentRule {
  return ({ [name]: value }) => {
    if (!value || !URL.canParse(value)) return [];
    const { protocol, hostname } = new URL(value);
    if (protocol !== 'http:' || isPrivateHost(hostname)) return [];
    return [`${name}: http:// would send keys to ${hostname} unencrypted; use https://`];
  };
}

/** Shortest accepted prefixes, by IP version. The ranges of CDNs are narrower (Cloudflare: 104.16.0.0/13, 2a06:98c0::/29). */
const MIN_PREFIX = { private: { 4: 8, 6: 7 }, public: { 4: 12, 6: 28 } } as const;
const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

/** Rejects overly wide proxy ranges, because a trusted proxy determines the client address that rate limits use. */
export function narrowProxies(name: string): EnvironmentRule {
  const advice = 'set the addresses of your proxy, for example 10.0.0.0/8';
  return ({ [name]: value }) =>
    listOf(value).flatMap((part) => {
      if (PROXY_NAMES.includes(part)) return [];
      const [address = '', prefix] = part.split('/');
      const family = isIP(address);
      if (family !== 4 && family !== 6) return [`${name}: ${part} is not an address; ${advice}`];
      if (prefix === undefined) return [];
      const width = MIN_PREFIX[isPrivateHost(address) ? 'private' : 'public'][family];
      const isNarrow = /^\d{1,3}$/.test(prefix) && Number(prefix) >= width;
      return isNarrow ? [] : [`${name}: ${part} trusts too many addresses; ${advice}`];
    });
}
