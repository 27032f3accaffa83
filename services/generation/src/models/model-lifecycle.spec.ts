import type { ModelEntry } from '@luit/contracts/generation/catalog/model-entry';
import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import { generationCalls, generationEvents } from '@luit/contracts/generation/messages';
import type { NewPendingOrder } from '@luit/contracts/generation/pending-orders';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { PublishedModels } from '../model-revisions/published-models';
import { failure, GenerationTestApp } from '../test/generation-test-app';

const ENDING = { state: 'deprecated', endsAt: '2099-01-12', replacement: 'seedance' } as const;
const RETIRED = { code: 'model_retired', details: { model: 'zeroscope', replacement: 'seedance' } };

describe('the life of a model', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000 });
  });
  afterEach(async () => {
    await app.reset();
    await app.database.query(`UPDATE models SET revision = 1; DELETE FROM model_revisions WHERE revision > 1`);
    app.resolve(PublishedModels).forget();
  });
  afterAll(() => app.close());

  const entryOf = (id: string, changes: Partial<ModelEntry>) => ({
    ...SHIPPED_MODELS.find((each) => each.id === id)!,
    ...changes,
  });
  const publish = async (id: string, changes: Partial<ModelEntry>) => {
    const { revision } = await app.call(operationsCalls.getModel, { id });
    const publication = { adminId: uuidv7(), expectedRevision: revision, reason: 'A test', needsApproval: false };
    await app.call(operationsCalls.publishModel, { ...publication, id, entry: entryOf(id, changes) });
    app.resolve(PublishedModels).forget();
  };
  const faults = (id: string, changes: Partial<ModelEntry>) =>
    publish(id, changes).then(
      () => ({}),
      ({ details }: { details: Record<string, string> }) => details,
    );
  /** Lets the last day of the deprecated revision pass. */
  const passLastDay = async (id: string) => {
    await app.database.query(
      `UPDATE model_revisions SET entry = jsonb_set(entry, '{endsAt}', '"2026-01-01"') WHERE model = $1 AND entry ? 'endsAt'`,
      [id],
    );
    app.resolve(PublishedModels).forget();
  };
  const order = () => {
    const guest = uuidv7();
    return app.call(generationCalls.createPendingOrder, {
      ...{ userId: guest, accountId: guest, guestEmail: null, guestLanguage: null, idempotencyKey: uuidv7() },
      ...{ type: 'video', prompt: 'a river at dawn', duration: 5, planId: '5s-480p', model: 'zeroscope' },
    } as NewPendingOrder);
  };

  it('a deprecated model says since when, until when and what to use instead', async () => {
    await publish('zeroscope', ENDING);
    const [{ at }] = await app.database.query<[{ at: Date }]>(
      `SELECT published_at AS at FROM model_revisions WHERE model = 'zeroscope' AND revision = 2`,
    );
    // A later revision that is deprecated as well does not change the day.
    await publish('zeroscope', { ...ENDING, name: 'Zeroscope XL' });
    const deprecation = { since: at.toISOString(), endsAt: '2099-01-12', replacement: 'seedance' };
    const { models } = await app.call(generationCalls.listModels, {});
    expect(models.find(({ id }) => id === 'zeroscope')).toMatchObject({ name: 'Zeroscope XL', deprecation });
    expect(models.find(({ id }) => id === 'seedance')).not.toHaveProperty('deprecation');
    const plans = await app.call(generationCalls.listPlans, {});
    expect(plans.retired).toEqual([]);
    expect(plans.models.find(({ id }) => id === 'zeroscope')).toMatchObject({ deprecation });
    expect(await app.create({ model: 'zeroscope' })).toMatchObject({ credits: 27 });
    // Programs are told once, and again when the day changes.
    await publish('zeroscope', { ...ENDING, endsAt: '2099-02-01' });
    const notices = await app.database.query<{ payload: object }[]>(
      `SELECT payload FROM outbox WHERE name = $1 ORDER BY seq`,
      [generationEvents.modelDeprecated.name],
    );
    expect(notices.map(({ payload }) => payload)).toMatchObject([
      { id: 'zeroscope', name: 'Zeroscope', ...deprecation },
      { id: 'zeroscope', ...deprecation, endsAt: '2099-02-01' },
    ]);
  });

  it('after its last day it takes no request, order or remix, and names what replaced its replacement', async () => {
    await publish('zeroscope', { ...ENDING, replacement: 'stableVideo' });
    const made = await app.create({ model: 'zeroscope' });
    await app.submit(made.id);
    await app.succeed(made.id);
    await publish('stableVideo', { state: 'retired', replacement: 'seedance' });
    await passLastDay('zeroscope');
    await expect(app.create({ model: 'zeroscope' })).rejects.toMatchObject(RETIRED);
    await expect(order()).rejects.toMatchObject(RETIRED);
    const remix = { userId: made.userId, requestId: made.id, prompt: 'a lake' };
    await expect(app.call(generationCalls.remixRequest, remix)).rejects.toMatchObject(RETIRED);
    const { models, retired } = await app.call(generationCalls.listPlans, {});
    expect(models.map(({ id }) => id)).toEqual(['seedance']);
    expect(retired).toEqual([
      { id: 'stableVideo', name: 'Stable Video', replacement: 'seedance' },
      { id: 'zeroscope', name: 'Zeroscope', replacement: 'seedance' },
    ]);
    const { models: all } = await app.call(operationsCalls.listAllModels, {});
    expect(all.find(({ id }) => id === 'zeroscope')).toMatchObject({ state: 'retired' });
  });

  it('jobs that wait or run, a paid order and retries go on with their revision', async () => {
    const [waiting, running, failed] = [
      await app.create({ model: 'zeroscope' }),
      await app.create({ model: 'zeroscope' }),
      await app.create({ model: 'zeroscope' }),
    ];
    await app.submit(running.id);
    await app.submit(failed.id);
    const outcome = { kind: 'failed', failure: failure() } as const;
    const lease = await app.track(failed.id);
    await app.call(generationCalls.settleJob, { requestId: failed.id, lease, outcome });
    const ordered = await order();
    await publish('zeroscope', { state: 'retired', replacement: 'seedance', price: { perSecond: { all: 9_000 } } });

    await app.submit(waiting.id);
    await app.succeed(waiting.id);
    await app.succeed(running.id);
    const { requestId, accountId, credits } = ordered;
    await app.call(generationCalls.startPaidVideo, { requestId, accountId, credits });
    const claim = await app.claimSubmission(requestId);
    const model = expect.stringContaining('zeroscope') as string;
    expect(claim).toMatchObject({ action: 'submit', task: { model: 'zeroscope', route: { model } } });

    const retry = { userId: failed.userId, requestId: failed.id };
    await expect(app.call(generationCalls.retryRequest, { ...retry, expectedCredits: 45 })).rejects.toMatchObject({
      code: 'price_changed',
    });
    const again = await app.call(generationCalls.retryRequest, { ...retry, expectedCredits: 27 });
    expect(again).toMatchObject({ credits: 27, model: 'zeroscope', retryOf: failed.id });
    expect(await app.row(again.id)).toMatchObject({ model_revision: 1 });
    await app.submit(again.id);
    await app.succeed(again.id);
  });

  it('a job of an earlier revision is refunded at its price, and continued at that of the new one', async () => {
    const dearer = { perSecond: { '480p': 4_000, '720p': 8_000 } };
    const [made, failed] = [await app.create(), await app.create()];
    await publish('seedance', { price: dearer });
    for (const { id } of [made, failed]) await app.submit(id);
    const lease = await app.track(failed.id);
    const outcome = { kind: 'failed', failure: failure() } as const;
    await app.call(generationCalls.settleJob, { requestId: failed.id, lease, outcome });
    await eventually(async () => {
      const [settled] = await app.database.query<{ credits: number }[]>(
        `SELECT (payload ->> 'credits')::int AS credits FROM outbox WHERE name = $1 AND payload ->> 'requestId' = $2`,
        [generationEvents.requestSettled.name, failed.id],
      );
      expect(settled).toEqual({ credits: 18 });
    });
    await app.succeed(made.id);
    const next = { userId: made.userId, extendOf: made.id };
    await expect(app.create({ ...next, expectedCredits: 18 })).rejects.toMatchObject({
      code: 'price_changed',
      details: { credits: 20 },
    });
    const continued = await app.create({ ...next, expectedCredits: 20 });
    expect(await app.row(continued.id)).toMatchObject({ model: 'seedance', model_revision: 2, credits: 20 });
    expect(await app.row(made.id)).toMatchObject({ model_revision: 1, credits: 18 });
  });

  it('a price that was quoted before the retirement does not get a request', async () => {
    app.billing.holds.clear();
    const quoted = (await app.call(generationCalls.listPlans, {})).models.find(({ id }) => id === 'zeroscope');
    expect(quoted).toBeDefined();
    await publish('zeroscope', { state: 'retired' });
    await expect(app.create({ model: 'zeroscope', expectedCredits: 27 })).rejects.toMatchObject({
      code: 'model_retired',
      details: { model: 'zeroscope', replacement: null },
    });
    expect(app.billing.holds.size).toBe(0);
    // What was accepted before is answered again.
    const userId = uuidv7();
    await publish('zeroscope', { state: 'live' });
    const request = { userId, model: 'zeroscope', idempotencyKey: uuidv7() };
    const accepted = await app.create(request);
    await publish('zeroscope', { state: 'retired' });
    expect((await app.create(request)).id).toBe(accepted.id);
  });

  it('publishing refuses a retirement that leaves plans or steps without a model, and a wrong replacement', async () => {
    expect(await faults('seedance', { ...ENDING, replacement: undefined })).toMatchObject({
      state: expect.stringMatching(/default model/) as string,
    });
    expect(await faults('ddcolor', { state: 'deprecated', endsAt: '2099-01-01' })).toHaveProperty('state');
    expect(await faults('gfpgan', { state: 'deprecated', endsAt: '2099-01-01' })).toMatchObject({
      parameters: expect.stringMatching(/Standard restoration/) as string,
    });
    expect(await faults('zeroscope', { ...ENDING, endsAt: '2026-01-01' })).toHaveProperty('endsAt');
    expect(await faults('zeroscope', { ...ENDING, replacement: 'gfpgan' })).toHaveProperty('replacement');
    expect(await faults('zeroscope', { ...ENDING, replacement: 'none' })).toHaveProperty('replacement');
    await eventually(async () => expect((await app.create({ model: 'zeroscope' })).credits).toBe(27));
  });
});
