import type { RunningStack } from '@luit/local/running-stack';
import { readJobCost } from './job-cost-file';
import { type JobCost, measureJob } from './one-job';

/**
 * In a stack that records traces, as that of this suite does, each job took one round trip and one commit more than in the stack of
 * `npm run bench`, and one more where a slow machine publishes the outbox of a job in two rounds. Redis commands depend on how often
 * idle connections asked for work. The other counts are exact.
 */
const TOLERANCE: Partial<JobCost> = { messageRoundTrips: 2, messageCommits: 2, redisCommands: 49 };
/** Checks of sources may keep the machine busy, and a job that is late is polled. */
const MAX_JOBS = 12;

/** @param stack a stack that runs with `COUNTING_SETTINGS`, and that no one else uses */
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
  }, 240_000);
}
