import { startPostgres, type TemporaryPostgres } from './postgres';
import { findProgram, REDIS } from './system-programs';

declare global {
  // Read by jest-global-teardown.ts, which Jest loads in the same process but in a separate module registry.
  var luitTestPostgres: TemporaryPostgres | undefined;
}

/** Starts one PostgreSQL for the whole run. Each spec file creates its own database in it, and starts the same Redis or Valkey. */
export default async function setup(): Promise<void> {
  globalThis.luitTestPostgres = await startPostgres();
  process.env.LUIT_TEST_POSTGRES_URL = globalThis.luitTestPostgres.url;
  const redis = findProgram(REDIS);
  if (redis) process.env.REDIS_SERVER ??= redis;
}
