import { testAccountOf } from '@luit/contracts/auth/test-accounts';
import { authEvents } from '@luit/contracts/auth/messages';
import { generationCalls, generationEvents } from '@luit/contracts/generation/messages';
import { TEST_PROVIDER } from '@luit/contracts/generation/test-requests';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { Queues } from '@luit/platform/queues/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

const PROVIDERS = ['replicate', 'fal', 'ark'];

describe('test requests', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({
      colorModel: 'ddcolor',
      limits: { reconcileIntervalMs: 600_000 },
      modelProviders: {
        seedance: PROVIDERS as [string, ...string[]],
      },
    });
  });

  afterEach(async () => {
    await app.database.query('DELETE FROM provider_health');
    await app.database.query('DELETE FROM paused_queues');
  });

  afterAll(() => app.close());

  const createTest = (input: object = {}) => app.create({ userId: testAccountOf(uuidv7()), ...input });
  const providerOf = async (id: string) => (await app.row(id)).provider;
  const pause = (provider: string) =>
    app.database.query(`INSERT INTO provider_health (provider, paused_until) VALUES ($1, now() + interval '1 hour')`, [
      provider,
    ]);

  it('the test provider takes them, also a colorized restoration in one step, and no request of a person', async () => {
    const restore = { quality: 'standard', enhancement: 'standard', colorRestoration: true } as const;
    const photo = { type: 'restore', prompt: '', imageKey: 'uploads/a.png', restore } as const;
    const [video, restoration, live] = [await createTest(), await createTest(photo), await app.create()];
    for (const { id } of [video, restoration]) {
      expect(await app.claimSubmission(id)).toMatchObject({ action: 'submit', task: { provider: TEST_PROVIDER } });
    }
    expect(await app.row(restoration.id)).toMatchObject({ color_model: null });
    expect(await app.claimSubmission(live.id)).toMatchObject({ task: { provider: 'replicate' } });
  });

  it('they run while every real provider is out of rotation, and real requests wait', async () => {
    for (const provider of PROVIDERS) await pause(provider);
    const [test, live] = [await createTest(), await app.create()];
    expect(await app.claimSubmission(test.id)).toMatchObject({ action: 'submit', task: { provider: TEST_PROVIDER } });
    expect(await app.claimSubmission(live.id)).toMatchObject({ action: 'none' });
  });

  it('no real provider takes over while the test provider is paused, and it never takes over for them', async () => {
    await pause(TEST_PROVIDER);
    const test = await createTest();
    expect(await app.claimSubmission(test.id)).toMatchObject({ action: 'none' });
    for (const provider of PROVIDERS) await pause(provider);
    const live = await app.create();
    await app.dispatch();
    expect([await providerOf(test.id), await providerOf(live.id)]).toEqual([TEST_PROVIDER, 'replicate']);
    await app.database.query('DELETE FROM provider_health WHERE provider = $1', [TEST_PROVIDER]);
    await app.dispatch();
    expect(await app.claimSubmission(live.id)).toMatchObject({ action: 'none' });
    expect(await app.claimSubmission(test.id)).toMatchObject({ action: 'submit', task: { provider: TEST_PROVIDER } });
  });

  it('they are accepted while new jobs are paused', async () => {
    const pause = (isPaused: boolean) =>
      app.call(operationsCalls.setNewJobsPaused, { adminId: uuidv7(), isPaused, reason: 'test' });
    await pause(true);
    await expect(app.create()).rejects.toMatchObject({ code: 'generation_paused' });
    expect(await createTest()).toMatchObject({ jobStatus: 'pending' });
    await pause(false);
  });

  it('they are in no figure and no list of operators, unless their provider, account or id is asked for', async () => {
    const userId = testAccountOf(uuidv7());
    const { id } = await createTest({ userId });
    await app.submit(id);
    await app.succeed(id);
    const list = async (filter: object) =>
      (await app.call(operationsCalls.listJobs, { limit: 100, ...filter })).items.map((job) => job.id);
    expect(await list({})).not.toContain(id);
    for (const filter of [{ provider: TEST_PROVIDER }, { userId }, { q: id }]) expect(await list(filter)).toContain(id);
    const throughput = await app.call(operationsCalls.getThroughput, { window: 'hour', by: 'provider' });
    expect(JSON.stringify(throughput)).not.toContain(`"${TEST_PROVIDER}"`);
    const { providers } = await app.call(generationCalls.listProviders, {});
    expect(providers.map(({ name }) => name)).not.toContain(TEST_PROVIDER);
    for (const table of ['job_counts', 'job_rollups', 'job_metric_deltas']) {
      expect(await app.database.query(`SELECT FROM ${table} WHERE provider = $1`, [TEST_PROVIDER])).toEqual([]);
    }
    expect(await app.database.query('SELECT FROM margin_dues WHERE request_id = $1', [id])).toEqual([]);
    expect((await app.call(operationsCalls.getJob, { id })).may).toEqual({
      retry: false,
      cancel: false,
      refund: false,
    });
  });

  it('neither account of a user sees the requests of the other, and nobody is notified of an outcome', async () => {
    const userId = uuidv7();
    const [test, live] = [await createTest({ userId: testAccountOf(userId) }), await app.create({ userId })];
    const pairs = [
      [userId, test.id],
      [testAccountOf(userId), live.id],
    ] as const;
    for (const [reader, requestId] of pairs) {
      await expect(app.call(generationCalls.getRequest, { userId: reader, requestId })).rejects.toMatchObject({
        code: 'not_found',
      });
    }
    const { requests } = await app.call(generationCalls.listRequests, { userId, limit: 10 });
    expect(requests.map(({ id }) => id)).toEqual([live.id]);
    for (const { id } of [test, live]) {
      await app.submit(id);
      await app.succeed(id);
    }
    expect(await app.settled(test.id)).toEqual([
      expect.not.objectContaining({ completion: expect.anything() as object }),
    ]);
    expect(await app.settled(live.id)).toEqual([expect.objectContaining({ completion: expect.anything() as object })]);
  });

  it('the endpoints of their owner are told', async () => {
    const userId = uuidv7();
    const payload = { userId, version: 1, isActive: true };
    await app
      .resolve(Queues)
      .named('events-generation')
      .add(authEvents.webhookAccountChanged.name, { payload }, { jobId: uuidv7() });
    const accountId = testAccountOf(userId);
    await eventually(async () =>
      expect(await app.database.query('SELECT FROM webhook_accounts WHERE user_id = $1', [accountId])).toHaveLength(1),
    );
    const { id } = await createTest({ userId: accountId });
    const changes = await app.database.query<unknown[]>(
      `SELECT FROM outbox WHERE name = $1 AND payload->'request'->>'id' = $2`,
      [generationEvents.requestChanged.name, id],
    );
    expect(changes).toHaveLength(1);
  });

  it('a finished test is erased after a day, and an unfinished one stays', async () => {
    const [done, open, fresh] = [await createTest(), await createTest(), await createTest()];
    for (const { id } of [done, fresh]) {
      await app.submit(id);
      await app.succeed(id);
    }
    await app.set(done.id, `completed_at = now() - interval '25 hours'`);
    await app.set(open.id, `created_at = now() - interval '25 hours'`);
    await app.reconcile(600_000);
    await expect(app.get(done)).rejects.toMatchObject({ code: 'not_found' });
    for (const each of [open, fresh]) expect(await app.get(each)).toMatchObject({ id: each.id });
    await app.call(generationCalls.recordErased, { requestId: done.id });
    expect(await app.row(done.id)).toMatchObject({ prompt: '', output_key: null });
  });
});
