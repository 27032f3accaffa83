import type { ModelEntry } from '@luit/contracts/generation/catalog/model-entry';
import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import { generationCalls } from '@luit/contracts/generation/messages';
import { operationsCalls, operationsEvents } from '@luit/contracts/operations/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

const zeroscope = SHIPPED_MODELS.find(({ id }) => id === 'zeroscope')!;

describe('operators add models', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000 });
  });
  afterEach(async () => {
    await app.reset();
    await app.database.query(`DELETE FROM models WHERE position > 5`);
    await app.database.query(`DELETE FROM model_revisions WHERE model NOT IN (SELECT id FROM models)`);
  });
  afterAll(() => app.close());

  const adminId = uuidv7();
  const draft = (changes: Partial<ModelEntry> = {}): ModelEntry => ({
    ...zeroscope,
    id: 'kling-3',
    name: 'Kling 3',
    routes: zeroscope.routes.map((route) => ({ ...route, provider: 'fal', model: { text: 'fal-ai/kling/v3' } })),
    state: 'draft',
    ...changes,
  });
  const create = (entry: object) =>
    app.call(operationsCalls.createModel, { adminId, entry: entry as never, reason: 'A new model' });
  const publish = (entry: object, changes: object = {}) =>
    app.call(operationsCalls.publishModel, {
      ...{ adminId, id: 'kling-3', entry: entry as never, expectedRevision: 1, reason: 'Ready', needsApproval: false },
      ...changes,
    });
  const offered = async () => (await app.call(generationCalls.listModels, {})).models.map(({ id }) => id);

  it('a draft is stored, numbered, audited once and offered to nobody', async () => {
    expect(await create(draft())).toMatchObject({ id: 'kling-3', revision: 1, state: 'draft', entry: draft() });
    // A repeated call, whose answer was lost, changes nothing.
    expect(await create(draft())).toMatchObject({ revision: 1 });
    const [last] = (await app.call(operationsCalls.listAllModels, {})).models.slice(-1);
    expect(last).toMatchObject({ id: 'kling-3', state: 'draft', isDefault: false });
    expect(await offered()).not.toContain('kling-3');
    await expect(app.create({ model: 'kling-3' })).rejects.toMatchObject({ code: 'validation_failed' });
    const events = await app.database.query<object[]>(
      `SELECT payload FROM outbox WHERE name = $1 AND payload ->> 'action' = 'model_created'`,
      [operationsEvents.operatorActed.name],
    );
    expect(events).toMatchObject([{ payload: { adminId, subject: 'kling-3', details: { reason: 'A new model' } } }]);
  });

  it('a published draft takes jobs, which go to the first route of its entry', async () => {
    await create(draft());
    expect(await publish(draft({ state: 'live' }))).toMatchObject({ revision: 2, state: 'live' });
    await eventually(async () => expect(await offered()).toContain('kling-3'));
    const { id } = await app.create({ model: 'kling-3' });
    const [row] = await app.database.query<object[]>(`SELECT provider, model_revision FROM requests WHERE id = $1`, [
      id,
    ]);
    expect(row).toEqual({ provider: 'fal', model_revision: 2 });
  });

  it('its prices need approval when it goes on sale, whatever the draft cost, and those of a draft do not', async () => {
    await create(draft());
    const free = draft({ price: { perSecond: { all: 1 } } });
    expect(await publish(free, { needsApproval: true })).toMatchObject({ revision: 2 });
    const sale = publish({ ...free, state: 'live' }, { needsApproval: true, expectedRevision: 2 });
    await expect(sale).rejects.toMatchObject({
      code: 'approval_required',
      details: { prices: expect.stringMatching(/5 s 480p not sold → 1/) as string },
    });
  });

  it('a draft may have what nobody can ask for yet, and is not published with it', async () => {
    const { prompt } = zeroscope.parameters;
    const image = draft({
      ...{ output: 'image', parameters: { prompt }, price: { perImage: { all: 4_000 } } },
      routes: draft().routes.map((route) => ({
        ...route,
        fields: { prompt: 'prompt' },
        limits: { runSeconds: 600, perSecond: 0 },
      })),
    });
    await create(image);
    await expect(publish({ ...image, state: 'live' })).rejects.toMatchObject({
      code: 'validation_failed',
      details: { output: expect.any(String) as string },
    });
  });

  it.each<[string, Partial<ModelEntry>, string]>([
    ['an id in use', { id: 'zeroscope' }, 'id'],
    ['an id in use in another case', { id: 'ZeroScope' }, 'id'],
    ['a state other than draft', { state: 'live' }, 'state'],
    [
      'a route to a provider that does not exist',
      { routes: zeroscope.routes.map((route) => ({ ...route, provider: 'acme' })) },
      'routes.0.provider',
    ],
    ['a price of 0', { price: { perSecond: { all: 0 } } }, 'price.perSecond.all'],
    ['a resolution without a price', { price: { perSecond: { '480p': 1 } } }, 'price.perSecond.720p'],
  ])('%s is refused at its path', async (_, changes, path) => {
    await expect(create(draft(changes))).rejects.toMatchObject({
      code: 'validation_failed',
      details: { [path]: expect.any(String) as string },
    });
  });

  it('a draft is deleted with its revisions, its id is free again, and what was offered stays', async () => {
    const remove = (id: string) =>
      app.call(operationsCalls.deleteModel, { adminId: uuidv7(), id, reason: 'Nobody needs it' });
    await create(draft());
    await publish(draft({ name: 'Kling 3 Pro' }));
    expect(await app.call(operationsCalls.getModel, { id: 'kling-3' })).toMatchObject({ isDeletable: true });
    await remove('kling-3');
    await expect(remove('kling-3')).rejects.toMatchObject({ code: 'not_found' });
    // Another model with the id gets its own revisions, also where the earlier ones were read.
    await create(draft());
    const dearer = draft({ state: 'live', price: { perSecond: { all: 9_000 } } });
    await publish(dearer);
    await eventually(async () => expect((await app.create({ model: 'kling-3' })).credits).toBe(45));
    for (const id of ['kling-3', 'seedance']) {
      expect(await app.call(operationsCalls.getModel, { id })).toMatchObject({ isDeletable: false });
      await expect(remove(id)).rejects.toMatchObject({ code: 'conflict' });
    }
    await publish({ ...dearer, state: 'retired' }, { expectedRevision: 2 });
    await expect(remove('kling-3')).rejects.toMatchObject({ code: 'conflict' });
    const deleted = await app.database.query(
      `SELECT payload ->> 'subject' AS subject FROM outbox WHERE payload ->> 'action' = 'model_deleted'`,
    );
    expect(deleted).toEqual([{ subject: 'kling-3' }]);
  });

  it('of two operators who add an id at once, one is refused', async () => {
    const results = await Promise.allSettled([create(draft()), create(draft({ name: 'Kling 3 Pro' }))]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { details: { id: expect.stringMatching(/has the id kling-3/) as string } },
    });
  });
});
