import { startPostgres, type TemporaryPostgres } from './postgres';

declare global {
  // Read by jest-global-teardown.ts, which Jest loads in the same process but in a separate module registry.
  var luitTestPostgres: TemporaryPostgres | undefined;
}

/** Starts one PostgreSQL for the whole run. Each spec file creates its own database in it. */
export default async function setup(): Promise<void> {
  globalThis.luitTestPostgres = await startPostgres();
  process.env.LUIT_TEST_POSTGRES_URL = globalThis.luitTestPostgres.url;
}
