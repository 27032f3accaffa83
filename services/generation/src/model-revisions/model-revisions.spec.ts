import type { ModelEntry } from '@luit/contracts/generation/catalog/model-entry';
import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import { uuidv7 } from 'uuidv7';
import { eventually } from '@luit/platform/testing/eventually';
import { GenerationTestApp } from '../test/generation-test-app';
import { ModelRevisions } from './model-revisions';

describe('revisions of models', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000 });
  });
  afterAll(() => app.close());

  const shipped = (model: string) => SHIPPED_MODELS.find(({ id }) => id === model)!;
  const publish = (changes: Partial<ModelEntry>, model = 'zeroscope') => {
    const publication = { publishedBy: uuidv7(), reason: 'a test' };
    return app.resolve(ModelRevisions).publish(app.database.manager, { ...shipped(model), ...changes }, publication);
  };
  const create = (model = 'zeroscope') => app.create({ model });
  const routeOf = async (id: string) => {
    const claim = await app.claimSubmission(id);
    return claim.action === 'submit' ? claim.task.route : undefined;
  };

  it('a job is made by the revision that its request was priced with', async () => {
    const [before, another] = [await create(), await create()];
    const { routes } = shipped('zeroscope');
    const next = [{ ...routes[0]!, model: { text: 'a/newer-model' }, limits: { runSeconds: 60, perSecond: 1 } }];
    await publish({ routes: next, price: { perSecond: { '480p': 2_000, '720p': 4_000 } } });
    const after = await eventually(async () => {
      const created = await create();
      expect(created.credits).toBe(10);
      return created;
    });
    expect((await app.row(before.id)).model_revision).toBe(1);
    expect(await app.row(after.id)).toMatchObject({ model_revision: 2, run_limit_seconds: 65 });
    expect(await routeOf(before.id)).toMatchObject({ model: routes[0]!.model.text });
    expect(await routeOf(after.id)).toMatchObject({ model: 'a/newer-model' });
    expect(await routeOf(another.id)).toMatchObject({ model: routes[0]!.model.text });
  });

  it('an entry with faults is not published, and they are named by field', async () => {
    await expect(publish({ price: { perSecond: { '480p': 2_000 } } })).rejects.toMatchObject({
      code: 'validation_failed',
      details: { 'price.perSecond.720p': 'This value has no price' },
    });
  });

  it('a retired model is not offered', async () => {
    await publish({ state: 'retired' }, 'stableVideo');
    await eventually(() => expect(create('stableVideo')).rejects.toMatchObject({ code: 'model_retired' }));
  });
});
