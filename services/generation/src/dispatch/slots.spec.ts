import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import { AS_INSTALLED } from '@luit/contracts/operations/traffic';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { Queues } from '@luit/platform/queues/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { ModelRevisions } from '../model-revisions/model-revisions';
import { DispatchPlans } from './dispatch-plans';
import { failure, GenerationTestApp } from '../test/generation-test-app';
import type { GenerationTestAppOptions } from '../test/generation-test-service';

const { changedAt: basedOn, ...SETTINGS } = AS_INSTALLED;
const FEWER = { ...SETTINGS, tasksPerUser: 1, adminId: uuidv7(), reason: 'A flood', basedOn };

describe('slots of a provider', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({
      providerConcurrency: 2,
      replicas: 2,
      limits: { reconcileIntervalMs: 600_000 },
    });
  });

  afterEach(() => app.reset());
  afterAll(() => app.close());

  it('concurrent claims never exceed the limit', async () => {
    const created = await Promise.all(Array.from({ length: 12 }, () => app.create()));
    const claims = await Promise.all(created.map(({ id }) => app.claimSubmission(id)));
    expect(claims.filter(({ action }) => action === 'submit')).toHaveLength(2);
    expect(claims.filter(({ action }) => action === 'none')).toHaveLength(10);
  });

  it('only jobs with a slot have a queue entry', async () => {
    const created = [await app.create(), await app.create(), await app.create()];
    const [first, second, third] = created.map(({ id }) => id) as [string, string, string];
    for (const id of [first, second]) await app.waitForEntry('submit', id, 'waiting');
    await app.dispatch();
    expect(await app.row(third)).toMatchObject({ state: 'pending', dispatched_at: null });
    expect(await app.resolve(Queues).named('submit').getJobCountByTypes('waiting', 'delayed', 'prioritized')).toBe(2);
  });

  it('a released slot goes to the next job in order, and no other job overtakes it', async () => {
    const heavy = uuidv7();
    const jobs = [];
    for (let i = 0; i < 4; i += 1) jobs.push(await app.create({ userId: heavy }));
    const [first, second, third, fourth] = jobs.map(({ id }) => id) as [string, string, string, string];
    await app.submit(first);
    await app.submit(second);
    const light = await app.create();
    expect(light.queuePosition).toBe(1);
    for (const id of [third, fourth, light.id]) expect(await app.claimSubmission(id)).toEqual({ action: 'none' });

    await app.succeed(first);
    await app.waitForEntry('submit', light.id);
    for (const id of [third, fourth]) expect(await app.claimSubmission(id)).toEqual({ action: 'none' });
    await app.submit(light.id);

    const lease = await app.track(second);
    await app.call(generationCalls.settleJob, {
      requestId: second,
      lease,
      outcome: { kind: 'failed', failure: failure() },
    });
    await app.waitForEntry('submit', third);
    expect(await app.claimSubmission(fourth)).toEqual({ action: 'none' });
    await app.submit(third);
  });

  it('a job that has waited longer than the busy route allows takes the next one, at the price that it was accepted with', async () => {
    const entry = SHIPPED_MODELS.find(({ id }) => id === 'seedance')!;
    const publish = (waitSeconds: number | undefined) => {
      const routes = entry.routes.map((route, i) => (i === 0 && waitSeconds ? { ...route, waitSeconds } : route));
      const publication = { publishedBy: uuidv7(), reason: 'Our own GPUs first' };
      return app.resolve(ModelRevisions).publish(app.database.manager, { ...entry, routes }, publication);
    };
    try {
      await publish(60);
      const created = [await app.create(), await app.create(), await app.create(), await app.create()];
      const [, , third, fourth] = created.map(({ id }) => id) as [string, string, string, string];
      await app.set(third, `accepted_at = now() - interval '61 seconds'`);
      await eventually(async () => {
        await app.dispatch();
        expect(await app.row(third)).toMatchObject({
          provider: 'fal',
          credits: 18,
          dispatched_at: expect.any(Date) as Date,
        });
      });
      expect(await app.row(fourth)).toMatchObject({ provider: 'replicate', dispatched_at: null });
      expect(await app.timeline(third)).toContain('provider changed');
    } finally {
      await publish(undefined);
    }
  });

  it('a canceled job releases the slot that its dispatch took', async () => {
    const [first, second, third] = [await app.create(), await app.create(), await app.create()];
    for (const { id } of [first, second]) await app.waitForEntry('submit', id);
    await app.call(generationCalls.cancelRequest, { requestId: first.id, userId: first.userId });
    await app.waitForEntry('submit', third.id);
    expect(await app.claimSubmission(first.id)).toEqual({ action: 'none' });
  });

  it('a paused queue gets no entries, and its jobs start once it is resumed', async () => {
    const set = (isPaused: boolean) =>
      app.call(operationsCalls.setQueuePaused, { adminId: uuidv7(), name: 'submit', isPaused, reason: 'an outage' });
    await set(true);
    const { id } = await app.create();
    await app.dispatch();
    expect(await app.row(id)).toMatchObject({ dispatched_at: null });
    await set(false);
    await app.waitForEntry('submit', id);
  });

  it('a job that gets no slot before its deadline fails, and its credits return', async () => {
    for (let i = 0; i < 2; i += 1) await app.submit((await app.create()).id);
    const waiting = await app.create();
    await app.set(waiting.id, `deadline_at = now() - interval '1 second'`);
    await app.dispatch();
    expect(await app.get(waiting)).toMatchObject({ status: 'failed', error: { code: 'timed_out' } });
    expect(await app.settled(waiting.id)).toEqual([expect.objectContaining({ outcome: 'failed' })]);
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
    seedance: ['ark'],
    stableVideo: ['fal'],
  };
  let app: GenerationTestApp;

  const start = async (options: GenerationTestAppOptions) => {
    app = await GenerationTestApp.start({ replicas: 2, limits: { reconcileIntervalMs: 600_000 }, ...options });
  };

  afterEach(() => app.close());

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
      ...Array.from({ length: 9 }, () => 'none'),
      ...Array.from({ length: 3 }, () => 'submit'),
    ]);
    expect(await app.claimSubmission((await app.create()).id)).toMatchObject({ action: 'submit' });
  });

  it('used slots do not block other users, and a released slot goes to the user’s next job', async () => {
    await start({ userConcurrency: 1, providerConcurrency: 2 });
    const userId = uuidv7();
    const running = await app.create({ userId });
    await app.submit(running.id);
    const [next, last] = [await app.create({ userId }), await app.create({ userId })];
    // First by priority, but its user has no free slot.
    await app.set(next.id, 'priority = 0');
    const [other, another] = [await app.create(), await app.create()];
    await app.submit(other.id);
    for (const { id } of [next, last, another]) expect(await app.claimSubmission(id)).toEqual({ action: 'none' });

    await app.succeed(other.id);
    await app.waitForEntry('submit', another.id);
    await app.submit(another.id);
    for (const { id } of [next, last]) expect(await app.row(id)).toMatchObject({ dispatched_at: null });

    await app.succeed(running.id);
    await app.waitForEntry('submit', next.id);
    expect(await app.claimSubmission(last.id)).toEqual({ action: 'none' });
    await app.submit(next.id);
  });

  it('a slot released at one provider starts the user’s job that waits for another', async () => {
    await start({ userConcurrency: 1, modelProviders });
    const userId = uuidv7();
    const first = await app.create({ userId, model: 'seedance' });
    await app.submit(first.id);
    const second = await app.create({ userId, model: 'stableVideo' });
    expect(await app.claimSubmission(second.id)).toEqual({ action: 'none' });
    await app.succeed(first.id);
    await app.waitForEntry('submit', second.id);
    await app.submit(second.id);
  });

  it('the jobs of a user that operators allow at a time apply without a restart, once for each change', async () => {
    await start({ userConcurrency: 1 });
    const [userId, adminId] = [uuidv7(), uuidv7()];
    const [first, second] = [await app.create({ userId }), await app.create({ userId })];
    await app.submit(first.id);
    expect(await app.claimSubmission(second.id)).toEqual({ action: 'none' });
    const change = {
      ...{ ...SETTINGS, tasksPerUser: 2, adminId, reason: 'A launch', basedOn },
    };
    const changed = await app.call(operationsCalls.changeTrafficSettings, change);
    await app.waitForEntry('submit', second.id);
    const again = app.call(operationsCalls.changeTrafficSettings, { ...change, tasksPerUser: 3 });
    await expect(again).rejects.toMatchObject({ code: 'conflict', details: changed });
    await app.database.query('TRUNCATE traffic_settings');
  });

  it('a job that waits because operators allow its owner fewer jobs is not reported as forgotten', async () => {
    await start({ userConcurrency: 10 });
    await app.call(operationsCalls.changeTrafficSettings, FEWER);
    const userId = uuidv7();
    const [first, second] = [await app.create({ userId }), await app.create({ userId })];
    await app.submit(first.id);
    expect(await app.claimSubmission(second.id)).toEqual({ action: 'none' });
    expect(await app.resolve(DispatchPlans).overdue(0)).toEqual([]);
    await app.database.query('TRUNCATE traffic_settings');
  });

  it('the ETA includes the user’s own jobs, and only theirs [G-15]', async () => {
    await start({ userConcurrency: 10 });
    await app.call(operationsCalls.changeTrafficSettings, { ...FEWER, tasksPerUser: 2 });
    const options = { planId: '10s-720p', duration: 10 } as const;
    // The measured job is of another plan, because each replica caches that a plan has no run times yet.
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
    await app.database.query('TRUNCATE traffic_settings');
  });
});
