import type { ModelEntry } from '@luit/contracts/generation/catalog/model-entry';
import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import { generationCalls } from '@luit/contracts/generation/messages';
import { operationsCalls, operationsEvents } from '@luit/contracts/operations/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

const shipped = (id: string) => SHIPPED_MODELS.find((each) => each.id === id)!;

describe('operators edit models', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    const providers = ['replicate', 'fal', 'ark'];
    app = await GenerationTestApp.start({
      providerConcurrency: 1_000,
      modelProviders: { seedance: providers as [(typeof providers)[0], ...typeof providers] },
    });
  });
  afterEach(async () => {
    await app.reset();
    await app.database.query(`UPDATE models SET revision = 1; DELETE FROM model_revisions WHERE revision > 1`);
  });
  afterAll(() => app.close());

  const adminId = uuidv7();
  const get = (id: string) => app.call(operationsCalls.getModel, { id });
  const publish = (entry: object, changes: object = {}) => {
    const { id } = entry as { id: string };
    const publication = { adminId, id, entry, expectedRevision: 1, reason: 'A test of prices', needsApproval: false };
    return app.call(operationsCalls.publishModel, { ...publication, ...changes } as never);
  };
  const priced = (id: string, perSecond: Record<string, number>): ModelEntry => ({
    ...shipped(id),
    price: { perSecond },
  });
  const dearer = () => priced('zeroscope', { '480p': 6_000, '720p': 12_000 });
  const faults = (entry: object) =>
    publish(entry).then(
      () => ({}),
      ({ code, details }: { code: string; details: object }) => ({ code, details }),
    );

  it('list them with state, price and routes, and show the entry with its revisions', async () => {
    const { models } = await app.call(operationsCalls.listAllModels, {});
    const drafts = SHIPPED_MODELS.filter(({ state }) => state === 'draft').map(({ id }) => id);
    expect(models.filter(({ state }) => state === 'draft').map(({ id }) => id)).toEqual(drafts);
    const live = models.filter(({ state }) => state === 'live');
    expect(live.map(({ id, isDefault, revision, providers }) => [id, isDefault, revision, providers])).toEqual([
      ['seedance', true, 1, ['replicate', 'fal', 'ark']],
      ['stableVideo', false, 1, ['replicate', 'fal']],
      ['zeroscope', false, 1, ['replicate']],
      ['gfpgan', false, 1, ['replicate']],
      ['ddcolor', false, 1, ['replicate']],
      ['nano-banana-2.1', false, 1, ['fal']],
      ['flux-dev', false, 1, ['replicate', 'fal']],
    ]);
    expect(models[0]).toMatchObject({ durations: [5, 10], qualities: ['480p', '720p'] });
    expect(models[3]).toMatchObject({ durations: [], qualities: ['standard', 'high', 'ultra'] });
    expect(models[4]).toMatchObject({ name: 'DDColor', output: 'colorization', state: 'live', price: null });
    const revision = { revision: 1, publishedBy: null, reason: 'Shipped with Luit', entry: shipped('seedance') };
    expect(Object.keys((await get('seedance')).entry)).toEqual(Object.keys(shipped('seedance')));
    expect(await get('seedance')).toMatchObject({ entry: shipped('seedance'), revisions: [revision] });
    await expect(get('none')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a published entry applies to new requests, is audited once, and can be taken back', async () => {
    expect(await publish(dearer())).toMatchObject({ revision: 2, entry: dearer() });
    // A repeated call, whose answer was lost, changes nothing.
    expect(await publish(dearer())).toMatchObject({ revision: 2 });
    await eventually(async () => expect((await app.create({ model: 'zeroscope' })).credits).toBe(30));
    const restored = await publish({ id: 'zeroscope' }, { entry: undefined, restored: 1, expectedRevision: 2 });
    expect(restored).toMatchObject({ revision: 3, entry: shipped('zeroscope') });
    expect(restored.revisions.map(({ revision, publishedBy, reason }) => [revision, publishedBy, reason])).toEqual([
      [3, adminId, 'A test of prices'],
      [2, adminId, 'A test of prices'],
      [1, null, 'Shipped with Luit'],
    ]);
    const events = await app.database.query<{ payload: object }[]>(
      `SELECT payload FROM outbox WHERE name = $1 AND payload ->> 'action' = 'model_published' ORDER BY id`,
      [operationsEvents.operatorActed.name],
    );
    const reason = 'A test of prices';
    expect(events).toMatchObject([
      { payload: { adminId, subject: 'zeroscope', details: { revision: '1 → 2', reason } } },
      { payload: { adminId, subject: 'zeroscope', details: { revision: '2 → 3', reason, restored: '1' } } },
    ]);
    const next = { entry: undefined, restored: 4, expectedRevision: 3 };
    await expect(publish({ id: 'zeroscope' }, next)).rejects.toMatchObject({ code: 'not_found' });
    await publish(dearer(), { expectedRevision: 3 });
    expect(await publish({ id: 'zeroscope' }, { ...next, expectedRevision: 4 })).toMatchObject({ revision: 4 });
  });

  it('of two operators who publish at once, the second is refused with the revision of the first', async () => {
    const other = priced('zeroscope', { '480p': 7_000, '720p': 14_000 });
    const results = await Promise.allSettled([publish(dearer()), publish(other)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'conflict', details: { revision: 2 } },
    });
  });

  it('lower prices need approval where approvals are on, and others do not', async () => {
    const cheaper = priced('zeroscope', { '480p': 5_000, '720p': 10_800 });
    await expect(publish(cheaper, { needsApproval: true })).rejects.toMatchObject({
      code: 'approval_required',
      details: { name: 'Zeroscope', prices: '5 s 480p 27 → 25, 10 s 480p 54 → 50' },
    });
    expect(await get('zeroscope')).toMatchObject({ revision: 1 });
    expect(await publish(dearer(), { needsApproval: true })).toMatchObject({ revision: 2 });
    const change = { needsApproval: false, approvedBy: 'b@example.com', expectedRevision: 2 };
    expect(await publish(cheaper, change)).toMatchObject({ revision: 3 });
  });

  const without = (id: string, parameter: 'duration' | 'resolution', values: unknown): object => {
    const entry = shipped(id);
    return { ...entry, parameters: { ...entry.parameters, [parameter]: values } };
  };
  it.each<[string, object, string, RegExp]>([
    ['a fault of the entry', { ...shipped('zeroscope'), speed: 1 }, 'speed', /Unknown field/],
    [
      'a plan that the default model no longer makes',
      without('seedance', 'duration', { values: [5], default: 5 }),
      'parameters',
      /Extended Video, Extended HD Video/,
    ],
    [
      'a restoration that no model makes',
      { ...shipped('gfpgan'), state: 'retired' },
      'parameters',
      /Standard restoration/,
    ],
    ['a retired default model', { ...shipped('seedance'), state: 'retired' }, 'state', /default model/],
    ['a default model as a draft', { ...shipped('seedance'), state: 'draft' }, 'state', /default model/],
    ['a step that is retired', { ...shipped('ddcolor'), state: 'retired' }, 'state', /RESTORE_COLOR_MODEL/],
    [
      'a route to a provider that does not exist',
      { ...shipped('zeroscope'), routes: [{ ...shipped('zeroscope').routes[0]!, provider: 'acme' }] },
      'routes.0.provider',
      /no provider acme/,
    ],
    [
      'no route of a provider that has its jobs',
      { ...shipped('seedance'), routes: shipped('seedance').routes.slice(0, 2) },
      'routes',
      /MODEL_PROVIDERS sends jobs to ark/,
    ],
  ])('%s is refused at its path, and nothing changes', async (_, entry, path, message) => {
    const { id } = entry as { id: string };
    const { code, details } = (await faults(entry)) as { code?: string; details?: Record<string, string> };
    expect([code, details?.[path]]).toEqual(['validation_failed', expect.stringMatching(message)]);
    expect(await get(id)).toMatchObject({ revision: 1, entry: shipped(id) });
  });

  it('the id and the kind of a model stay', async () => {
    expect(await faults({ ...shipped('zeroscope'), id: 'other' })).toMatchObject({ code: 'not_found' });
    await expect(publish({ ...shipped('zeroscope'), id: 'other' }, { id: 'zeroscope' })).rejects.toMatchObject({
      details: { id: 'The id of this model stays zeroscope' },
    });
    await expect(publish(shipped('gfpgan'), { id: 'ddcolor' })).rejects.toMatchObject({
      details: { id: expect.stringMatching(/stays ddcolor/) as string, output: expect.any(String) as string },
    });
  });

  it('a retired model is offered to nobody, and a deprecated one still is', async () => {
    await publish({ ...shipped('zeroscope'), state: 'deprecated', endsAt: '2099-01-01', replacement: 'seedance' });
    await publish({ ...shipped('stableVideo'), state: 'retired', replacement: 'seedance' });
    await eventually(async () => {
      const { models } = await app.call(generationCalls.listModels, {});
      expect(models.map(({ id }) => id)).toEqual(['seedance', 'zeroscope']);
    });
  });
});
