import { readPem } from './pem';

export interface RedisNode {
  host: string;
  port: number;
}

/** The address of Redis and the credentials. */
export interface RedisAddress {
  /** `single`: one server. `sentinel`: the nodes are Sentinels, which name the primary. `cluster`: the nodes are some of a Redis Cluster. */
  kind: 'single' | 'sentinel' | 'cluster';
  nodes: RedisNode[];
  username?: string;
  password?: string;
  database: number;
  /** Present if connections use TLS. `ca`: PEM text of the only authority to trust; without it, Node's own list applies. */
  tls?: { ca?: string };
  /** Present for `sentinel`: under which name the Sentinels know the primary, and their own user. */
  sentinel?: { primary: string; username?: string; password?: string };
}

/** The URL parameter that carries a certificate authority, as PEM text or the path of a PEM file. PostgreSQL uses the same name. */
export const AUTHORITY_PARAMETER = 'sslrootcert';

const PROTOCOL = /^redis(s?):$|^redis(s?)\+(sentinel|cluster):$/;
const PARAMETERS = [AUTHORITY_PARAMETER, 'sentinelUser', 'sentinelPassword'];
const DEFAULT_PORTS = { single: 6_379, sentinel: 26_379, cluster: 6_379 };
/** The further hosts of a list, which `URL` does not parse. */
const FURTHER_HOSTS = /^([a-z+]+:\/\/(?:[^@/?]*@)?[^,/?]+),([^/?]*)/;

/** The URL with only the first of its hosts, in a form that `URL` can parse. */
export function withFirstHost(url: string): string {
  return url.replace(FURTHER_HOSTS, '$1');
}

/**
 * Parses the value of REDIS_URL:
 * - `redis://user:password@host:port`
 * - `redis+sentinel://user:password@sentinel1:26379,sentinel2:26379/name-of-the-primary`, with the parameters `sentinelUser` and
 *   `sentinelPassword` if the Sentinels require them
 * - `redis+cluster://user:password@node1:6379,node2:6379`
 *
 * `rediss` in place of `redis` stands for TLS.
 *
 * @throws Error that says what is wrong, or that the file of the certificate authority cannot be read
 */
export function parseRedisAddress(url: string): RedisAddress {
  const first = withFirstHost(url);
  if (!URL.canParse(first)) throw new Error('is not a URL');
  const parsed = new URL(first);
  const protocol = PROTOCOL.exec(parsed.protocol);
  if (!protocol)
    throw new Error(
      'must begin with redis:, rediss:, redis+sentinel:, rediss+sentinel:, redis+cluster: or rediss+cluster:',
    );
  const kind = (protocol[3] ?? 'single') as RedisAddress['kind'];
  const further = FURTHER_HOSTS.exec(url)?.[2]?.split(',') ?? [];
  if (kind === 'single' && further.length > 0)
    throw new Error('names several hosts; use redis+sentinel: or redis+cluster:');
  const unknown = [...parsed.searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown) throw new Error(`has an unknown parameter, ${unknown}`);
  const path = decodeURIComponent(parsed.pathname.replace(/^\//, ''));
  const isEncrypted = (protocol[1] ?? protocol[2]) === 's';
  return {
    kind,
    nodes: [nodeOf(parsed.host, kind), ...further.map((host) => nodeOf(host, kind))],
    username: decodeURIComponent(parsed.username) || undefined,
    password: decodeURIComponent(parsed.password) || undefined,
    database: databaseOf(kind, path),
    tls: isEncrypted ? { ca: authorityOf(parsed.searchParams.get(AUTHORITY_PARAMETER)) } : undefined,
    sentinel: kind === 'sentinel' ? sentinelOf(path, parsed.searchParams) : undefined,
  };
}

/** Explains what is wrong with the value of REDIS_URL; undefined if it is valid. */
export function redisAddressFault(url: string): string | undefined {
  try {
    parseRedisAddress(url);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function nodeOf(text: string, kind: RedisAddress['kind']): RedisNode {
  const [, host, port] = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(text) ?? [];
  if (!host) throw new Error(`has an invalid host, ${text}`);
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? DEFAULT_PORTS[kind]) };
}

function databaseOf(kind: RedisAddress['kind'], path: string): number {
  if (kind === 'sentinel' || path === '') return 0;
  if (!/^\d+$/.test(path)) throw new Error(`has a path that is not the number of a database, ${path}`);
  if (kind === 'cluster' && path !== '0') throw new Error('selects a database; a Redis Cluster has only database 0');
  return Number(path);
}

function sentinelOf(primary: string, parameters: URLSearchParams): RedisAddress['sentinel'] {
  if (!primary) throw new Error('does not name the primary after the hosts, as in redis+sentinel://host:26379/name');
  return {
    primary,
    username: parameters.get('sentinelUser') ?? undefined,
    password: parameters.get('sentinelPassword') ?? undefined,
  };
}

function authorityOf(value: string | null): string | undefined {
  return value ? readPem(value) : undefined;
}
