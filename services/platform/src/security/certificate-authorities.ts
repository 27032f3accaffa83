import type { RedisOptions } from 'ioredis';
import { readFileSync } from 'node:fs';

/** PostgreSQL's URL parameter for a CA file. Here its value can also be the PEM text. */
const PARAMETER = 'sslrootcert';

/** URL variables and the variables of their certificate authorities. */
const AUTHORITIES = { REDIS_URL: 'REDIS_CA', DATABASE_URL: 'DATABASE_CA', ADMIN_DATABASE_URL: 'DATABASE_CA' };

/**
 * Returns the environment with each certificate authority (PEM text or path of a PEM file) added to its URL as a parameter,
 * so that code that connects needs only the URL.
 */
export function withCertificateAuthorities(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const changed = { ...env };
  for (const [name, ca] of Object.entries(AUTHORITIES)) {
    const url = env[name];
    if (!url || !env[ca] || !URL.canParse(url) || url.startsWith('redis:')) continue;
    const address = new URL(url);
    address.searchParams.set(PARAMETER, env[ca]);
    changed[name] = address.toString();
  }
  return changed;
}

function split(url: string): { address: URL; ca?: string } {
  const address = new URL(url);
  const authority = address.searchParams.get(PARAMETER);
  if (!authority) return { address };
  address.searchParams.delete(PARAMETER);
  address.searchParams.delete('sslmode');
  return { address, ca: authority.includes('-----BEGIN') ? authority : readFileSync(authority, 'utf8') };
}

/** Splits a URL with a certificate authority into ioredis options. @throws Error if the CA file cannot be read */
export function redisConnection(url: string): { url: string; tls: Pick<RedisOptions, 'tls'> } {
  const { address, ca } = split(url);
  if (!ca) return { url, tls: {} };
  // ioredis would ignore the `tls` option for a `rediss:` URL.
  return { url: address.toString().replace(/^rediss:/, 'redis:'), tls: { tls: { ca } } };
}

/**
 * Splits a URL with a certificate authority into pg options. With an authority, the certificate and host name are always
 * verified, regardless of `sslmode`.
 *
 * @throws Error if the CA file cannot be read
 */
export function postgresConnection(url: string): { connectionString: string; ssl?: { ca: string } } {
  const { address, ca } = split(url);
  return ca ? { connectionString: address.toString(), ssl: { ca } } : { connectionString: url };
}
