import { startPostgres, type TemporaryPostgres } from './postgres';

declare global {
  // Read by jest-global-teardown.ts, which jest loads in the same process but as a module of its own.
  var luitTestPostgres: TemporaryPostgres | undefined;
}

/** One PostgreSQL for the whole run; each spec file makes its own database in it. */
export default async function setup(): Promise<void> {
  globalThis.luitTestPostgres = await startPostgres();
  process.env.LUIT_TEST_POSTGRES_URL = globalThis.luitTestPostgres.url;
}
