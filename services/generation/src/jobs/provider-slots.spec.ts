import { generationCalls } from '@luit/contracts/generation';
import { eventually } from '@luit/platform/testing/eventually';
import { Queues } from '@luit/platform/jobs/queues';
import { uuidv7 } from 'uuidv7';
import { Bench, failure } from '../test/bench';

describe('places at a provider', () => {
  let bench: Bench;

  beforeEach(async () => {
    bench = await Bench.start({ providerConcurrency: 2, replicas: 2, limits: { reconcileIntervalMs: 600_000 } });
  });

  afterEach(() => bench.close());

  /** What a worker does with an entry that has to wait: lays it back, delayed. */
  const layBack = async (id: string): Promise<void> => {
    await bench.waitForEntry('submit', id);
    await bench.removeEntry('submit', id);
    await bench.part(Queues).named('submit').add('submit', { payload: { id } }, { jobId: id, delay: 60_000 });
  };

  it('never holds more than its limit, however many claim at once', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => bench.create()));
    const claims = await Promise.all(made.map(({ id }) => bench.claimSubmission(id)));
    expect(claims.filter(({ action }) => action === 'submit')).toHaveLength(2);
    expect(claims.filter(({ action }) => action === 'wait')).toHaveLength(10);
  });

  it('a place that gets free wakes the fairest, and nobody overtakes it', async () => {
    const heavy = uuidv7();
    const hers = [];
    for (let i = 0; i < 4; i += 1) hers.push(await bench.create({ userId: heavy }));
    const [first, second, third, fourth] = hers.map(({ id }) => id) as [string, string, string, string];
    await bench.submit(first);
    await bench.submit(second);
    expect(await bench.claimSubmission(fourth)).toMatchObject({ action: 'wait' });
    expect(await bench.claimSubmission(third)).toMatchObject({ action: 'wait' });
    const light = await bench.create();
    expect(light.queuePosition).toBe(1);
    expect(await bench.claimSubmission(light.id)).toMatchObject({ action: 'wait' });
    await Promise.all([third, fourth, light.id].map(layBack));

    await bench.succeed(first);
    await eventually(async () => expect(await bench.entryState('submit', light.id)).not.toBe('delayed'));
    expect(await bench.entryState('submit', third)).toBe('delayed');
    expect(await bench.claimSubmission(third)).toMatchObject({ action: 'wait' });
    await bench.submit(light.id);

    const lease = await bench.track(second);
    await bench.call(generationCalls.settleJob, {
      requestId: second,
      lease,
      outcome: { kind: 'failed', failure: failure() },
    });
    await eventually(async () => expect(await bench.entryState('submit', third)).not.toBe('delayed'));
    expect(await bench.claimSubmission(fourth)).toMatchObject({ action: 'wait' });
    await bench.submit(third);
  });

  it('places in the queue are shown and move up', async () => {
    const made = [];
    for (let i = 0; i < 4; i += 1) made.push(await bench.create());
    expect(made.map(({ queuePosition }) => queuePosition)).toEqual([1, 2, 3, 4]);
    await bench.submit(made[0]!.id);
    await bench.submit(made[1]!.id);
    expect(await bench.get(made[2]!)).toMatchObject({ queuePosition: 1 });
    expect(await bench.get(made[3]!)).toMatchObject({ queuePosition: 2 });
  });
});
