import { authCalls } from '@luit/contracts/auth/messages';
import { billingEvents } from '@luit/contracts/billing/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { OrderOwner } from '@luit/contracts/generation/pending-orders';
import { eventQueueName, queuePrefix } from '@luit/platform/queues/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { startFakeService } from '@luit/platform/testing/services';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { verify } from 'jsonwebtoken';
import { uuidv7 } from 'uuidv7';
import { startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';

describe('guest access tokens', () => {
  let app: AuthTestApp;
  let generation: { close(): Promise<void> };
  let connection: Redis;
  let queue: Queue;

  beforeAll(async () => {
    app = await startAuthTestApp();
    generation = await startFakeService('generation', app.redis.url, {
      [generationCalls.getOrderOwner.name]: (): OrderOwner => ({ userId: null, email: null, language: null }),
    });
    connection = new Redis(app.redis.url, { maxRetriesPerRequest: null });
    queue = new Queue(eventQueueName('auth'), { prefix: queuePrefix(eventQueueName('auth')), connection });
  });
  afterAll(async () => {
    await queue.close();
    connection.disconnect();
    await generation.close();
    await app.close();
  });

  const keyOf = async (audience: string) => {
    const { keys } = await app.calls.call(authCalls.getVerificationKeys, {});
    return keys.find((key) => key.audience === audience)?.publicKeyPem ?? '';
  };
  const read = async (token: string) =>
    verify(token, await keyOf('luit-claim'), { algorithms: ['ES256'], issuer: 'luit', audience: 'luit-claim' });

  it('a token grants access to one request for 30 days and has its own signing key [G-12]', async () => {
    const order = { requestId: uuidv7(), accountId: uuidv7() };
    const { claimToken } = await app.calls.call(authCalls.issueGuestToken, order);
    const claims = await read(claimToken);
    expect(claims).toMatchObject({ sub: order.requestId, account: order.accountId });
    const { iat = 0, exp = 0 } = claims as { iat?: number; exp?: number };
    expect(exp - iat).toBe(30 * 24 * 60 * 60);
    const sessionKey = await keyOf('luit-web');
    expect(() => verify(claimToken, sessionKey, { algorithms: ['ES256'] })).toThrow();
  });

  it('a token is mailed once the video is paid, if the guest gave an address [G-12]', async () => {
    const paid = { requestId: uuidv7(), accountId: uuidv7(), credits: 18 };
    const email = `guest-${uuidv7()}@example.com`;
    const withoutEmail = { payload: { ...paid, requestId: uuidv7(), email: null } };
    await queue.add(billingEvents.videoPaid.name, withoutEmail, { jobId: uuidv7() });
    const jobId = uuidv7();
    for (const payload of [
      { ...paid, email },
      { ...paid, email },
    ]) {
      await queue.add(billingEvents.videoPaid.name, { payload }, { jobId });
    }
    await eventually(async () => expect(await app.mailsTo(email)).toEqual(['guest_access']));
    const mails = await app.rows<{ id: string }>(`SELECT id FROM mails WHERE kind = 'guest_access'`);
    expect(mails).toHaveLength(1);
    const mail = await app.calls.call(authCalls.renderMail, { mailId: mails[0]?.id ?? '' });
    expect(mail).toMatchObject({ to: email, subject: 'Your order at Luit' });
    const link = new RegExp(`https://luit.example/order/${paid.requestId}\\?claim=([\\w.-]+)`).exec(mail?.text ?? '');
    expect(await read(link?.[1] ?? '')).toMatchObject({ sub: paid.requestId, account: paid.accountId });
    await app.calls.call(authCalls.markMailSent, { mailId: mails[0]?.id ?? '' });
    expect(await app.mailsTo(email)).toEqual([]);
  });
});
