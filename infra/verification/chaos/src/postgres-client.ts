import { Client } from 'pg';

/** A client of a Postgres that may be stopped or killed. That closes its connection, and fails the query that waits. */
export function postgresClient(url: string): Client {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  return client;
}
