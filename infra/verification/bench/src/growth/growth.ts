import { NO_RATE_LIMITS, startThrowawayStack } from '@luit/local/throwaway-stack';
import type { RunningStack } from '@luit/local/running-stack';
import { connectTestCalls } from '@luit/platform/testing/services';
import { Client } from 'pg';
import { compareLedgers } from '../p3-ledger-size';
import { compareLists } from '../p3-list-sizes';
import type { Row } from '../report';
import type { SeededStack } from '../seeded-stack';
import { historyOf, writeHistory, type History } from './history';
import { compareJobs } from './job-statements';
import { compareListPages } from './list-pages';
import { compareRounds } from './rounds';
import { printSizes } from './sizes';

/** 73,000 jobs, which two cores write in about a minute. */
const JOBS_A_DAY = 200;
/** About 10,000 jobs a year: lists have full pages, and all tables fit into memory. */
const BASELINE_JOBS_A_DAY = 27;

export interface GrowthOptions {
  'jobs-a-day'?: number;
}

export interface GrownStack extends SeededStack {
  running: RunningStack;
  /** Connects as a superuser. */
  database: Client;
}

/**
 * Compares a stack after a year of jobs with a stack of 10,000 jobs: the costs of a job, a list and a round. Prints the disk usage of
 * tables and indexes.
 */
export async function benchGrowth({ 'jobs-a-day': jobsADay = JOBS_A_DAY }: GrowthOptions): Promise<Row[]> {
  const small = await startGrownStack(historyOf(BASELINE_JOBS_A_DAY));
  try {
    const large = await startGrownStack(historyOf(jobsADay));
    try {
      await printSizes(large.database, large.requests);
      return [
        ...(await compareRounds(large, small)),
        ...(await compareJobs(large, small)),
        ...(await compareListPages(large, small)),
        ...(await compareLedgers(large, small)),
        ...(await compareLists(large, small)),
      ];
    } finally {
      await large.close();
    }
  } finally {
    await small.close();
  }
}

async function startGrownStack(history: History): Promise<GrownStack> {
  const { running, close } = await startThrowawayStack({
    env: { gateway: NO_RATE_LIMITS },
    postgresSettings: { shared_preload_libraries: 'pg_stat_statements', max_wal_size: '4GB' },
  });
  try {
    const { stack } = running;
    await writeHistory(stack.postgres, history);
    const calls = await connectTestCalls(stack.redis);
    const database = new Client({ connectionString: stack.postgres });
    await database.connect();
    await database.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    return {
      running,
      stack,
      database,
      calls: calls.client,
      rows: history.jobs,
      requests: history.jobs,
      people: history.people,
      owners: history.people,
      close: async () => {
        await database.end();
        await calls.close();
        await close(true);
      },
    };
  } catch (error) {
    await close(true);
    throw error;
  }
}
