import type { ModelEntry } from '@luit/contracts/generation/catalog/model-entry';
import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import { generationCalls } from '@luit/contracts/generation/messages';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

const shipped = (id: string) => SHIPPED_MODELS.find((each) => each.id === id)!;

describe('the default model', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000 });
  });
  afterEach(async () => {
    await app.reset();
    await app.database.query(`UPDATE models SET is_default = false WHERE is_default`);
    await app.database.query(`UPDATE models SET is_default = id = 'seedance', revision = 1`);
    await app.database.query(`DELETE FROM model_revisions WHERE revision > 1`);
  });
  afterAll(() => app.close());

  const adminId = uuidv7();
  const setDefault = (id: string) =>
    app.call(operationsCalls.setDefaultModel, { adminId, id, reason: 'Seedance ends' });
  const publish = (entry: ModelEntry) =>
    app.call(operationsCalls.publishModel, {
      ...{ adminId, id: entry.id, entry, expectedRevision: 1, reason: 'Seedance ends', needsApproval: false },
    });
  const prices = async () =>
    (await app.call(generationCalls.listPlans, {})).plans.map(({ id, credits }) => [id, credits]);

  it('makes the plans and requests without a model at its price, and is audited once', async () => {
    expect(await prices()).toContainEqual(['5s-480p', 18]);
    const accepted = await app.create();
    expect(await setDefault('stableVideo')).toMatchObject({ id: 'stableVideo', isDefault: true });
    await setDefault('stableVideo');
    await eventually(async () => {
      expect(await prices()).toContainEqual(['5s-480p', 22]);
      expect(await app.create()).toMatchObject({ model: 'stableVideo', credits: 22 });
    });
    expect(await app.row(accepted.id)).toMatchObject({ model: 'seedance', credits: 18 });
    const changes = await app.database.query(
      `SELECT payload ->> 'subject' AS subject, payload -> 'details' AS details FROM outbox
        WHERE payload ->> 'action' = 'default_model_changed'`,
    );
    const details = { default: 'seedance → stableVideo', reason: 'Seedance ends' };
    expect(changes).toEqual([{ subject: 'stableVideo', details }]);
  });

  it('can only retire after another one has become the default', async () => {
    const retired: ModelEntry = { ...shipped('seedance'), state: 'retired', replacement: 'stableVideo' };
    await expect(publish(retired)).rejects.toMatchObject({
      code: 'validation_failed',
      details: { state: expect.stringMatching(/Make another one the default first/) as string },
    });
    await setDefault('stableVideo');
    expect(await publish(retired)).toMatchObject({ state: 'retired', isDefault: false });
    await expect(setDefault('seedance')).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('makes each plan that is sold, is live, and makes videos', async () => {
    const { duration, ...others } = shipped('zeroscope').parameters;
    await publish({
      ...shipped('zeroscope'),
      parameters: { ...others, duration: { ...duration!, values: [5] } } as never,
    });
    await expect(setDefault('zeroscope')).rejects.toMatchObject({
      code: 'validation_failed',
      details: { parameters: expect.stringMatching(/Extended Video, Extended HD Video/) as string },
    });
    await publish({ ...shipped('stableVideo'), state: 'deprecated', endsAt: '2099-01-01' });
    for (const id of ['gfpgan', 'ddcolor', 'seedance-2', 'stableVideo']) {
      await expect(setDefault(id)).rejects.toMatchObject({ code: 'validation_failed' });
    }
    await expect(setDefault('none')).rejects.toMatchObject({ code: 'not_found' });
    expect(await app.call(operationsCalls.getModel, { id: 'seedance' })).toMatchObject({ isDefault: true });
  });

  it('of two operators who choose one at once, the later one wins, and there is one', async () => {
    await Promise.all([setDefault('stableVideo'), setDefault('zeroscope')]);
    const { models } = await app.call(operationsCalls.listAllModels, {});
    expect(models.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });
});
