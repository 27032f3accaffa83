import './jest-global-setup';

/** Ends the run's PostgreSQL and removes its data. */
export default async function teardown(): Promise<void> {
  await globalThis.luitTestPostgres?.stop();
}
