import { testAccountOf } from '@luit/contracts/auth/test-accounts';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { DEFAULT_SAFETY_SETTINGS, type SafetyCategory } from '@luit/contracts/generation/safety';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { RetentionCleaner } from '@luit/platform/retention/retention-cleaner';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { AlertCauses } from '../alerts/alert-causes';
import { changeSafety } from '../test/change-safety';
import { GenerationTestApp } from '../test/generation-test-app';
import { SafetySettingsService } from './safety-settings.service';

const ORDER = {
  guestEmail: null,
  guestLanguage: null,
  type: 'video',
  planId: '5s-480p',
  duration: 5,
} as const;
const REFUSED = 'a girl cutting her wrists';
const REVIEWED = 'Durga beheading Mahishasura, clay idol';
const [adminId, reason] = [uuidv7(), 'A new rule of the team'];

describe('the safety of prompts', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ replicas: 2, limits: { reconcileIntervalMs: 600_000 } });
  });

  afterEach(async () => {
    await app.database.query('TRUNCATE safety_findings, safety_pauses, safety_settings CASCADE');
    forget();
  });

  afterAll(() => app.close());

  const forget = () => app.services.forEach((service) => service.app.get(SafetySettingsService).forget());
  const change = async (category: SafetyCategory, verdict: 'off' | 'review' | 'refuse', words?: string[]) => {
    await changeSafety(app, { categories: { [category]: { verdict, words: words ?? [] } } }, { adminId, reason });
    forget();
  };
  const query = <Row>(sql: string, values: unknown[] = []) => app.database.query<Row[]>(sql, values);
  const findingsOf = (userId: string) =>
    query<{ id: string; verdict: string; request_id: string | null }>(
      'SELECT * FROM safety_findings WHERE user_id = $1 ORDER BY id',
      [userId],
    );
  const refuse = (userId: string, prompt = REFUSED) => app.create({ userId, prompt }).catch((e: LuitError) => e);
  const pause = async (userId: string) => {
    for (let i = 0; i < 5; i += 1) expect(await refuse(userId)).toMatchObject({ code: 'refused_by_policy' });
    // The other replica finds it within five seconds.
    forget();
  };

  it('a refused prompt names its category, and leaves a finding but no request and no hold', async () => {
    const [userId, apiKeyId] = [uuidv7(), uuidv7()];
    const error = await app
      .create({ userId, apiKeyId, prompt: REFUSED, negativePrompt: 'blur' })
      .catch((e: LuitError) => e);
    const [finding] = await findingsOf(userId);
    expect(error).toMatchObject({
      code: 'refused_by_policy',
      message: expect.stringMatching(/content policy doesn’t allow suicide.*won’t help.*14416/) as string,
      details: { category: 'self_harm', refusalId: finding?.id },
    });
    expect(finding).toMatchObject({
      verdict: 'refuse',
      category: 'self_harm',
      phrases: ['cutting her wrists'],
      prompt: REFUSED,
      negative_prompt: 'blur',
      request_id: null,
      api_key_id: apiKeyId,
    });
    expect(await query('SELECT FROM requests WHERE user_id = $1', [userId])).toEqual([]);
    expect([...app.billing.holds.values()].filter((hold) => hold.userId === userId)).toEqual([]);
  });

  it('retries, remixes and orders of single videos are checked too', async () => {
    const userId = uuidv7();
    const { id } = await app.create({ userId });
    await app.submit(id);
    await app.succeed(id);
    const remix = app.call(generationCalls.remixRequest, { userId, requestId: id, prompt: REFUSED });
    await expect(remix).rejects.toMatchObject({ code: 'refused_by_policy' });
    const failed = await app.create({ userId, prompt: 'the Luit at dusk' });
    await app.call(generationCalls.cancelRequest, { userId, requestId: failed.id });
    await change('other', 'refuse', ['Luit']);
    const retry = app.call(generationCalls.retryRequest, { userId, requestId: failed.id });
    await expect(retry).rejects.toMatchObject({ code: 'refused_by_policy', details: { category: 'other' } });
    const order = { ...ORDER, userId, accountId: userId, prompt: REFUSED };
    await expect(app.call(generationCalls.createPendingOrder, order)).rejects.toMatchObject({
      code: 'refused_by_policy',
    });
    expect(await findingsOf(userId)).toHaveLength(3);
  });

  it('a prompt in review is made, and its finding names the request', async () => {
    const userId = uuidv7();
    const { id } = await app.create({ userId, prompt: REVIEWED, idempotencyKey: 'once' });
    await app.create({ userId, prompt: REVIEWED, idempotencyKey: 'once' });
    expect(await findingsOf(userId)).toMatchObject([{ verdict: 'review', category: 'violence', request_id: id }]);
    expect(app.billing.holds.has(id)).toBe(true);
  });

  it('a repeated key returns its request although its prompt is refused by now', async () => {
    const input = { userId: uuidv7(), idempotencyKey: 'before', prompt: 'the Luit at dawn' };
    const { id } = await app.create(input);
    await change('other', 'refuse', ['luit']);
    expect((await app.create(input)).id).toBe(id);
    await expect(app.create({ ...input, idempotencyKey: 'after' })).rejects.toMatchObject({
      code: 'refused_by_policy',
    });
    expect(await findingsOf(input.userId)).toHaveLength(1);
  });

  it('five refused prompts pause the account on every replica, raise an alert, and each pause is longer', async () => {
    const userId = uuidv7();
    await pause(userId);
    const attempts = await Promise.all(Array.from({ length: 4 }, () => refuse(userId, 'a river at dawn')));
    for (const error of attempts) {
      expect(error).toMatchObject({ code: 'too_many_requests', details: { pausedMinutes: 10 } });
      expect((error as LuitError).retryAfterSeconds).toBeGreaterThan(540);
    }
    expect(await app.create()).toMatchObject({ jobStatus: 'pending' });
    const causes = async () => (await app.resolve(AlertCauses).list()).filter(({ kind }) => kind === 'prompts_refused');
    expect(await causes()).toMatchObject([
      { subject: 'accounts', summary: expect.stringContaining('1 account is paused') as string },
    ]);
    const { mayExist } = app.resolve(AlertCauses);
    expect(await query(`SELECT (${mayExist}) AS is`)).toEqual([{ is: true }]);
    // The pause ends, and the refusals before its end do not count again.
    await query(`UPDATE safety_pauses SET until = now()`);
    forget();
    expect(await causes()).toEqual([]);
    await pause(userId);
    expect(await refuse(userId)).toMatchObject({ details: { pausedMinutes: 20 } });
    await query(`UPDATE safety_pauses SET until = now() - interval '25 hours'`);
    await query(`UPDATE safety_pauses SET pauses = 30`);
    await query(`DELETE FROM safety_findings`);
    forget();
    await pause(userId);
    expect(await refuse(userId)).toMatchObject({ details: { pausedMinutes: 10 } });
  });

  it('refusals outside of the time of the setting do not count', async () => {
    const userId = uuidv7();
    const throttle = { refusals: 2, windowMinutes: 5, pauseMinutes: 3 };
    const changed = await changeSafety(app, { throttle });
    expect(changed).toEqual({ ...DEFAULT_SAFETY_SETTINGS, throttle, changedAt: expect.any(String) as string });
    forget();
    await query(
      `INSERT INTO safety_findings (user_id, verdict, category, phrases, prompt, created_at)
       VALUES ($1, 'refuse', 'violence', '{}', '', now() - interval '6 minutes'), ($1, 'review', 'violence', '{}', '', now())`,
      [userId],
    );
    await refuse(userId);
    expect(await refuse(userId)).toMatchObject({ code: 'refused_by_policy' });
    forget();
    expect(await refuse(userId)).toMatchObject({ code: 'too_many_requests', details: { pausedMinutes: 3 } });
  });

  it('nothing of test accounts is stored, and they are not paused', async () => {
    const userId = testAccountOf(uuidv7());
    await pause(userId);
    expect(await refuse(userId)).toMatchObject({ code: 'refused_by_policy' });
    expect(await findingsOf(userId)).toEqual([]);
  });

  it('settings are validated, stored with an entry in the audit log, and returned', async () => {
    expect(await app.call(operationsCalls.getSafetySettings, {})).toEqual({
      ...DEFAULT_SAFETY_SETTINGS,
      changedAt: null,
    });
    await change('impersonation', 'refuse', ['Some Minister*', 'Another Minister']);
    await change('impersonation', 'review', ['Some Minister*']);
    const { categories, ...others } = DEFAULT_SAFETY_SETTINGS;
    expect(await app.call(operationsCalls.getSafetySettings, {})).toEqual({
      categories: { ...categories, impersonation: { verdict: 'review', words: ['Some Minister*'] } },
      ...others,
      changedAt: expect.any(String) as string,
    });
    const rows = await query<{ payload: object }>(
      `SELECT payload FROM outbox WHERE name = 'generation.operatorActed' ORDER BY seq DESC LIMIT 1`,
    );
    expect(rows[0]?.payload).toMatchObject({
      adminId,
      action: 'safety_settings_changed',
      subject: null,
      details: { impersonation: 'refuse → review; words: 1, 0 added, 1 removed', reason },
    });
    for (const [category, verdict, words] of [
      ['minors', 'off', undefined],
      ['minors', 'review', undefined],
      ['other', 'refuse', ['*']],
      ['other', 'refuse', ['a*b*c*d*e']],
      ['other', 'refuse', ['w'.repeat(81)]],
    ] as const) {
      const invalid = change(category, verdict, words && [...words]);
      await expect(invalid).rejects.toMatchObject({ code: 'validation_failed' });
    }
  });

  it('a change of settings that another operator has changed since is refused with the stored ones', async () => {
    const before = await app.call(operationsCalls.getSafetySettings, {});
    const throttle = { refusals: 2, windowMinutes: 5, pauseMinutes: 3 };
    const first = await changeSafety(app, { throttle });
    const late = { adminId, reason, basedOn: before.changedAt };
    const refused = app.call(operationsCalls.changeSafetySettings, {
      ...late,
      classifier: { ...before.classifier, onFailure: 'refuse' },
    });
    await expect(refused).rejects.toMatchObject({ code: 'conflict', details: first });
    expect(await app.call(operationsCalls.getSafetySettings, {})).toEqual(first);
  });

  it('every replica applies a change within seconds', async () => {
    const verdicts = async () => {
      const states = app.services.map((service) => service.app.get(SafetySettingsService).current());
      return (await Promise.all(states)).map(({ settings }) => settings.categories.violence.verdict);
    };
    expect(await verdicts()).toEqual(['refuse', 'refuse']);
    await changeSafety(app, { categories: { violence: { verdict: 'off', words: [] } } });
    await eventually(async () => expect(await verdicts()).toEqual(['off', 'off']));
  });

  it('findings are append-only, end with their retention, and with the account', async () => {
    const userId = uuidv7();
    await refuse(userId);
    await expect(query(`UPDATE safety_findings SET prompt = ''`)).rejects.toThrow('append-only');
    await query(
      `INSERT INTO safety_findings (id, user_id, verdict, category, phrases, prompt)
       VALUES ('01000000-0000-7000-8000-000000000000', $1, 'refuse', 'violence', '{}', 'of a day in 2004')`,
      [userId],
    );
    await app.resolve(RetentionCleaner).round();
    expect(await findingsOf(userId)).toMatchObject([{ verdict: 'refuse', request_id: null }]);
    await app.call(generationCalls.eraseRequests, { userId });
    expect(await findingsOf(userId)).toEqual([]);
  });
});
