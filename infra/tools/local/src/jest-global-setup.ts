import { statfs } from 'node:fs/promises';
import { startPostgres, type TemporaryPostgres } from './postgres';
import { findProgram, REDIS } from './system-programs';

declare global {
  // Read by jest-global-teardown.ts, which Jest loads in the same process but in a separate module registry.
  var luitTestPostgres: TemporaryPostgres | undefined;
}

/** Starts one PostgreSQL for the whole run. Each spec file creates its own database in it, and starts the same Redis or Valkey. */
export default async function setup(): Promise<void> {
  globalThis.luitTestPostgres = await startPostgres({}, await memoryFolder());
  process.env.LUIT_TEST_POSTGRES_URL = globalThis.luitTestPostgres.url;
  const redis = findProgram(REDIS);
  if (redis) process.env.REDIS_SERVER ??= redis;
}

/** Copying a database in memory takes half of the time. */
const MEMORY = '/dev/shm';
/** Ten times the size of all workers' databases. */
const MEMORY_BYTES = 2 * 1024 ** 3;

/** @returns undefined without enough memory, as in a container with the usual 64 MB */
async function memoryFolder(): Promise<string | undefined> {
  const space = await statfs(MEMORY).catch(() => null);
  return space && space.bavail * space.bsize >= MEMORY_BYTES ? MEMORY : undefined;
}
