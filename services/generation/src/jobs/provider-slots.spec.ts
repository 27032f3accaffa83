import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import { eventually } from '@luit/platform/testing/eventually';
import { Queues } from '@luit/platform/jobs/queues';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp, type GenerationTestAppOptions, failure } from '../test/generation-test-app';

/** What a worker does with an entry that has to wait: lays it back, delayed. */
async function layBack(app: GenerationTestApp, id: string): Promise<void> {
  await app.waitForEntry('submit', id);
  await app.removeEntry('submit', id);
  await app
    .resolve(Queues)
    .named('submit')
    .add('submit', { payload: { id } }, { jobId: id, delay: 60_000, priority: 1 });
}

describe('places at a provider', () => {
  let app: GenerationTestApp;

  beforeEach(async () => {
    app = await GenerationTestApp.start({
      providerConcurrency: 2,
      replicas: 2,
      limits: { reconcileIntervalMs: 600_000 },
    });
  });

  afterEach(() => app.close());

  it('never holds more than its limit, however many claim at once', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => app.create()));
    const claims = await Promise.all(made.map(({ id }) => app.claimSubmission(id)));
    expect(claims.filter(({ action }) => action === 'submit')).toHaveLength(2);
    expect(claims.filter(({ action }) => action === 'wait')).toHaveLength(10);
  });

  it('a place that gets free wakes the fairest, and nobody overtakes it', async () => {
    const heavy = uuidv7();
    const hers = [];
    for (let i = 0; i < 4; i += 1) hers.push(await app.create({ userId: heavy }));
    const [first, second, third, fourth] = hers.map(({ id }) => id) as [string, string, string, string];
    await app.submit(first);
    await app.submit(second);
    expect(await app.claimSubmission(fourth)).toMatchObject({ action: 'wait' });
    expect(await app.claimSubmission(third)).toMatchObject({ action: 'wait' });
    const light = await app.create();
    expect(light.queuePosition).toBe(1);
    expect(await app.claimSubmission(light.id)).toMatchObject({ action: 'wait' });
    await Promise.all([third, fourth, light.id].map((id) => layBack(app, id)));

    await app.succeed(first);
    await eventually(async () => expect(await app.entryState('submit', light.id)).not.toBe('delayed'));
    expect(await app.entryState('submit', third)).toBe('delayed');
    expect(await app.claimSubmission(third)).toMatchObject({ action: 'wait' });
    await app.submit(light.id);

    const lease = await app.track(second);
    await app.call(generationCalls.settleJob, {
      requestId: second,
      lease,
      outcome: { kind: 'failed', failure: failure() },
    });
    await eventually(async () => expect(await app.entryState('submit', third)).not.toBe('delayed'));
    expect(await app.claimSubmission(fourth)).toMatchObject({ action: 'wait' });
    await app.submit(third);
  });

  it('whoever is woken comes before all that have the same priority and ask for the first time', async () => {
    const [running, waiting, later] = [await app.create(), await app.create(), await app.create()];
    await app.submit(running.id);
    await app.submit((await app.create()).id);
    expect(await app.claimSubmission(waiting.id)).toMatchObject({ action: 'wait' });
    await layBack(app, waiting.id);
    await app.waitForEntry('submit', later.id);

    await app.succeed(running.id);
    await eventually(async () => expect(await app.entryState('submit', waiting.id)).toBe('waiting'));
    expect(await app.entryState('submit', later.id)).toBe('prioritized');
  });

  it('places in the queue are shown and move up', async () => {
    const made = [];
    for (let i = 0; i < 4; i += 1) made.push(await app.create());
    expect(made.map(({ queuePosition }) => queuePosition)).toEqual([1, 2, 3, 4]);
    await app.submit(made[0]!.id);
    await app.submit(made[1]!.id);
    expect(await app.get(made[2]!)).toMatchObject({ queuePosition: 1 });
    expect(await app.get(made[3]!)).toMatchObject({ queuePosition: 2 });
  });
});

