import type { LuitClient } from '@luit/smoke/client';
import { runSmokeTest } from '@luit/smoke/smoke-test';
import { TestCluster } from './test-cluster';
import { flushRedis } from './scenarios/flush-redis';
import { freezeWorker } from './scenarios/freeze-worker';
import { killWorker } from './scenarios/kill-worker';
import { outage } from './scenarios/outage';
import { creditForSeven, oneKeyFiftyTimes, onePaymentManySources } from './scenarios/races';
import { sweepUploads } from './scenarios/sweep-uploads';

/**
 * The whole stack, as `npm start` runs it, broken in one way of each kind. `npm run chaos -- scenarios` has all faults at
 * full length: a worker dies at every moment of a job, services while they accept, and outages last.
 */
describe('the whole stack', () => {
  let cluster: TestCluster;
  let creator: LuitClient;

  beforeAll(async () => {
    cluster = await TestCluster.open(2);
    creator = await cluster.creator('pro', 2);
  }, 120_000);

  afterAll(() => cluster.close(), 60_000);

  it('does the main job', () => runSmokeTest(cluster.stack, () => undefined), 60_000);

  it('SRV-05: accepts exactly 7 of 100 parallel requests with credit for 7', () => creditForSeven(cluster), 60_000);

  it('makes one request of one key sent 50 times', () => oneKeyFiftyTimes(cluster), 60_000);

  it('SRV-08: grants one payment once, told on many roads at once', () => onePaymentManySources(cluster), 60_000);

  it.each(['during submission', 'tracking'] as const)(
    'SRV-13: survives kill -9 of the worker %s',
    (moment) => killWorker(cluster, creator, moment),
    120_000,
  );

  it('refuses the late effects of a worker that was frozen', () => freezeWorker(cluster, creator, 8_000), 90_000);

  it(
    'G-12: keeps an upload that an order may need, and sweeps it away where none does',
    () => sweepUploads(cluster, creator),
    120_000,
  );

  it('SRV-14: ends every job well although Redis was emptied', () => flushRedis(cluster, creator, 10), 120_000);

  it.each(['postgres', 'redis'] as const)(
    'answers 503 while %s is away and goes on by itself afterwards',
    (part) => outage(cluster, [creator], part, 3_000),
    120_000,
  );
});
