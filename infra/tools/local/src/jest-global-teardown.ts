import './jest-global-setup';

/** Stops the PostgreSQL of the run and removes its data. */
export default async function teardown(): Promise<void> {
  await globalThis.luitTestPostgres?.stop();
}
