import type { ModelEntry } from '@luit/contracts/generation/catalog/model-entry';
import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import { exportCatalog, importCatalog } from '@luit/platform/catalog/catalog-commands';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

describe('the catalog as a file', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start();
  });
  afterAll(() => app.close());

  const operator = { adminId: uuidv7(), reason: 'From git', needsApproval: false };
  const zeroscope = SHIPPED_MODELS.find(({ id }) => id === 'zeroscope')!;

  it('exports what is in force, adds and publishes what differs, and changes nothing the second time', async () => {
    expect(await exportCatalog(app)).toEqual(SHIPPED_MODELS);
    const dearer: ModelEntry = { ...zeroscope, price: { perSecond: { '480p': 6_000, '720p': 12_000 } } };
    const added: ModelEntry = { ...zeroscope, id: 'wan-3', name: 'Wan 3', state: 'draft' };
    const live: ModelEntry = { ...zeroscope, id: 'ltx-2', name: 'LTX 2' };
    const file = [...SHIPPED_MODELS.map((entry) => (entry.id === 'zeroscope' ? dearer : entry)), added, live];
    const done = await importCatalog(app, file, operator);
    const changed = done.filter((each) => each.done !== 'unchanged');
    expect(changed).toEqual([
      { id: 'zeroscope', done: 'published', revision: 2 },
      { id: 'wan-3', done: 'added', revision: 1 },
      { id: 'ltx-2', done: 'added', revision: 2 },
    ]);
    expect(done).toHaveLength(file.length);
    expect(await exportCatalog(app)).toEqual(file);
    const again = await importCatalog(app, file, operator);
    expect(again.map(({ done }) => done)).toEqual(file.map(() => 'unchanged'));
  });

  it('publishes nothing that the Models page would refuse', async () => {
    const free: ModelEntry = { ...zeroscope, price: { perSecond: { all: 1 } } };
    await expect(importCatalog(app, [free], { ...operator, needsApproval: true })).rejects.toMatchObject({
      code: 'approval_required',
    });
    const retired: ModelEntry = { ...SHIPPED_MODELS[0]!, state: 'retired' };
    await expect(importCatalog(app, [retired], operator)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
