import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import { eventually } from '@luit/platform/testing/eventually';
import { Queues } from '@luit/platform/jobs/queues';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp, type GenerationTestAppOptions, failure } from '../test/generation-test-app';

/** Puts an entry back as delayed, as a worker does when it has to wait. */
async function requeueDelayed(app: GenerationTestApp, id: string): Promise<void> {
  await app.waitForEntry('submit', id);
  await app.removeEntry('submit', id);
  await app
    .resolve(Queues)
    .named('submit')
    .add('submit', { payload: { id } }, { jobId: id, delay: 60_000, priority: 1 });
}

describe('slots of a provider', () => {
  let app: GenerationTestApp;

  beforeEach(async () => {
    app = await GenerationTestApp.start({
      providerConcurrency: 2,
      replicas: 2,
      limits: { reconcileIntervalMs: 600_000 },
    });
  });

  afterEach(() => app.close());

  it('concurrent claims never exceed the limit', async () => {
    const created = await Promise.all(Array.from({ length: 12 }, () => app.create()));
    const claims = await Promise.all(created.map(({ id }) => app.claimSubmission(id)));
    expect(claims.filter(({ action }) => action === 'submit')).toHaveLength(2);
    expect(claims.filter(({ action }) => action === 'wait')).toHaveLength(10);
  });

  it('a released slot promotes the next job in order, and no other job overtakes it', async () => {
    const heavy = uuidv7();
    const jobs = [];
    for (let i = 0; i < 4; i += 1) jobs.push(await app.create({ userId: heavy }));
    const [first, second, third, fourth] = jobs.map(({ id }) => id) as [string, string, string, string];
    await app.submit(first);
    await app.submit(second);
    expect(await app.claimSubmission(fourth)).toMatchObject({ action: 'wait' });
    expect(await app.claimSubmission(third)).toMatchObject({ action: 'wait' });
    const light = await app.create();
    expect(light.queuePosition).toBe(1);
    expect(await app.claimSubmission(light.id)).toMatchObject({ action: 'wait' });
    await Promise.all([third, fourth, light.id].map((id) => requeueDelayed(app, id)));

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

  it('a promoted job runs before first-time jobs of the same priority', async () => {
    const [running, waiting, later] = [await app.create(), await app.create(), await app.create()];
    await app.submit(running.id);
    await app.submit((await app.create()).id);
    expect(await app.claimSubmission(waiting.id)).toMatchObject({ action: 'wait' });
    await requeueDelayed(app, waiting.id);
    await app.waitForEntry('submit', later.id);

    await app.succeed(running.id);
    await eventually(async () => expect(await app.entryState('submit', waiting.id)).toBe('waiting'));
    expect(await app.entryState('submit', later.id)).toBe('prioritized');
  });

  it('queue positions are visible and move up', async () => {
    const created = [];
    for (let i = 0; i < 4; i += 1) created.push(await app.create());
    expect(created.map(({ queuePosition }) => queuePosition)).toEqual([1, 2, 3, 4]);
    await app.submit(created[0]!.id);
    await app.submit(created[1]!.id);
    expect(await app.get(created[2]!)).toMatchObject({ queuePosition: 1 });
    expect(await app.get(created[3]!)).toMatchObject({ queuePosition: 2 });
  });
});

describe('slots of a user', () => {
  const modelProviders: GenerationTestAppOptions['modelProviders'] = {
    seedance: [{ provider: 'ark', cost: null }],
    stableVideo: [{ provider: 'fal', cost: null }],
  };
  let app: GenerationTestApp;

  const start = async (options: GenerationTestAppOptions) => {
    app = await GenerationTestApp.start({ replicas: 2, limits: { reconcileIntervalMs: 600_000 }, ...options });
  };

  afterEach(() => app.close());

  const isPromoted = (id: string) =>
    eventually(async () => expect(await app.entryState('submit', id)).not.toBe('delayed'));

  it('concurrent claims never exceed the limit across providers; all jobs are accepted, and other users are unaffected', async () => {
    await start({ userConcurrency: 3, modelProviders });
    const userId = uuidv7();
    const created = await Promise.all(
      Array.from({ length: 12 }, (_, i) => app.create({ userId, model: i % 2 ? 'seedance' : 'stableVideo' })),
    );
    const rows = await Promise.all(created.map(({ id }) => app.row(id)));
    expect(new Set(rows.map(({ provider }) => provider))).toEqual(new Set(['ark', 'fal']));
    const claims = await Promise.all(created.map(({ id }) => app.claimSubmission(id)));
    expect(claims.map(({ action }) => action).sort()).toEqual([
      ...Array.from({ length: 3 }, () => 'submit'),
      ...Array.from({ length: 9 }, () => 'wait'),
    ]);
    expect(await app.claimSubmission((await app.create()).id)).toMatchObject({ action: 'submit' });
  });

  it('used slots do not block other users, and a released slot promotes the user’s next job', async () => {
    await start({ userConcurrency: 1, providerConcurrency: 2 });
    const userId = uuidv7();
    const [running, next, last] = [
      await app.create({ userId }),
      await app.create({ userId }),
      await app.create({ userId }),
    ];
    const [other, another] = [await app.create(), await app.create()];
    // First by priority, but its user has no free slot.
    await app.set(next.id, 'priority = 0');
    await app.submit(running.id);
    for (const { id } of [next, last]) expect(await app.claimSubmission(id)).toMatchObject({ action: 'wait' });
    await app.submit(other.id);
    expect(await app.claimSubmission(another.id)).toMatchObject({ action: 'wait' });
    for (const { id } of [next, last, another]) await requeueDelayed(app, id);

    await app.succeed(other.id);
    await isPromoted(another.id);
    await app.submit(another.id);
    for (const { id } of [next, last]) expect(await app.entryState('submit', id)).toBe('delayed');

    await app.succeed(running.id);
    await isPromoted(next.id);
    expect(await app.entryState('submit', last.id)).toBe('delayed');
    expect(await app.claimSubmission(last.id)).toMatchObject({ action: 'wait' });
    await app.submit(next.id);
  });

  it('a slot released at one provider promotes the user’s job that waits for another', async () => {
    await start({ userConcurrency: 1, modelProviders });
    const userId = uuidv7();
    const first = await app.create({ userId, model: 'seedance' });
    const second = await app.create({ userId, model: 'stableVideo' });
    await app.submit(first.id);
    expect(await app.claimSubmission(second.id)).toMatchObject({ action: 'wait' });
    await requeueDelayed(app, second.id);
    await app.succeed(first.id);
    await isPromoted(second.id);
    await app.submit(second.id);
  });

  it('the ETA includes the user’s own jobs, and only theirs [G-15]', async () => {
    await start({ userConcurrency: 2 });
    const options = { planId: '10s-720p', duration: 10 } as const;
    // Of another plan until it is measured, because each replica caches that a plan has no run times yet.
    const measured = await app.create();
    await app.submit(measured.id);
    await app.succeed(measured.id);
    await app.set(measured.id, `plan_id = '10s-720p', submitted_at = completed_at - interval '40 seconds'`);

    const userId = uuidv7();
    const created: RequestRecord[] = [];
    for (let i = 0; i < 4; i += 1) created.push(await app.create({ ...options, userId }));
    // Two run concurrently: the third starts when the first of them finishes, the fourth when both have.
    expect(created.map(({ etaSeconds }) => etaSeconds)).toEqual([40, 42, 60, 80]);
    await app.submit(created[0]!.id);
    for (const [index, etaSeconds] of [undefined, 40, 60, 80].entries()) {
      if (etaSeconds) expect(await app.get(created[index]!)).toMatchObject({ etaSeconds });
    }
    expect(await app.create(options)).toMatchObject({ queuePosition: 1, etaSeconds: 40 });
  });
});
