import type { RedisOptions } from 'ioredis';
import { readFileSync } from 'node:fs';

/** libpq's name for it. Unlike there, it may hold the certificates themselves. */
const PARAMETER = 'sslrootcert';

/** Which variable holds the certificate authority of which address. */
const AUTHORITIES = { REDIS_URL: 'REDIS_CA', DATABASE_URL: 'DATABASE_CA', ADMIN_DATABASE_URL: 'DATABASE_CA' };

/**
 * The environment with each authority (PEM, or the path of a PEM file) as a part of the address that it belongs to, so that
 * whoever connects is given one text.
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

/** @throws Error where the authority is a file that cannot be read */
export function redisConnection(url: string): { url: string; tls: Pick<RedisOptions, 'tls'> } {
  const { address, ca } = split(url);
  if (!ca) return { url, tls: {} };
  // ioredis takes `rediss:` for all there is to say of TLS.
  return { url: address.toString().replace(/^rediss:/, 'redis:'), tls: { tls: { ca } } };
}

/** With an authority the server's certificate and name are always checked, whatever `sslmode` says. */
export function postgresConnection(url: string): { connectionString: string; ssl?: { ca: string } } {
  const { address, ca } = split(url);
  return ca ? { connectionString: address.toString(), ssl: { ca } } : { connectionString: url };
}
