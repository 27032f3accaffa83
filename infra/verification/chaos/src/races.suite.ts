import type { ThrowawayStack } from '@luit/local/throwaway-stack';
import { runSmokeTest } from '@luit/smoke/smoke-test';
import { creditsForSeven, oneKeyFiftyTimes, onePaymentManySources } from './scenarios/races';
import { TestCluster } from './test-cluster';

const TIMEOUT_MS = 300_000;

/** Sends concurrent requests to a whole stack. */
export function describeRaces(stack: () => ThrowawayStack): void {
  const cluster = () => TestCluster.of(stack());

  it('passes the smoke test', () => runSmokeTest(cluster().stack, () => undefined), TIMEOUT_MS);

  it(
    'accepts exactly 7 of 100 parallel requests with credits for 7 [SRV-05]',
    () => creditsForSeven(cluster()),
    TIMEOUT_MS,
  );

  it('creates one request when one key is sent 50 times', () => oneKeyFiftyTimes(cluster()), TIMEOUT_MS);

  it(
    'grants a payment once when many sources report it at once [SRV-08]',
    () => onePaymentManySources(cluster()),
    TIMEOUT_MS,
  );
}
