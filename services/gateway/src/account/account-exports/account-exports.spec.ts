import { authCalls } from '@luit/contracts/auth/messages';
import { isTestAccount } from '@luit/contracts/auth/test-accounts';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { CreditTransaction } from '@luit/contracts/billing/transactions';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { recordOf, startGatewayTestApp, type GatewayTestApp, userOf } from '../../test/gateway-test-app';

/** One key of each kind of file that a request can have. */
const KEYS = {
  outputKey: 'outputs/a/video.mp4',
  posterKey: 'outputs/a/poster.webp',
  imageKey: 'uploads/a.png',
  lastImageKey: 'uploads/b.png',
  lateOutputKey: 'outputs/a/late.mp4',
};

describe('account export [G-49]', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    const account = { ...userOf(gateway.user), consented_at: '2026-11-01T00:00:00.000Z' };
    gateway.services.answer(authCalls.requestExport, () => ({}));
    gateway.services.answer(authCalls.readExport, () => ({
      account,
      sessions: [],
      notification_settings: [],
      consents: [],
      api_keys: [],
      linked_sign_ins: [],
      passkeys: [],
      webhook_endpoints: [],
      contact_messages: [],
    }));
    gateway.services.answer(authCalls.closeExport, () => ({}));
    gateway.services.answer(billingCalls.listTransactions, () => ({ transactions: [], total: 0 }));
    gateway.services.answer(generationCalls.listTrash, () => ({ items: [], nextCursor: null }));
    gateway.services.answer(generationCalls.listCollections, () => ({ collections: [] }));
  });
  afterAll(() => gateway.close());

  const download = (body: object = { token: 'mailed' }) =>
    request(gateway.url).post('/api/auth/account/export/download').send(body);

  it('the export link is mailed to the signed-in user', async () => {
    await request(gateway.url).post('/api/auth/account/export').expect(401);
    await request(gateway.url).post('/api/auth/account/export').set(gateway.bearer()).expect(202);
    expect(gateway.services.received(authCalls.requestExport)).toEqual([{ userId: gateway.user.id }]);
  });

  it('the export contains all pages of transactions and requests, with absolute file links', async () => {
    const transactions = Array.from({ length: 250 }, () => ({ id: uuidv7() }) as CreditTransaction);
    const records = Array.from({ length: 3 }, () => recordOf(gateway.user.id, KEYS));
    const [testTransaction, test] = [{ id: uuidv7() } as CreditTransaction, recordOf(gateway.user.id, KEYS)];
    gateway.services.answer(billingCalls.listTransactions, ({ userId, limit, offset }) => {
      const all = isTestAccount(userId) ? [testTransaction] : transactions;
      return { transactions: all.slice(offset, offset + limit), total: all.length };
    });
    gateway.services.answer(generationCalls.listRequests, ({ userId, cursor }) => {
      if (isTestAccount(userId)) return { requests: [test], favorites: [], shared: [], nextCursor: null };
      const at = Number(cursor ?? 0);
      const requests = records.slice(at, at + 2);
      const favorites = requests.slice(0, 1).map(({ id }) => id);
      const shared = requests.slice(1).map(({ id }) => id);
      return { requests, favorites, shared, nextCursor: at + 2 < records.length ? String(at + 2) : null };
    });
    const trashed = { request: recordOf(gateway.user.id, KEYS), eraseAt: '2026-12-26T10:00:00.000Z' };
    gateway.services.answer(generationCalls.listTrash, () => ({ items: [trashed], nextCursor: null }));
    const boats = { id: uuidv7(), name: 'Boats', createdAt: '2026-11-26T10:00:00.000Z' };
    gateway.services.answer(generationCalls.listCollections, () => ({ collections: [{ ...boats, size: 2 }] }));
    const items = records.map(({ id }) => id);
    gateway.services.answer(generationCalls.listCollectionItems, ({ cursor }) =>
      cursor
        ? { requestIds: items.slice(2), nextCursor: null }
        : { requestIds: items.slice(0, 2), nextCursor: items[1]! },
    );
    const answer = await download().expect(200);
    expect(answer.headers).toMatchObject({
      'content-disposition': 'attachment; filename="luit-account.json"',
      'cache-control': 'no-store',
    });
    const body = answer.body as {
      account: object;
      transactions: object[];
      requests: { id: string; videoUrl: string }[];
      test_transactions: object[];
      test_requests: { id: string; videoUrl: string }[];
      favorites: string[];
      shared: string[];
      collections: object[];
      trash: { request: { id: string; videoUrl: string }; eraseAt: string }[];
    };
    expect(body.account).toMatchObject({ id: gateway.user.id });
    expect(body.transactions).toEqual(transactions);
    expect(body.requests.map(({ id }) => id)).toEqual(records.map(({ id }) => id));
    expect(body.test_transactions).toEqual([testTransaction]);
    expect(body.test_requests).toMatchObject([{ id: test.id, videoUrl: expect.stringMatching(/^http:/) as string }]);
    expect(body.favorites).toEqual([records[0]?.id, records[2]?.id]);
    expect(body.shared).toEqual([records[1]?.id]);
    expect(body.collections).toEqual([{ ...boats, requestIds: items }]);
    expect(body.trash).toMatchObject([{ request: { id: trashed.request.id }, eraseAt: trashed.eraseAt }]);
    expect(body.trash[0]?.request.videoUrl).toMatch(/^http:/);
    expect(body.requests[0]?.videoUrl).toMatch(/^http:\/\/127\.0\.0\.1:8080\/api\/files\/outputs\/a\/video\.mp4\?/);
    const links = Object.values(body.requests[0] ?? {}).filter((value) => String(value).includes('/api/files/'));
    expect(links).toHaveLength(7);
    for (const link of links) expect(link).toMatch(/^http:\/\/127\.0\.0\.1:8080\//);
    expect(gateway.services.received(authCalls.closeExport)).toEqual([{ token: 'mailed', rows: 256 }]);
  });

  it('a failing service does not invalidate the link', async () => {
    gateway.services.answer(generationCalls.listRequests, () => {
      throw new LuitError('unavailable', 'Not now', { retryAfterSeconds: 2 });
    });
    await download().expect(503);
    expect(gateway.services.received(authCalls.closeExport)).toEqual([]);
    await download({}).expect(400);
  });
});
