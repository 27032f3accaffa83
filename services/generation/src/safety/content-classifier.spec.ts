import { alertCalls, type AlertCause } from '@luit/contracts/alerts/alerts';
import { testAccountOf } from '@luit/contracts/auth/test-accounts';
import { generationCalls } from '@luit/contracts/generation/messages';
import { DEFAULT_SAFETY_SETTINGS, type SafetySettings } from '@luit/contracts/generation/safety';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { plainImage } from '@luit/sandbox/classifier/plain-image';
import { type RunningSandbox, startSandbox } from '@luit/sandbox/sandbox';
import { eventually } from '@luit/platform/testing/eventually';
import { startFakeService } from '@luit/platform/testing/services';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { uuidv7 } from 'uuidv7';
import { changeSafety } from '../test/change-safety';
import { GenerationTestApp } from '../test/generation-test-app';
import { SafetySettingsService } from './safety-settings.service';

const VIOLENT = 'a scene [score:violence=0.91]';
const [adminId, reason] = [uuidv7(), 'A new model'];
type Failure = SafetySettings['classifier']['onFailure'];

describe('the classifier of prompts and images', () => {
  let app: GenerationTestApp;
  let unanswered: GenerationTestApp;
  let sandbox: RunningSandbox;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'luit-classifier-'));
    mkdirSync(path.join(folder, 'uploads'));
    sandbox = await startSandbox({ mailbox: false });
    const start = (url: string) =>
      GenerationTestApp.start({
        archiveFolder: folder,
        classifier: { url, apiKey: sandbox.classifier.apiKey, timeoutMs: 5_000 },
        limits: { reconcileIntervalMs: 600_000 },
      });
    [app, unanswered] = await Promise.all([
      start(`${sandbox.url}/classifier/classify`),
      start(`${sandbox.url}/classifier/nothing`),
    ]);
  });
  afterEach(async () => {
    await app.database.query('TRUNCATE safety_settings');
    app.resolve(SafetySettingsService).forget();
  });
  afterAll(async () => {
    await Promise.all([app.close(), unanswered.close()]);
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });

  const findings = async (userId: string, of = app) =>
    (await of.call(operationsCalls.listSafetyFindings, { limit: 10, userId })).items;
  const setFailure = async (onFailure: Failure, of = app) => {
    const { thresholds } = DEFAULT_SAFETY_SETTINGS.classifier;
    await changeSafety(of, { classifier: { onFailure, thresholds } });
  };
  const image = async (background: string) => {
    const key = `uploads/${uuidv7()}.png`;
    writeFileSync(path.join(folder, key), await plainImage(background));
    return key;
  };
  const restore = (userId: string, imageKey: string) =>
    app.create({
      ...{ userId, type: 'restore', prompt: '', duration: undefined, imageKey },
      restore: { quality: 'standard', enhancement: 'standard', colorRestoration: false },
    });

  it('a prompt whose score reaches the threshold is refused without a hold, until an operator lifts that', async () => {
    const userId = uuidv7();
    expect(await app.create({ userId, prompt: 'a scene [score:violence=0.79]' })).toMatchObject({ credits: 18 });
    const holds = app.billing.holds.size;
    await expect(app.create({ userId, prompt: VIOLENT })).rejects.toMatchObject({
      code: 'refused_by_policy',
      details: { category: 'violence' },
    });
    expect(app.billing.holds.size).toBe(holds);
    const [finding] = await findings(userId);
    expect(finding).toMatchObject({ verdict: 'refuse', category: 'violence', phrases: ['classifier 91 %'] });
    await app.call(operationsCalls.decideSafetyFinding, { id: finding!.id, adminId, reason, decision: 'lifted' });
    expect(await app.create({ userId, prompt: VIOLENT })).toMatchObject({ jobStatus: 'pending' });
  });

  it('the verdict is that of the category, and thresholds are settings', async () => {
    const userId = uuidv7();
    await changeSafety(app, { categories: { violence: { verdict: 'review', words: [] } } });
    const { id } = await app.create({ userId, prompt: VIOLENT });
    expect(await findings(userId)).toMatchObject([{ verdict: 'review', requestId: id }]);
    await changeSafety(app, { categories: { violence: { verdict: 'off', words: [] } } });
    await app.create({ userId, prompt: VIOLENT });
    const { onFailure, thresholds } = DEFAULT_SAFETY_SETTINGS.classifier;
    const classifier = { onFailure, thresholds: { ...thresholds, self_harm: 20 } };
    expect(await changeSafety(app, { classifier })).toMatchObject({ classifier });
    // Words find it worth a review, which does not spare it the classifier.
    await expect(app.create({ userId, prompt: 'a [score:self_harm=0.2]' })).rejects.toMatchObject({
      details: { category: 'self_harm' },
    });
    expect(await findings(userId)).toHaveLength(2);
  });

  it('an image is refused, also for a single video that is paid for, and exactly this image can be allowed', async () => {
    const userId = uuidv7();
    expect(await restore(userId, await image('#080'))).toMatchObject({ jobStatus: 'pending' });
    const imageKey = await image('#f0f');
    await expect(restore(userId, imageKey)).rejects.toMatchObject({ details: { category: 'violence' } });
    const order = { userId, accountId: userId, guestEmail: null, guestLanguage: null, planId: '5s-480p' };
    const video = { type: 'image_video', prompt: 'a river', duration: 5, imageKey } as const;
    await expect(app.call(generationCalls.createPendingOrder, { ...order, ...video })).rejects.toMatchObject({
      code: 'refused_by_policy',
    });
    const [ofOrder, ofPhoto] = await findings(userId);
    expect([ofOrder, ofPhoto]).toMatchObject([{ phrases: ['image 97 %'] }, { phrases: ['image 97 %'] }]);
    await app.call(operationsCalls.decideSafetyFinding, { id: ofPhoto!.id, adminId, reason, decision: 'lifted' });
    // Uploaded again, the same image has another key.
    expect(await restore(userId, await image('#f0f'))).toMatchObject({ jobStatus: 'pending' });
    await expect(restore(userId, await image('#e0e'))).rejects.toMatchObject({ code: 'refused_by_policy' });
  });

  it('without an answer a request is made and reviewed, refused or turned away, as the settings say', async () => {
    const userId = uuidv7();
    const { id } = await unanswered.create({ userId });
    expect(await findings(userId, unanswered)).toMatchObject([
      { verdict: 'review', requestId: id, category: 'other', phrases: ['classifier unavailable'] },
    ]);
    await setFailure('refuse', unanswered);
    await expect(unanswered.create({ userId })).rejects.toMatchObject({
      code: 'refused_by_policy',
      details: { isUnchecked: true },
    });
    await setFailure('unavailable', unanswered);
    await expect(unanswered.create({ userId })).rejects.toMatchObject({ code: 'unavailable' });
    expect(await findings(userId, unanswered)).toHaveLength(1);
    // A repeated key returns its request all the same.
    await setFailure('review', unanswered);
    const first = await unanswered.create({ userId, idempotencyKey: 'once' });
    await setFailure('unavailable', unanswered);
    expect((await unanswered.create({ userId, idempotencyKey: 'once' })).id).toBe(first.id);
  });

  it('operators are alerted of a classifier that does not answer', async () => {
    const reports: { source: string; causes: AlertCause[] }[] = [];
    const auth = await startFakeService('auth', unanswered.redis.url, {
      [alertCalls.reportAlerts.name]: (report: (typeof reports)[number]) => {
        reports.push(report);
        return {};
      },
    });
    await setFailure('review', unanswered);
    await unanswered.create();
    try {
      await eventually(() =>
        expect(reports.find(({ source }) => source === 'classifier')?.causes).toMatchObject([
          { kind: 'classifier_unavailable', subject: 'classifier' },
        ]),
      );
    } finally {
      await auth.close();
    }
  });

  it('an image that cannot be read has no answer, and test requests are not sent to the classifier', async () => {
    await setFailure('unavailable');
    await expect(restore(uuidv7(), `uploads/${uuidv7()}.png`)).rejects.toMatchObject({ code: 'unavailable' });
    const test = await app.create({ userId: testAccountOf(uuidv7()), prompt: VIOLENT });
    expect(test).toMatchObject({ jobStatus: 'pending' });
  });
});
