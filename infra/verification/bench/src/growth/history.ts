import { performance } from 'node:perf_hooks';
import { Client } from 'pg';
import { COUNTS, ENDS, STEPS, USER_DAYS, USERS } from '../request-seed';
import { BILLING_HISTORY } from './billing-history';
import { GENERATION_HISTORY, JOBS, PARTITIONS } from './generation-history';
import { AUTH_HISTORY } from './auth-history';

export const DAYS = 365;
/** Jobs of a user in a year. */
const JOBS_EACH = 20;

export interface History {
  jobs: number;
  people: number;
}

export function historyOf(jobsADay: number): History {
  const jobs = Math.round(jobsADay * DAYS);
  return { jobs, people: Math.max(1, Math.round(jobs / JOBS_EACH)) };
}

/**
 * Writes the rows that a year of jobs leaves in the tables, partitions and indexes with the default retention: one table at a time and
 * without triggers and foreign keys, in the order of time. Ids begin with the time, like the ids of the services.
 */
export async function writeHistory(url: string, { jobs, people }: History): Promise<void> {
  const startedAt = performance.now();
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SET session_replication_role = replica; SET synchronous_commit = off; SET work_mem = '256MB'`);
    await client.query(PARTITIONS);
    await client.query(USERS, [people]);
    await client.query(USER_DAYS);
    await client.query(JOBS, [jobs, people, DAYS]);
    await client.query('ANALYZE bench_jobs');
    for (const statement of [...GENERATION_HISTORY, ...BILLING_HISTORY, ...AUTH_HISTORY]) await client.query(statement);
    await client.query(COUNTS);
    for (const [seconds, keptFor] of STEPS) await client.query(ENDS, [seconds, keptFor]);
    await client.query('DROP TABLE bench_jobs, bench_entries');
    await client.query('SET session_replication_role = DEFAULT');
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
  console.log(
    `  ${jobs} jobs of ${people} people written in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`,
  );
}
