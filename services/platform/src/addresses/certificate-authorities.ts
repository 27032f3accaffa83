import { AUTHORITY_PARAMETER } from './redis-address';
import { readPem } from './pem';

/** URL variables and the variables of their certificate authorities. */
const AUTHORITIES = {
  REDIS_URL: 'REDIS_CA',
  DATABASE_URL: 'DATABASE_CA',
  DATABASE_REPLICA_URL: 'DATABASE_CA',
  ADMIN_DATABASE_URL: 'DATABASE_CA',
};

/**
 * Returns the environment with each certificate authority (PEM text or path of a PEM file) added to its URL as a parameter,
 * so that code that connects needs only the URL.
 */
export function withCertificateAuthorities(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const changed = { ...env };
  for (const [name, ca] of Object.entries(AUTHORITIES)) {
    const url = env[name];
    if (!url || !env[ca] || !/^(postgres|rediss)/.test(url)) continue;
    // Not with `URL`, which does not parse a list of hosts.
    changed[name] = `${url}${url.includes('?') ? '&' : '?'}${AUTHORITY_PARAMETER}=${encodeURIComponent(env[ca])}`;
  }
  return changed;
}

/**
 * Splits a URL with a certificate authority into pg options. With an authority, the certificate and host name are always
 * verified, regardless of `sslmode`.
 *
 * @throws Error if the CA file cannot be read
 */
export function postgresConnection(url: string): { connectionString: string; ssl?: { ca: string } } {
  const address = new URL(url);
  const authority = address.searchParams.get(AUTHORITY_PARAMETER);
  if (!authority) return { connectionString: url };
  address.searchParams.delete(AUTHORITY_PARAMETER);
  address.searchParams.delete('sslmode');
  return { connectionString: address.toString(), ssl: { ca: readPem(authority) } };
}