describe('places of one user', () => {
  const modelProviders: GenerationTestAppOptions['modelProviders'] = {
    seedance: [{ provider: 'ark', cost: null }],
    stableVideo: [{ provider: 'fal', cost: null }],
  };
  let app: GenerationTestApp;

  const start = async (options: GenerationTestAppOptions) => {
    app = await GenerationTestApp.start({ replicas: 2, limits: { reconcileIntervalMs: 600_000 }, ...options });
  };

  afterEach(() => app.close());

  const isWoken = (id: string) =>
    eventually(async () => expect(await app.entryState('submit', id)).not.toBe('delayed'));

  it('are not exceeded at all providers together, however many claim at once; all are accepted, others pass', async () => {
    await start({ userConcurrency: 3, modelProviders });
    const userId = uuidv7();
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, i) => app.create({ userId, model: i % 2 ? 'seedance' : 'stableVideo' })),
    );
    const rows = await Promise.all(made.map(({ id }) => app.row(id)));
    expect(new Set(rows.map(({ provider }) => provider))).toEqual(new Set(['ark', 'fal']));
    const claims = await Promise.all(made.map(({ id }) => app.claimSubmission(id)));
    expect(claims.map(({ action }) => action).sort()).toEqual([
      ...Array.from({ length: 3 }, () => 'submit'),
      ...Array.from({ length: 9 }, () => 'wait'),
    ]);
    expect(await app.claimSubmission((await app.create()).id)).toMatchObject({ action: 'submit' });
  });

  it('keep nobody else waiting while they are taken, and wake the next of that user once one is free', async () => {
    await start({ userConcurrency: 1, providerConcurrency: 2 });
    const userId = uuidv7();
    const [running, next, last] = [
      await app.create({ userId }),
      await app.create({ userId }),
      await app.create({ userId }),
    ];
    const [other, another] = [await app.create(), await app.create()];
    // Fairest by its priority, and yet its owner has no place left.
    await app.set(next.id, 'priority = 0');
    await app.submit(running.id);
    for (const { id } of [next, last]) expect(await app.claimSubmission(id)).toMatchObject({ action: 'wait' });
    await app.submit(other.id);
    expect(await app.claimSubmission(another.id)).toMatchObject({ action: 'wait' });
    for (const { id } of [next, last, another]) await layBack(app, id);

    await app.succeed(other.id);
    await isWoken(another.id);
    await app.submit(another.id);
    for (const { id } of [next, last]) expect(await app.entryState('submit', id)).toBe('delayed');

    await app.succeed(running.id);
    await isWoken(next.id);
    expect(await app.entryState('submit', last.id)).toBe('delayed');
    expect(await app.claimSubmission(last.id)).toMatchObject({ action: 'wait' });
    await app.submit(next.id);
  });

  it('that get free at one provider wake the user’s job that waits for another', async () => {
    await start({ userConcurrency: 1, modelProviders });
    const userId = uuidv7();
    const first = await app.create({ userId, model: 'seedance' });
    const second = await app.create({ userId, model: 'stableVideo' });
    await app.submit(first.id);
    expect(await app.claimSubmission(second.id)).toMatchObject({ action: 'wait' });
    await layBack(app, second.id);
    await app.succeed(first.id);
    await isWoken(second.id);
    await app.submit(second.id);
  });

  it('G-15: are counted in when a result can be expected, for their user alone', async () => {
    await start({ userConcurrency: 2 });
    const wish = { planId: '10s-720p', duration: 10 } as const;
    const measured = await app.create(wish);
    await app.submit(measured.id);
    await app.succeed(measured.id);
    await app.set(measured.id, `submitted_at = completed_at - interval '40 seconds'`);

    const userId = uuidv7();
    const made: RequestRecord[] = [];
    for (let i = 0; i < 4; i += 1) made.push(await app.create({ ...wish, userId }));
    // Two run at once: the third begins when the first of them is done, the fourth when both are.
    expect(made.map(({ etaSeconds }) => etaSeconds)).toEqual([40, 42, 60, 80]);
    await app.submit(made[0]!.id);
    for (const [index, etaSeconds] of [undefined, 40, 60, 80].entries()) {
      if (etaSeconds) expect(await app.get(made[index]!)).toMatchObject({ etaSeconds });
    }
    expect(await app.create(wish)).toMatchObject({ queuePosition: 1, etaSeconds: 40 });
  });
});
