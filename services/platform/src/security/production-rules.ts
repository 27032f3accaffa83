import { isIP } from 'node:net';
import { isPrivateHost } from './private-host';

/** Looks at the environment of a process and returns one line per fault: the variable, what is wrong, what to do. */
export type EnvironmentRule = (env: NodeJS.ProcessEnv) => string[];

/** Secrets that stand in `.env.example` and in the local stack; outside local mode a process refuses them. */
const PLACEHOLDER = /^(change-?me.*|placeholder.*|sandbox.*|.*_sandbox|secret|password|whsec_c2FuZGJveA.*)$/i;

export const isPlaceholder = (value: string): boolean => PLACEHOLDER.test(value);

/** The output length of HMAC-SHA-256: a shorter key is easier to guess than to forge its result (RFC 2104, 3). */
export const SECRET_BYTES = 32;
/** 64 random bits in hexadecimal digits, the least that guessing over a network does not get through. */
export const DATABASE_PASSWORD_LENGTH = 16;
/** 32 random hexadecimal digits hold fewer different ones about once in 200,000 times. */
const DIFFERENT_CHARACTERS = 8;

const listOf = (value = ''): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const isMonotonous = (value: string): boolean => new Set(value).size < DIFFERENT_CHARACTERS;

/** None of these variables, nor any part of a list in one, holds a placeholder; no two hold the same value. */
export function ownSecrets(names: readonly string[]): EnvironmentRule {
  return (env) => {
    const given = names.flatMap((name) => listOf(env[name]).map((value) => ({ name, value })));
    const placeholders = new Set(given.filter(({ value }) => isPlaceholder(value)).map(({ name }) => name));
    const faults = [...placeholders].map(
      (name) => `${name}: still holds a placeholder; set a secret of your own, or LUIT_MODE=local`,
    );
    const owners = new Map<string, string>();
    for (const { name, value } of given) {
      const owner = owners.get(value) ?? name;
      owners.set(value, owner);
      if (owner !== name && !isPlaceholder(value))
        faults.push(`${name}: is the same as ${owner}; give each a value of its own`);
    }
    return faults;
  };
}

/** A key that signs or seals: 32 bytes or more, and not one character over and over. */
export function strongSecret(name: string): EnvironmentRule {
  return ({ [name]: value }) => {
    if (!value || isPlaceholder(value)) return [];
    if (Buffer.byteLength(value) < SECRET_BYTES)
      return [`${name}: is shorter than ${SECRET_BYTES} bytes; make one with openssl rand -base64 32`];
    return isMonotonous(value) ? [`${name}: can be guessed; make one with openssl rand -base64 32`] : [];
  };
}

/** A password between our own processes, which nobody types. */
export function strongPassword(name: string): EnvironmentRule {
  return ({ [name]: value }) => (value === undefined ? [] : passwordFaults(name, value));
}

/** The password inside a URL, which needs one. */
export function strongUrlPassword(name: string): EnvironmentRule {
  return ({ [name]: value }) => (value && URL.canParse(value) ? passwordFaults(name, new URL(value).password) : []);
}

function passwordFaults(name: string, password: string): string[] {
  const advice = 'make one with openssl rand -hex 24';
  if (!password) return [`${name}: has no password; ${advice}`];
  if (isPlaceholder(password)) return [`${name}: still holds a placeholder password; ${advice}`];
  if (password.length < DATABASE_PASSWORD_LENGTH)
    return [`${name}: its password is shorter than ${DATABASE_PASSWORD_LENGTH} characters; ${advice}`];
  return isMonotonous(password) ? [`${name}: its password can be guessed; ${advice}`] : [];
}

/** Addresses that browsers or vendors open, one or a list: always with TLS, whatever the host. */
export function publicUrl(name: string): EnvironmentRule {
  return ({ [name]: value }) =>
    listOf(value)
      .filter((url) => URL.canParse(url) && new URL(url).protocol !== 'https:')
      .map((url) => `${name}: ${url} is not https; put TLS in front and set the https:// address`);
}

/** Addresses that we open, with a key of ours: without TLS only within our own network. */
export function tlsUnlessPrivate(name: string): EnvironmentRule {
  return ({ [name]: value }) => {
    if (!value || !URL.canParse(value)) return [];
    const { protocol, hostname } = new URL(value);
    if (protocol !== 'http:' || isPrivateHost(hostname)) return [];
    return [`${name}: http:// to ${hostname} sends keys in the clear over the internet; use https://`];
  };
}

/** Ranges of a CDN are this wide at most (Cloudflare's widest are 104.16.0.0/13 and 2a06:98c0::/29). */
const NARROWEST = { private: { 4: 8, 6: 7 }, public: { 4: 12, 6: 28 } } as const;
const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

/** Whoever is believed to be a proxy chooses the address that limits count by, so it may not be everybody. */
export function narrowProxies(name: string): EnvironmentRule {
  const advice = 'name the addresses of your proxy, for example 10.0.0.0/8';
  return ({ [name]: value }) =>
    listOf(value).flatMap((part) => {
      if (PROXY_NAMES.includes(part)) return [];
      const [address = '', prefix] = part.split('/');
      const family = isIP(address);
      if (family !== 4 && family !== 6) return [`${name}: ${part} is no address; ${advice}`];
      if (prefix === undefined) return [];
      const width = NARROWEST[isPrivateHost(address) ? 'private' : 'public'][family];
      const isNarrow = /^\d{1,3}$/.test(prefix) && Number(prefix) >= width;
      return isNarrow ? [] : [`${name}: ${part} believes too many senders; ${advice}`];
    });
}
