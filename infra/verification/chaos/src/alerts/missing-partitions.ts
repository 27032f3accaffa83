import type { TestCluster } from '../test-cluster';

const MONTH = `(date_trunc('month', now() AT TIME ZONE 'UTC') + n * interval '1 month')::date`;

const TABLE = `'generation.job_events_' || to_char(${MONTH}, 'YYYY_MM')`;

/** Runs a statement for the table of each of the next months. */
const forEachTable = (statements: string): string => `
  DO $$ BEGIN
    EXECUTE (SELECT string_agg(format('${statements}', ${TABLE}), '; ') FROM generate_series(1, 3) AS n);
  END $$`;

const CREATE = `
  SET ROLE luit_generation_owner; SET search_path = generation;
  SELECT create_job_event_partition(${MONTH}) FROM generate_series(1, 3) AS n;
  RESET search_path; RESET ROLE`;

/** Puts other tables in place of the next months' partitions. generation creates none while a table has its name. */
export async function missingPartitions(cluster: TestCluster): Promise<() => Promise<unknown>> {
  await cluster.sql(forEachTable('DROP TABLE %1$s; CREATE TABLE %1$s ()'));
  return async () => {
    await cluster.sql(forEachTable('DROP TABLE %1$s'));
    await cluster.sql(CREATE);
  };
}
