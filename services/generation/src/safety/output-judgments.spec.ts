import { generationCalls } from '@luit/contracts/generation/messages';
import { DEFAULT_SAFETY_SETTINGS } from '@luit/contracts/generation/safety';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { uuidv7 } from 'uuidv7';
import { changeSafety } from '../test/change-safety';
import { GenerationTestApp } from '../test/generation-test-app';
import { SafetySettingsService } from './safety-settings.service';

const [adminId, reason] = [uuidv7(), 'A review'];

describe('the judgment of outputs', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000, limits: { reconcileIntervalMs: 600_000 } });
  });
  afterAll(() => app.close());

  const judge = (requestId: string, scores: Record<string, number> | null) => {
    const keys = { outputKey: `outputs/${requestId}/video.mp4`, sealedKey: `sealed/${requestId}.mp4` };
    return app.call(generationCalls.judgeOutput, { requestId, scores, ...keys });
  };
  const fail = async (requestId: string) => {
    const lease = await app.track(requestId);
    const failure = { kind: 'moderation', code: 'output_refused', message: 'violence: output 95 %' } as const;
    await app.call(generationCalls.settleJob, { requestId, lease, outcome: { kind: 'failed', failure } });
  };
  const findings = async (userId: string) =>
    (await app.call(operationsCalls.listSafetyFindings, { limit: 10, userId })).items;
  const open = (id: string) => app.call(operationsCalls.openFindingOutput, { id, adminId, reason });

  it('an output whose scores are low is shown, and leaves nothing', async () => {
    const { id, userId } = await app.create();
    expect(await judge(id, { violence: 0.7, unknown: 1 })).toEqual({ refusal: null });
    expect(await findings(userId)).toEqual([]);
  });

  it('a refused output is a finding with a file that operators open with a reason; its owner gets the credits back', async () => {
    const { id, userId } = await app.create({ prompt: 'a boat' });
    await app.submit(id);
    for (let i = 0; i < 2; i += 1)
      expect(await judge(id, { violence: 0.95, minors: 0.4 })).toEqual({ refusal: 'violence: output 95 %' });
    await fail(id);
    expect(await app.get({ id, userId })).toMatchObject({
      status: 'failed',
      outputKey: null,
      error: { code: 'refused_by_policy', message: expect.not.stringContaining('95') as string },
    });
    expect(await app.settled(id)).toMatchObject([{ outcome: 'failed' }]);

    const [finding, ...others] = await findings(userId);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ verdict: 'refuse', requestId: id, hasOutput: true, prompt: 'a boat' });
    expect(await open(finding!.id)).toEqual({ key: `sealed/${id}.mp4` });
    const [seen] = await app.database.query<{ payload: object }[]>(
      `SELECT payload FROM outbox WHERE name = 'generation.operatorActed' ORDER BY seq DESC LIMIT 1`,
    );
    const action = { adminId, action: 'refused_output_viewed', subject: finding!.id, details: { reason } };
    expect(seen?.payload).toMatchObject({ ...action, userIds: [userId] });

    const decision = { id: finding!.id, adminId, reason, decision: 'lifted' } as const;
    await app.call(operationsCalls.decideSafetyFinding, decision);
    expect(await app.database.query('SELECT FROM safety_allowed_prompts WHERE user_id = $1', [userId])).toEqual([]);
  });

  it('refused outputs and prompts together pause an account, until one is lifted', async () => {
    const userId = uuidv7();
    const outputs = [];
    for (let i = 0; i < 4; i += 1) outputs.push((await app.create({ userId })).id);
    // Judged again, an output counts once.
    for (const id of outputs) await Promise.all([judge(id, { violence: 1 }), judge(id, { violence: 1 })]);
    const last = await app.create({ userId });
    await expect(app.create({ userId, prompt: 'nude kids' })).rejects.toMatchObject({ code: 'refused_by_policy' });
    await expect(app.create({ userId })).rejects.toMatchObject({ code: 'too_many_requests' });
    const [ofPrompt, ofOutput, ...others] = await findings(userId);
    expect(others).toHaveLength(3);
    expect(ofPrompt).toMatchObject({ category: 'minors', hasOutput: false });
    await expect(open(ofPrompt!.id)).rejects.toMatchObject({ code: 'not_found' });

    const lift = { adminId, reason, decision: 'lifted' } as const;
    await app.call(operationsCalls.decideSafetyFinding, { ...lift, id: ofOutput!.id });
    expect(await app.create({ userId })).toMatchObject({ jobStatus: 'pending' });
    // The refusals before the pause count no more.
    await judge(last.id, { violence: 1 });
    expect(await app.create({ userId })).toMatchObject({ jobStatus: 'pending' });
  });

  it('its owner deletes a refused request, and operators can still open the file, until the account is deleted', async () => {
    const { id, userId } = await app.create({ prompt: 'a boat' });
    await app.submit(id);
    await judge(id, { violence: 0.95 });
    await fail(id);
    const files = () => app.call(generationCalls.listErasableFiles, { requestId: id });
    await app.call(generationCalls.deleteRequest, { userId, requestId: id });
    await expect(app.get({ id, userId })).rejects.toMatchObject({ code: 'not_found' });
    const sealedKey = `sealed/${id}.mp4`;
    expect(await files()).toEqual({ keys: [], keptKeys: [sealedKey] });
    await app.call(generationCalls.recordErased, { requestId: id });
    const [finding] = await findings(userId);
    expect(finding).toMatchObject({ requestId: id, prompt: 'a boat' });
    expect(await open(finding!.id)).toEqual({ key: sealedKey });

    // The deletion of the account has its file removed too.
    expect(await app.call(generationCalls.eraseRequests, { userId })).toEqual({ left: 1 });
    expect(await findings(userId)).toEqual([]);
    expect(await files()).toEqual({ keys: [], keptKeys: [] });
    await app.call(generationCalls.recordErased, { requestId: id });
    expect(await app.call(generationCalls.eraseRequests, { userId })).toEqual({ left: 0 });
  });

  it('five refused outputs pause an account', async () => {
    const userId = uuidv7();
    const outputs = [];
    for (let i = 0; i < 5; i += 1) outputs.push((await app.create({ userId })).id);
    for (const id of outputs) await judge(id, { violence: 1 });
    await expect(app.create({ userId })).rejects.toMatchObject({ code: 'too_many_requests' });
  });

  it('an output that a bank knows is refused, whatever its scores', async () => {
    const { id, userId } = await app.create();
    const keys = { outputKey: `outputs/${id}/video.mp4`, sealedKey: `sealed/${id}.mp4` };
    const judged = { requestId: id, scores: {}, banks: ['A bank'], ...keys };
    expect(await app.call(generationCalls.judgeOutput, judged)).toEqual({ refusal: 'minors: known in A bank' });
    expect(await findings(userId)).toMatchObject([{ category: 'minors', verdict: 'refuse', hasOutput: true }]);
  });

  it('without scores an output is shown and reviewed, refused or judged later, as the settings say', async () => {
    const [shown, refused, later] = [await app.create(), await app.create(), await app.create()];
    const set = async (onFailure: 'review' | 'refuse' | 'unavailable') => {
      const { thresholds } = DEFAULT_SAFETY_SETTINGS.classifier;
      await changeSafety(app, { classifier: { onFailure, thresholds } });
      app.resolve(SafetySettingsService).forget();
    };
    expect(await judge(shown.id, null)).toEqual({ refusal: null });
    const [review] = await findings(shown.userId);
    expect(review).toMatchObject({ verdict: 'review', phrases: ['classifier unavailable'], hasOutput: true });
    expect(await open(review!.id)).toEqual({ key: `outputs/${shown.id}/video.mp4` });
    await set('refuse');
    expect(await judge(refused.id, null)).toEqual({ refusal: 'other: classifier unavailable' });
    // Nothing was found in them, so they do not count towards a pause.
    const { userId } = refused;
    for (let i = 0; i < 5; i += 1) await judge((await app.create({ userId })).id, null);
    await expect(app.create({ userId, prompt: 'nude kids' })).rejects.toMatchObject({ code: 'refused_by_policy' });
    expect(await app.create({ userId })).toMatchObject({ jobStatus: 'pending' });
    await set('unavailable');
    await expect(judge(later.id, null)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await findings(later.userId)).toEqual([]);
  });
});
