import { generationCalls, type RequestRecord } from '@luit/contracts/generation';
import { eventually } from '@luit/platform/testing/eventually';
import { Queues } from '@luit/platform/jobs/queues';
import { uuidv7 } from 'uuidv7';
import { Bench, type BenchOptions, failure } from '../test/bench';

/** What a worker does with an entry that has to wait: lays it back, delayed. */
async function layBack(bench: Bench, id: string): Promise<void> {
  await bench.waitForEntry('submit', id);
  await bench.removeEntry('submit', id);
  await bench
    .part(Queues)
    .named('submit')
    .add('submit', { payload: { id } }, { jobId: id, delay: 60_000, priority: 1 });
}

describe('places at a provider', () => {
  let bench: Bench;

  beforeEach(async () => {
    bench = await Bench.start({ providerConcurrency: 2, replicas: 2, limits: { reconcileIntervalMs: 600_000 } });
  });

  afterEach(() => bench.close());

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
    await Promise.all([third, fourth, light.id].map((id) => layBack(bench, id)));

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

  it('whoever is woken comes before all that have the same priority and ask for the first time', async () => {
    const [running, waiting, later] = [await bench.create(), await bench.create(), await bench.create()];
    await bench.submit(running.id);
    await bench.submit((await bench.create()).id);
    expect(await bench.claimSubmission(waiting.id)).toMatchObject({ action: 'wait' });
    await layBack(bench, waiting.id);
    await bench.waitForEntry('submit', later.id);

    await bench.succeed(running.id);
    await eventually(async () => expect(await bench.entryState('submit', waiting.id)).toBe('waiting'));
    expect(await bench.entryState('submit', later.id)).toBe('prioritized');
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

describe('places of one user', () => {
  const modelProviders: BenchOptions['modelProviders'] = {
    seedance: [{ provider: 'ark', cost: null }],
    stableVideo: [{ provider: 'fal', cost: null }],
  };
  let bench: Bench;

  const start = async (options: BenchOptions) => {
    bench = await Bench.start({ replicas: 2, limits: { reconcileIntervalMs: 600_000 }, ...options });
  };

  afterEach(() => bench.close());

  const isWoken = (id: string) =>
    eventually(async () => expect(await bench.entryState('submit', id)).not.toBe('delayed'));

  it('are not exceeded at all providers together, however many claim at once; all are accepted, others pass', async () => {
    await start({ userConcurrency: 3, modelProviders });
    const userId = uuidv7();
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, i) => bench.create({ userId, model: i % 2 ? 'seedance' : 'stableVideo' })),
    );
    const rows = await Promise.all(made.map(({ id }) => bench.row(id)));
    expect(new Set(rows.map(({ provider }) => provider))).toEqual(new Set(['ark', 'fal']));
    const claims = await Promise.all(made.map(({ id }) => bench.claimSubmission(id)));
    expect(claims.map(({ action }) => action).sort()).toEqual([
      ...Array.from({ length: 3 }, () => 'submit'),
      ...Array.from({ length: 9 }, () => 'wait'),
    ]);
    expect(await bench.claimSubmission((await bench.create()).id)).toMatchObject({ action: 'submit' });
  });

  it('keep nobody else waiting while they are taken, and wake the next of that user once one is free', async () => {
    await start({ userConcurrency: 1, providerConcurrency: 2 });
    const userId = uuidv7();
    const [running, next, last] = [
      await bench.create({ userId }),
      await bench.create({ userId }),
      await bench.create({ userId }),
    ];
    const [other, another] = [await bench.create(), await bench.create()];
    // Fairest by its priority, and yet its owner has no place left.
    await bench.set(next.id, 'priority = 0');
    await bench.submit(running.id);
    for (const { id } of [next, last]) expect(await bench.claimSubmission(id)).toMatchObject({ action: 'wait' });
    await bench.submit(other.id);
    expect(await bench.claimSubmission(another.id)).toMatchObject({ action: 'wait' });
    for (const { id } of [next, last, another]) await layBack(bench, id);

    await bench.succeed(other.id);
    await isWoken(another.id);
    await bench.submit(another.id);
    for (const { id } of [next, last]) expect(await bench.entryState('submit', id)).toBe('delayed');

    await bench.succeed(running.id);
    await isWoken(next.id);
    expect(await bench.entryState('submit', last.id)).toBe('delayed');
    expect(await bench.claimSubmission(last.id)).toMatchObject({ action: 'wait' });
    await bench.submit(next.id);
  });

  it('that get free at one provider wake the user’s job that waits for another', async () => {
    await start({ userConcurrency: 1, modelProviders });
    const userId = uuidv7();
    const first = await bench.create({ userId, model: 'seedance' });
    const second = await bench.create({ userId, model: 'stableVideo' });
    await bench.submit(first.id);
    expect(await bench.claimSubmission(second.id)).toMatchObject({ action: 'wait' });
    await layBack(bench, second.id);
    await bench.succeed(first.id);
    await isWoken(second.id);
    await bench.submit(second.id);
  });

  it('G-15: are counted in when a result can be expected, for their user alone', async () => {
    await start({ userConcurrency: 2 });
    const wish = { planId: '10s-720p', duration: 10 } as const;
    const measured = await bench.create(wish);
    await bench.submit(measured.id);
    await bench.succeed(measured.id);
    await bench.set(measured.id, `submitted_at = completed_at - interval '40 seconds'`);

    const userId = uuidv7();
    const made: RequestRecord[] = [];
    for (let i = 0; i < 4; i += 1) made.push(await bench.create({ ...wish, userId }));
    // Two run at once: the third begins when the first of them is done, the fourth when both are.
    expect(made.map(({ etaSeconds }) => etaSeconds)).toEqual([40, 42, 60, 80]);
    await bench.submit(made[0]!.id);
    for (const [index, etaSeconds] of [undefined, 40, 60, 80].entries()) {
      if (etaSeconds) expect(await bench.get(made[index]!)).toMatchObject({ etaSeconds });
    }
    expect(await bench.create(wish)).toMatchObject({ queuePosition: 1, etaSeconds: 40 });
  });
});
