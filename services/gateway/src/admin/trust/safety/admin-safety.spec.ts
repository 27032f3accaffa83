import { authCalls } from '@luit/contracts/auth/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import { DEFAULT_SAFETY_SETTINGS, type SafetyFinding } from '@luit/contracts/generation/safety';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, type GatewayTestApp } from '../../../test/gateway-test-app';
import { activeOperator } from '../../../test/test-operators';
import { tokenFor } from '../../../test/test-tokens';

const reason = 'A new rule of the team';
const SETTINGS = { ...DEFAULT_SAFETY_SETTINGS, changedAt: null };

describe('the safety settings', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
    gateway.services.answer(operationsCalls.getSafetySettings, () => SETTINGS);
    gateway.services.answer(operationsCalls.changeSafetySettings, () => SETTINGS);
  });
  afterAll(() => gateway.close());

  const send = (method: 'get' | 'put' | 'post', path: string) =>
    request(gateway.url)
      [method](`/api/admin/safety${path}`)
      .set('authorization', `Bearer ${tokenFor(gateway.operators, gateway.user)}`);

  it('operators read them, and change some of them', async () => {
    const { body } = await send('get', '').expect(200);
    expect(body).toMatchObject({ data: SETTINGS });
    const change = {
      categories: { impersonation: { verdict: 'review', words: ['Some Minister*'] } },
      throttle: { refusals: 3, windowMinutes: 5, pauseMinutes: 20 },
      ...{ basedOn: '2026-11-27T06:00:00.000Z', reason },
    };
    await send('put', '').send(change).expect(200);
    expect(gateway.services.received(operationsCalls.changeSafetySettings)).toEqual([
      { adminId: gateway.user.id, ...change },
    ]);
  });

  it('operators list findings with who decided, and decide', async () => {
    const [id, userId, adminId] = [uuidv7(), uuidv7(), gateway.user.id];
    const at = '2026-11-27T06:00:00.000Z';
    const finding: SafetyFinding = {
      ...{
        id,
        userId,
        requestId: null,
        isGuest: false,
        apiKeyId: null,
        negativePrompt: null,
        prompt: 'a word',
        phrases: ['word'],
      },
      verdict: 'refuse',
      category: 'other',
      createdAt: at,
      appeal: null,
      hasOutput: false,
      state: 'lifted',
      decision: { adminId, reason, at },
    };
    gateway.services.answer(operationsCalls.listSafetyFindings, () => ({
      ...{ items: [finding], nextCursor: null, total: 1, isTotalCapped: false },
    }));
    gateway.services.answer(authCalls.getAdminEmails, () => ({ emails: { [adminId]: 'ops@luit.example' } }));
    gateway.services.answer(operationsCalls.decideSafetyFinding, () => ({}));
    const { body } = await send('get', `/findings?state=lifted&user=${userId}`).expect(200);
    expect(body).toMatchObject({ data: { items: [{ id, decision: { admin_email: 'ops@luit.example' } }] } });
    expect(gateway.services.received(operationsCalls.listSafetyFindings)).toEqual([
      { limit: expect.any(Number) as number, state: 'lifted', userId },
    ]);
    await send('post', `/findings/${id}/decision`).send({ decision: 'lifted', reason }).expect(200);
    await send('post', '/findings/none/decision').send({ decision: 'lifted', reason }).expect(404);
    await send('post', `/findings/${id}/decision`).send({ decision: 'maybe', reason }).expect(400);
    expect(gateway.services.received(operationsCalls.decideSafetyFinding)).toEqual([
      { id, adminId, decision: 'lifted', reason },
    ]);
  });

  it('operators open the output of a finding with a reason', async () => {
    const id = uuidv7();
    await mkdir(join(gateway.storageDir, 'sealed'), { recursive: true });
    await writeFile(join(gateway.storageDir, 'sealed', `${id}.mp4`), 'a video');
    gateway.services.answer(operationsCalls.openFindingOutput, () => ({ key: `sealed/${id}.mp4` }));
    gateway.services.answer(generationCalls.listTakenDownFiles, () => ({ keys: [] }));
    const answer = await send('post', `/findings/${id}/output`).send({ reason }).expect(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'video/mp4', 'cache-control': 'no-store' });
    expect(gateway.services.received(operationsCalls.openFindingOutput)).toEqual([
      { id, adminId: gateway.user.id, reason },
    ]);
    await send('post', `/findings/${id}/output`).send({}).expect(400);
    await send('post', '/findings/none/output').send({ reason }).expect(404);
  });

  it.each([
    { categories: { other: { verdict: 'block', words: [] } } },
    { categories: { other: { verdict: 'refuse', words: ['*'] } } },
    { categories: { minors: { verdict: 'review', words: [] } } },
    { classifier: { ...SETTINGS.classifier, onFailure: 'allow' } },
    { classifier: { onFailure: 'review', thresholds: { minors: 50 } } },
    { throttle: { refusals: 1, windowMinutes: 5, pauseMinutes: 20 } },
    { reason: '' },
    { basedOn: undefined },
  ])('%j is rejected', async (fault) => {
    await send('put', '')
      .send({ basedOn: null, reason, ...fault })
      .expect(400);
  });
});
