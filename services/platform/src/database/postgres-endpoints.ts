import { Client } from 'pg';
import { postgresConnection } from '../addresses/certificate-authorities';
import type { TlsEndpoint } from '../addresses/tls-endpoints';

/** The servers of these URLs; none without TLS. */
export function postgresEndpoints(...urls: (string | undefined)[]): TlsEndpoint[] {
  return urls
    .filter((url) => url !== undefined)
    .flatMap((url) => {
      const connection = postgresConnection(url);
      const { host, port, ssl } = new Client(connection);
      return ssl ? [{ name: `postgres ${host}:${port}`, host, port, ca: connection.ssl?.ca, isPostgres: true }] : [];
    });
}
