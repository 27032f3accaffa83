import { NO_RATE_LIMITS, startThrowawayStack } from '@luit/local/throwaway-stack';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Row } from '../report';
import { type JobCost, measureJob } from './one-job';
import { COUNTING_SETTINGS } from './stack-counters';

const FILE = path.resolve(__dirname, '..', '..', 'job-cost.json');

/** What a job may cost in `npm test`. */
export async function readJobCost(): Promise<JobCost> {
  return JSON.parse(await readFile(FILE, 'utf8')) as JobCost;
}

/** Counts the cost of a job and makes it the one that `npm test` allows. */
export async function writeJobCost(): Promise<Row[]> {
  const { running, close } = await startThrowawayStack({
    env: { gateway: NO_RATE_LIMITS },
    postgresSettings: COUNTING_SETTINGS,
  });
  try {
    const [before, now] = [await readJobCost(), await measureJob(running)];
    await writeFile(FILE, `${JSON.stringify(now, null, 2)}\n`);
    return Object.entries(now).map(([counter, count]) => ({
      id: 'job-cost',
      metric: `${counter} of a job, now in infra/bench/job-cost.json`,
      ours: String(count),
      baseline: String(before[counter as keyof JobCost]),
      ratio: '–',
      target: '–',
      isMet: null,
    }));
  } finally {
    await close(true);
  }
}
