import type { LuitClient } from '@luit/smoke/client';
import { runSmokeTest } from '@luit/smoke/smoke-test';
import { TestCluster } from './test-cluster';
import { flushRedis } from './scenarios/flush-redis';
import { freezeWorker } from './scenarios/freeze-worker';
import { killWorker } from './scenarios/kill-worker';
import { loseTails } from './scenarios/lose-tails';
import { outage } from './scenarios/outage';
import { creditsForSeven, oneKeyFiftyTimes, onePaymentManySources } from './scenarios/races';
import { sweepUploads } from './scenarios/sweep-uploads';

/**
 * Injects one fault of each kind into a complete stack. `npm run chaos -- scenarios` runs all of them at full length: it
 * kills a worker in every phase of a job and services while they accept requests, and its outages last longer.
 */
describe('a complete stack', () => {
  let cluster: TestCluster;
  let creator: LuitClient;

  beforeAll(async () => {
    cluster = await TestCluster.open(2);
    creator = await cluster.creator('pro', 2);
  }, 120_000);

  afterAll(() => cluster.close(true), 60_000);

  it('passes the smoke test', () => runSmokeTest(cluster.stack, () => undefined), 60_000);

  it('accepts exactly 7 of 100 parallel requests with credits for 7 [SRV-05]', () => creditsForSeven(cluster), 120_000);

  it('creates one request when one key is sent 50 times', () => oneKeyFiftyTimes(cluster), 60_000);

  it(
    'grants a payment once when many sources report it at once [SRV-08]',
    () => onePaymentManySources(cluster),
    60_000,
  );

  it.each(['during submission', 'tracking'] as const)(
    'finishes a job whose worker is killed with SIGKILL %s [SRV-13]',
    (moment) => killWorker(cluster, creator, moment),
    120_000,
  );

  it('rejects late calls of a worker that was frozen', () => freezeWorker(cluster, creator, 8_000), 90_000);

  it(
    'keeps an upload that a request may need, and deletes it when none does [G-12]',
    () => sweepUploads(cluster, creator),
    120_000,
  );

  it('finishes every job after Redis was flushed [SRV-14]', () => flushRedis(cluster, creator, 10), 120_000);

  it(
    'everything owed ends after Redis lost the newest entries of its queues',
    () => loseTails(cluster, creator, 10),
    240_000,
  );

  it.each(['postgres', 'redis'] as const)(
    'responds with 503 while %s is down and recovers without restarts',
    (part) => outage(cluster, [creator], part, 3_000),
    120_000,
  );
});
