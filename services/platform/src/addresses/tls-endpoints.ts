import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type DetailedPeerCertificate } from 'node:tls';
import { parseRedisAddress } from './redis-address';

/** A server whose certificate can be read. */
export interface TlsEndpoint {
  /** Names it in metrics. */
  name: string;
  host: string;
  port: number;
  /** PEM text of the only authority to trust; without it, Node's own list applies. */
  ca?: string;
  /** Postgres begins TLS with a message of its own protocol. */
  isPostgres?: boolean;
}

const TIMEOUT_MS = 5_000;
const HTTPS_PORT = 443;
/** SSLRequest of the protocol of Postgres: its length and its code. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** The nodes in the value of REDIS_URL; none without TLS. */
export function redisEndpoints(url: string): TlsEndpoint[] {
  const { nodes, tls } = parseRedisAddress(url);
  return tls ? nodes.map(({ host, port }) => ({ name: `redis ${host}:${port}`, host, port, ca: tls.ca })) : [];
}

/** The server of a URL; none without TLS. */
export function webEndpoints(url: string): TlsEndpoint[] {
  const { protocol, host: name, hostname: host, port } = new URL(url);
  return protocol === 'https:' ? [{ name, host, port: Number(port || HTTPS_PORT) }] : [];
}

/**
 * Reads the certificates that the server presents now, without verifying them and without signing in.
 *
 * @returns the earliest expiry in the chain of the server and its authorities
 */
export async function certificateExpiry({ host, port, ca, isPostgres }: TlsEndpoint): Promise<Date> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal });
    if (isPostgres) await requestTls(socket, signal);
    const servername = isIP(host) ? undefined : host;
    const tls = connectTls({ socket, servername, ca, rejectUnauthorized: false });
    await once(tls, 'secureConnect', { signal });
    return earliestExpiry(tls.getPeerCertificate(true));
  } finally {
    socket.destroy();
  }
}

async function requestTls(socket: Socket, signal: AbortSignal): Promise<void> {
  socket.write(SSL_REQUEST);
  const [response] = (await once(socket, 'data', { signal })) as [Buffer];
  if (response.toString() !== 'S') throw new Error('The server of Postgres does not offer TLS');
}

function earliestExpiry(certificate: DetailedPeerCertificate): Date {
  const expiry = new Date(certificate.valid_to);
  const issuer = certificate.issuerCertificate as DetailedPeerCertificate | undefined;
  // The issuer of a root is itself.
  if (!issuer || issuer.fingerprint256 === certificate.fingerprint256) return expiry;
  const ofIssuer = earliestExpiry(issuer);
  return ofIssuer < expiry ? ofIssuer : expiry;
}
