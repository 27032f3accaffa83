import { describeRaces } from '@luit/chaos/races.suite';
import { NO_RATE_LIMITS, startThrowawayStack, type ThrowawayStack } from '@luit/local/throwaway-stack';
import { describeMcp } from '@luit/smoke/mcp.suite';
import { describePublicApi } from '@luit/smoke/public-api.suite';
import { describeQuickStarts } from '@luit/smoke/quick-starts.suite';
import { describeSdk } from '@luit/smoke/sdk.suite';
import { describeTakedowns } from '@luit/smoke/takedowns.suite';
import { describeTestKeys } from '@luit/smoke/test-keys.suite';

/** The documented latency of refusals, on an otherwise idle machine. */
const WITHIN_MS = 1_000;

describe('a whole stack', () => {
  let throwaway: ThrowawayStack;

  beforeAll(async () => {
    throwaway = await startThrowawayStack({ env: { gateway: NO_RATE_LIMITS } });
  }, 300_000);

  afterAll(() => throwaway.close(), 120_000);

  describe('a revoked key is refused within a second', () => describePublicApi(() => throwaway, WITHIN_MS));
  describe('a video that was taken down is refused within a second', () =>
    describeTakedowns(() => throwaway, WITHIN_MS));
  describe('races', () => describeRaces(() => throwaway));
  describe('quick starts', () => describeQuickStarts(() => throwaway));
  describe('test keys', () => describeTestKeys(() => throwaway));
  describe('the endpoint for agents', () => describeMcp(() => throwaway));
  describe('the SDK', () => describeSdk(() => throwaway));
});
