import type { LuitClient } from '@luit/journey/client';
import { runJourney } from '@luit/journey/journey';
import { Arena } from './arena';
import { flushRedis } from './scenarios/flush-redis';
import { freezeWorker } from './scenarios/freeze-worker';
import { killWorker } from './scenarios/kill-worker';
import { outage } from './scenarios/outage';
import { creditForSeven, oneKeyFiftyTimes, onePaymentManyRoads } from './scenarios/races';
import { sweepUploads } from './scenarios/sweep-uploads';

/**
 * The whole stack, as `npm start` runs it, broken in one way of each kind. `npm run chaos -- scenarios` has all blows at
 * full length: a worker dies at every moment of a job, services while they accept, and outages last.
 */
describe('the whole stack', () => {
  let arena: Arena;
  let creator: LuitClient;

  beforeAll(async () => {
    arena = await Arena.open(2);
    creator = await arena.creator('pro', 2);
  }, 120_000);

  afterAll(() => arena.close(), 60_000);

  it('does the main job', () => runJourney(arena.stack, () => undefined), 60_000);

  it('SRV-05: accepts exactly 7 of 100 parallel requests with credit for 7', () => creditForSeven(arena), 60_000);

  it('makes one request of one key sent 50 times', () => oneKeyFiftyTimes(arena), 60_000);

  it('SRV-08: grants one payment once, told on many roads at once', () => onePaymentManyRoads(arena), 60_000);

  it.each(['during submission', 'tracking'] as const)(
    'SRV-13: survives kill -9 of the worker %s',
    (moment) => killWorker(arena, creator, moment),
    120_000,
  );

  it('refuses the late effects of a worker that was frozen', () => freezeWorker(arena, creator, 8_000), 90_000);

  it(
    'G-12: keeps an upload that an order may need, and sweeps it away where none does',
    () => sweepUploads(arena, creator),
    120_000,
  );

  it('SRV-14: ends every job well although Redis was emptied', () => flushRedis(arena, creator, 10), 120_000);

  it.each(['postgres', 'redis'] as const)(
    'answers 503 while %s is away and goes on by itself afterwards',
    (part) => outage(arena, [creator], part, 3_000),
    120_000,
  );
});
