import type { ReportReceipt } from '@luit/contracts/auth/content-reports';
import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { operationsCalls } from '@luit/contracts/operations/messages';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import { activeOperator } from '../../test/test-operators';
import { tokenFor } from '../../test/test-tokens';
import { RATE_LIMITS } from '../../access/limits/rate-limits';

const TOKEN = 'abcdefghijklmnopqrstuv';
const RECEIPT: ReportReceipt = {
  number: '7K3M-9QXD-01AB-ZY4T',
  kind: 'unlawful',
  state: 'open',
  receivedAt: '2026-11-27T09:00:00.000Z',
  dueAt: '2026-12-04T09:00:00.000Z',
  decidedAt: null,
  answer: null,
};

describe('reports of outputs', () => {
  let gateway: GatewayTestApp;
  const requestId = uuidv7();

  beforeAll(async () => {
    gateway = await startGatewayTestApp({ limits: { ...RATE_LIMITS, contactPerHour: 2 } });
    const { services } = gateway;
    services.answer(authCalls.postContentReport, () => RECEIPT);
    services.answer(authCalls.getReportReceipt, () => RECEIPT);
    services.answer(generationCalls.openShareLink, ({ token }) => {
      if (token !== TOKEN) throw new LuitError('not_found', 'This link does not exist or has ended.');
      return {
        ...{ ownerId: uuidv7(), requestId, type: 'video' as const, prompt: null, duration: 5 },
        ...{ outputKey: 'outputs/1.mp4', posterKey: null, smallKey: null, animationKey: null },
        ...{ completedAt: '2026-11-26T09:00:00.000Z', expiresAt: null, isIndexed: false },
      };
    });
  });
  beforeEach(() => gateway.reset());
  afterAll(() => gateway.close());

  const input = { kind: 'unlawful', target: `https://luit.example/s/${TOKEN}`, text: 'He is not me' };
  const post = (body: object) => request(gateway.url).post('/api/reports').send(body);
  const posted = () => gateway.services.received(authCalls.postContentReport);

  it('a visitor reports a shared video, and reads the state by the number of the receipt', async () => {
    const { body } = await post(input).expect(201);
    expect(body).toEqual({ success: true, report: RECEIPT });
    expect(posted()).toEqual([{ ...input, language: 'en', requestId }]);
    const state = await request(gateway.url).get('/api/reports/7k3m-9qxd-01ab-zy4t').expect(200);
    expect(state.body).toEqual({ success: true, report: RECEIPT });
    await request(gateway.url).get('/api/reports/12345').expect(404);
  });

  it.each([
    ['an id', requestId, requestId],
    ['a link that contains an id', `https://luit.example/create?request=${requestId}`, requestId],
    ['a share link that has ended', 'https://luit.example/s/zzzzzzzzzzzzzzzzzzzzzz', undefined],
    ['any other text', 'the video of the minister', undefined],
  ])('a report of %s is stored, with the request if it names one', async (_name, target, found) => {
    await post({ ...input, target }).expect(201);
    expect(posted()).toEqual([{ ...input, target, language: 'en', requestId: found }]);
  });

  it('the language of the page is the one of the mails, if there are mails in it', async () => {
    for (const language of ['hi', 'ta']) await post({ ...input, language }).expect(201);
    expect(posted()).toMatchObject([{ language: 'hi' }, { language: 'en' }]);
  });

  it('bots that fill in the hidden field and floods of one address are refused', async () => {
    await post({ ...input, website: 'https://casino.example' }).expect(400);
    const statuses = [];
    for (let i = 0; i < 9; i += 1) statuses.push((await post(input)).status);
    expect(statuses.at(-1)).toBe(429);
    expect(posted().length).toBeLessThanOrEqual(8);
  });

  describe('for operators', () => {
    const reportId = uuidv7();
    let takedowns: { liftedAt: string | null }[];

    beforeEach(() => {
      takedowns = [];
      const { services } = gateway;
      services.answer(authCalls.checkAdminSession, () => activeOperator());
      services.answer(authCalls.listContentReports, () => ({
        items: [],
        nextCursor: null,
        total: 0,
        isTotalCapped: false,
      }));
      services.answer(authCalls.decideContentReport, ({ decision, answer }) => ({
        ...RECEIPT,
        ...{ state: decision, answer, id: reportId, target: 'a', requestId, text: 'a', email: null },
        ...{ decidedAt: RECEIPT.dueAt, decidedBy: 'ops@luit.example', events: [] },
      }));
      services.answer(operationsCalls.getJob, () => ({ takedowns, takedownCredits: 0, job: {} }) as never);
      services.answer(operationsCalls.takeDown, () => ({}));
    });

    const decide = (body: object) =>
      request(gateway.url)
        .post(`/api/admin/content-reports/${reportId}/decision`)
        .set('authorization', `Bearer ${tokenFor(gateway.operators, gateway.user)}`)
        .send(body);
    const takeDown = { decision: 'taken_down', answer: 'We removed it', kind: 'unlawful', requestId };

    it('an operator who takes the output down hides it before the report is decided', async () => {
      await decide(takeDown).expect(200);
      const adminId = gateway.user.id;
      expect(gateway.services.received(operationsCalls.takeDown)).toEqual([
        { adminId, requestId, kind: 'unlawful', reason: 'We removed it', returnsCredits: false },
      ]);
      expect(gateway.services.received(authCalls.decideContentReport)).toEqual([
        { adminId, reportId, decision: 'taken_down', answer: 'We removed it', requestId },
      ]);
    });

    it('an output that is already taken down stays so, and the report is decided', async () => {
      takedowns = [{ liftedAt: null }];
      await decide(takeDown).expect(200);
      expect(gateway.services.received(operationsCalls.takeDown)).toEqual([]);
    });

    it('accounts with several takedowns have their addresses', async () => {
      const userId = uuidv7();
      const latestAt = RECEIPT.dueAt;
      const get = () =>
        request(gateway.url)
          .get('/api/admin/content-reports/repeated-takedowns')
          .set('authorization', `Bearer ${tokenFor(gateway.operators, gateway.user)}`)
          .expect(200);
      gateway.services.answer(operationsCalls.listRepeatedTakedowns, () => ({ accounts: [] }));
      expect((await get()).body).toMatchObject({ data: { items: [] } });
      gateway.services.answer(operationsCalls.listRepeatedTakedowns, () => ({
        accounts: [{ userId, takedowns: 3, latestAt }],
      }));
      gateway.services.answer(authCalls.getEmails, () => ({ emails: { [userId]: 'mira@example.com' } }));
      expect((await get()).body).toMatchObject({
        data: { items: [{ user_id: userId, email: 'mira@example.com', takedowns: 3, latest_at: latestAt }] },
      });
    });

    it('a takedown needs a job and a kind; a rejection does not', async () => {
      await decide({ ...takeDown, requestId: undefined }).expect(400);
      await decide({ ...takeDown, kind: undefined }).expect(400);
      await decide({ decision: 'rejected', answer: 'It is satire' }).expect(200);
      expect(gateway.services.received(operationsCalls.takeDown)).toEqual([]);
    });
  });
});
