import type { LuitClient } from '@luit/smoke/client';
import { TestCluster } from './test-cluster';
import { flushRedis } from './scenarios/flush-redis';
import { freezeWorker } from './scenarios/freeze-worker';
import { killWorker } from './scenarios/kill-worker';
import { outage } from './scenarios/outage';
import { sweepUploads } from './scenarios/sweep-uploads';

/**
 * Injects one fault of each kind. `npm run verify -- chaos scenarios` runs all of them at full length: it kills a worker in every phase of
 * a job and services while they accept requests, and its outages last longer. In `npm test`, the simulation crashes processes and
 * flushes Redis, and `races.suite.ts` sends concurrent requests.
 */
describe('a complete stack', () => {
  let cluster: TestCluster;
  let creator: LuitClient;

  beforeAll(async () => {
    cluster = await TestCluster.open(2);
    creator = await cluster.creator('pro', 2);
  }, 300_000);

  afterAll(() => cluster.close(true), 120_000);

  it.each(['during submission', 'tracking'] as const)(
    'finishes a job whose worker is killed with SIGKILL %s [SRV-13]',
    (moment) => killWorker(cluster, creator, moment),
    300_000,
  );

  it('rejects late calls of a worker that was frozen', () => freezeWorker(cluster, creator, 8_000), 300_000);

  it(
    'keeps an upload that a request may need, and deletes it when none does [G-12]',
    () => sweepUploads(cluster, creator),
    300_000,
  );

  it('finishes every job after Redis was flushed [SRV-14]', () => flushRedis(cluster, creator, 10), 300_000);

  it.each(['postgres', 'redis'] as const)(
    'responds with 503 while %s is down and recovers without restarts',
    (part) => outage(cluster, [creator], part, 3_000),
    300_000,
  );
});
