import { NO_RATE_LIMITS, startThrowawayStack, type ThrowawayStack } from '@luit/local/throwaway-stack';
import { describePublicApi } from '@luit/smoke/public-api.suite';
import { describeTakedowns } from '@luit/smoke/takedowns.suite';

/** The documented latency, on an otherwise idle machine. */
const WITHIN_MS = 1_000;

describe('what a whole stack refuses within a second', () => {
  let throwaway: ThrowawayStack;

  beforeAll(async () => {
    throwaway = await startThrowawayStack({ env: { gateway: NO_RATE_LIMITS } });
  }, 300_000);

  afterAll(() => throwaway.close(), 120_000);

  describe('a revoked key', () => describePublicApi(() => throwaway, WITHIN_MS));
  describe('a video that was taken down', () => describeTakedowns(() => throwaway, WITHIN_MS));
});
