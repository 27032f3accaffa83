import type { TestCluster } from '../test-cluster';

const MONTH = `(date_trunc('month', now() AT TIME ZONE 'UTC') + n * interval '1 month')::date`;

const DROP = `
  DO $$ BEGIN
    EXECUTE (SELECT string_agg('DROP TABLE generation.job_events_' || to_char(${MONTH}, 'YYYY_MM'), '; ') FROM generate_series(1, 3) AS n);
  END $$`;

const CREATE = `
  SET ROLE luit_generation_owner; SET search_path = generation;
  SELECT create_job_event_partition(${MONTH}) FROM generate_series(1, 3) AS n;
  RESET search_path; RESET ROLE`;

/** Drops the partitions of the next months. generation would create them again within an hour. */
export async function missingPartitions(cluster: TestCluster): Promise<() => Promise<unknown>> {
  await cluster.sql(DROP);
  return () => cluster.sql(CREATE);
}
