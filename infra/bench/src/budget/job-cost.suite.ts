import type { RunningStack } from '@luit/local/running-stack';
import { readJobCost } from './job-cost-file';
import { type JobCost, measureJob } from './one-job';

/** These depend on how often pollers ran, and on how busy the machine is; the other counts are exact. */
const TOLERANCE: Partial<JobCost> = { statements: 2, commits: 3, redisCommands: 50 };
/** Other suites keep the machine busy, and jobs that are late are polled. */
const MAX_JOBS = 15;

/** @param stack a stack that runs with `COUNTING_SETTINGS`, and that nobody else uses */
export function describeJobCost(stack: () => RunningStack): void {
  it('is at most what infra/bench/job-cost.json allows; `npm run bench -- job-cost` counts it again', async () => {
    const allowed = await readJobCost();
    const dearer = (counted: JobCost): [string, number][] =>
      Object.entries(counted).filter(([name, count]) => {
        const counter = name as keyof JobCost;
        return count > allowed[counter] + (TOLERANCE[counter] ?? 0);
      });
    const counted = await measureJob(stack(), MAX_JOBS, (cheapest) => dearer(cheapest).length === 0);
    expect(Object.fromEntries(dearer(counted))).toEqual({});
  }, 180_000);
}
