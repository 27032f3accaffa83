import { MODEL_MISSING } from '@luit/contracts/generation/limits';
import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import { generationCalls } from '@luit/contracts/generation/messages';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { uuidv7 } from 'uuidv7';
import { AlertCauses } from '../alerts/alert-causes';
import { PublishedModels } from '../model-revisions/published-models';
import { GenerationTestApp } from '../test/generation-test-app';

const MISSING = { kind: 'provider', code: MODEL_MISSING, message: 'Not found: No such model' } as const;

describe('a route whose vendor has no such model', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({
      limits: { reconcileIntervalMs: 600_000 },
      providerConcurrency: 1_000,
      colorModel: 'ddcolor',
    });
  });
  afterEach(async () => {
    await app.reset();
    // The later revisions stay: their entries are cached.
    await app.database.query(`UPDATE models SET revision = 1`);
    app.resolve(PublishedModels).forget();
    app.billing.holds.clear();
  });
  afterAll(() => app.close());

  const entryOf = (id: string) => SHIPPED_MODELS.find((each) => each.id === id)!;
  /** A worker takes the job to its provider, which has no such model. @returns the provider */
  const refuse = async (id: string): Promise<string> => {
    const claim = await app.claimSubmission(id);
    if (claim.action !== 'submit') throw new Error(`Expected to submit, got ${claim.action}`);
    const report = { requestId: id, lease: claim.lease, result: 'rejected', failure: MISSING } as const;
    await app.call(generationCalls.recordSubmissionFailure, report);
    return claim.task.provider;
  };
  const publish = (id: string, expectedRevision: number, changes: object = {}) => {
    const publication = { adminId: uuidv7(), expectedRevision, reason: 'A test', needsApproval: false };
    return app.call(operationsCalls.publishModel, { ...publication, id, entry: { ...entryOf(id), ...changes } });
  };
  const alerts = async () => {
    const { mayExist } = app.resolve(AlertCauses);
    const [row] = await app.database.query<{ mayExist: boolean }[]>(`SELECT (${mayExist}) AS "mayExist"`);
    const causes = (await app.resolve(AlertCauses).list()).filter(({ kind }) => kind === 'model_route_missing');
    if (causes.length > 0) expect(row?.mayExist).toBe(true);
    return causes;
  };
  const offered = async () => (await app.call(generationCalls.listPlans, {})).models.map(({ id }) => id);

  it('gets no further job; the job goes to the next route with its hold, and the provider stays available', async () => {
    const [first, dispatched] = [await app.create(), await app.create()];
    expect(await refuse(first.id)).toBe('replicate');
    expect(await app.row(first.id)).toMatchObject({ state: 'pending', money_state: 'held' });
    expect(await app.settled(first.id)).toEqual([]);
    expect(await refuse(dispatched.id)).toBe('replicate');
    const model = 'bytedance/seedance-2.0/text-to-video';
    for (const { id } of [first, dispatched, await app.create()]) {
      expect(await app.claimSubmission(id)).toMatchObject({ task: { provider: 'fal', route: { model } } });
    }
    // Its other models still run there.
    const other = await app.create({ model: 'zeroscope' });
    expect(await app.claimSubmission(other.id)).toMatchObject({ task: { provider: 'replicate' } });
    expect(await app.database.query(`SELECT FROM provider_health WHERE open_until IS NOT NULL`)).toEqual([]);
    expect(await alerts()).toEqual([
      {
        ...{ kind: 'model_route_missing', subject: 'seedance at replicate', severity: 'warning' },
        summary: expect.stringMatching(
          /^replicate has no model bytedance\/\S+, .* Seedance names\. Its jobs go/,
        ) as string,
        action: expect.stringMatching(/Publish Seedance/) as string,
      },
    ]);
  });

  it('without a route that is left the job fails, its credits return, and the model is not offered', async () => {
    const { id } = await app.create({ model: 'zeroscope' });
    await refuse(id);
    expect(await app.settled(id)).toMatchObject([{ outcome: 'failed', credits: 27 }]);
    expect(await offered()).toEqual(['seedance', 'stableVideo']);
    await expect(app.create({ model: 'zeroscope' })).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await alerts()).toMatchObject([{ severity: 'critical', summary: /the model is not offered/ }]);
    const { models } = await app.call(operationsCalls.listAllModels, {});
    expect(models.find((model) => model.id === 'zeroscope')).toMatchObject({ missing: ['replicate'] });
  });

  it('the three routes of a model fail one after the other, and its hold is returned once', async () => {
    const { id } = await app.create();
    expect([await refuse(id), await refuse(id), await refuse(id)]).toEqual(['replicate', 'fal', 'ark']);
    expect(await app.settled(id)).toMatchObject([{ outcome: 'failed' }]);
    expect(await offered()).toEqual(['stableVideo', 'zeroscope']);
    expect(await alerts()).toHaveLength(3);
  });

  it('publishing the entry puts it back, also the same entry, and ends the alert', async () => {
    await refuse((await app.create({ model: 'zeroscope' })).id);
    const { revision, missing } = await publish('zeroscope', 1);
    expect([revision > 1, missing]).toEqual([true, []]);
    // Nothing is missing now, so the same entry writes nothing.
    expect(await publish('zeroscope', revision)).toMatchObject({ revision });
    app.resolve(PublishedModels).forget();
    expect(await offered()).toContain('zeroscope');
    expect(await alerts()).toEqual([]);
    await app.submit((await app.create({ model: 'zeroscope' })).id);
  });

  it('a job of an earlier revision does not take out the route of the one in force', async () => {
    const { id } = await app.create({ model: 'zeroscope' });
    const [route] = entryOf('zeroscope').routes;
    await publish('zeroscope', 1, { routes: [{ ...route, model: { text: 'a/newer-model' } }] });
    app.resolve(PublishedModels).forget();
    await refuse(id);
    expect(await app.settled(id)).toMatchObject([{ outcome: 'failed' }]);
    expect(await alerts()).toEqual([]);
    const claim = await app.claimSubmission((await app.create({ model: 'zeroscope' })).id);
    expect(claim).toMatchObject({ action: 'submit', task: { route: { model: 'a/newer-model' } } });
  });

  it('a canceled job does not go on', async () => {
    const created = await app.create();
    const claim = await app.claimSubmission(created.id);
    await app.call(generationCalls.cancelRequest, { userId: created.userId, requestId: created.id });
    if (claim.action !== 'submit') throw new Error('Not claimed');
    const report = { requestId: created.id, lease: claim.lease, result: 'rejected', failure: MISSING } as const;
    await app.call(generationCalls.recordSubmissionFailure, report);
    expect(await app.settled(created.id)).toMatchObject([{ outcome: 'canceled' }]);
  });

  it('without the step that colorizes, photos are restored but not colorized', async () => {
    const restore = (colorRestoration: boolean) =>
      app.create({
        ...{
          type: 'restore',
          prompt: '',
          duration: undefined,
          imageKey: 'uploads/gray.jpg',
          imageHash: 'a'.repeat(64),
        },
        restore: { quality: 'high', enhancement: 'standard', colorRestoration },
      });
    const { id } = await restore(true);
    await refuse(id);
    expect(await app.settled(id)).toMatchObject([{ outcome: 'failed' }]);
    expect((await app.call(generationCalls.listPlans, {})).colorRestorationRefusal).toMatch(/not available/);
    await expect(restore(true)).rejects.toMatchObject({ code: 'unsupported_combination' });
    await app.submit((await restore(false)).id);
  });
});
