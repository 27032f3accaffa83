import { NO_RATE_LIMITS, startThrowawayStack } from '@luit/local/throwaway-stack';
import type { Row } from '../report';
import { type JobCost, measureJob } from './one-job';
import { COUNTING_SETTINGS } from './stack-counters';

/** The cost of a job today, so that no change makes it more expensive unnoticed. Idle connections add Redis commands. */
const AT_MOST: JobCost = {
  messageRoundTrips: 18,
  messageCommits: 16,
  queueEntries: 3,
  outboxRows: 2,
  calls: 6,
  redisCommands: 270,
};

export async function benchCountedJob(): Promise<Row[]> {
  const { running, close } = await startThrowawayStack({
    env: { gateway: NO_RATE_LIMITS },
    postgresSettings: COUNTING_SETTINGS,
  });
  try {
    return Object.entries(await measureJob(running)).map(([counter, count]) => {
      const atMost = AT_MOST[counter as keyof JobCost];
      return {
        ...{ id: 'job-cost', metric: `${counter} of a job`, ours: String(count), baseline: '–', ratio: '–' },
        ...{ target: `at most ${atMost}`, isMet: count <= atMost },
      };
    });
  } finally {
    await close(true);
  }
}
