import { seenKey } from '@luit/contracts/auth/completion-mails';
import { authCalls } from '@luit/contracts/auth/messages';
import type { IssuedSession } from '@luit/contracts/auth/sessions';
import { type RunningSandbox, startSandbox } from '@luit/sandbox/sandbox';
import { type SandboxClient, sandboxClient } from '@luit/sandbox/sandbox-client';
import { closeRedis, connectRedis } from '@luit/platform/redis/redis-connection';
import { eventually } from '@luit/platform/testing/eventually';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { generateVAPIDKeys } from 'web-push';
import { device, password, startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';
import { WebPushMessagesService } from './web-push-messages.service';

const vapid = { ...generateVAPIDKeys(), subject: 'mailto:hello@luit.example' };

interface Browser {
  id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
}

describe('web push', () => {
  let app: AuthTestApp;
  let sandbox: RunningSandbox;
  let client: SandboxClient;
  let session: IssuedSession;

  beforeAll(async () => {
    [app, sandbox] = await Promise.all([startAuthTestApp({ vapid }), startSandbox({ mailbox: false })]);
    client = sandboxClient(sandbox);
  });
  afterAll(() => Promise.all([app.close(), sandbox.close()]));
  beforeEach(async () => {
    session = await app.confirmed();
  });

  const own = ({ user, session_id: sessionId } = session) => ({ userId: user.id, sessionId });
  const newBrowser = async (): Promise<Browser> => {
    const { body } = await client.push('POST', '/browsers', { applicationServerKey: vapid.publicKey });
    const { id, endpoint, keys } = body as { id: string; endpoint: string; keys: { p256dh: string; auth: string } };
    return { id, endpoint, ...keys };
  };
  const subscribe = async (of = session, browser?: Browser): Promise<Browser> => {
    const { id, ...subscription } = browser ?? (await newBrowser());
    await app.calls.call(authCalls.subscribeToWebPush, { ...own(of), ...subscription });
    return { id, ...subscription };
  };
  const signInAgain = () =>
    app.calls.call(authCalls.signIn, {
      email: session.user.email,
      password,
      device: { ...device, userAgent: 'other' },
    });
  const stateOf = (of = session) => app.calls.call(authCalls.getWebPush, own(of));
  const subscriptions = async () =>
    (await app.rows<{ endpoint: string }>('SELECT endpoint FROM web_push_subscriptions')).map((row) => row.endpoint);
  /** Queues the message about a finished request; returns the ids of all its messages. */
  const finish = async (requestId = uuidv7(), hasSucceeded = true, type: 'video' | 'restore' = 'video') => {
    await app.resolve(DataSource).transaction((manager) =>
      app.resolve(WebPushMessagesService).queue(manager, {
        id: requestId,
        userId: session.user.id,
        kind: 'request_finished',
        details: { type, hasSucceeded: String(hasSucceeded) },
      }),
    );
    const rows = await app.rows<{ id: string }>('SELECT id FROM web_push_messages WHERE subject = $1 ORDER BY id', [
      requestId,
    ]);
    return rows.map(({ id }) => id);
  };
  const render = (deliveryId: string) => app.calls.call(authCalls.renderDelivery, { kind: 'web_push', deliveryId });
  const record = (deliveryId: string, status: number | null, retryAfterSeconds: number | null = null) =>
    app.calls.call(authCalls.recordDelivery, {
      ...{ kind: 'web_push', deliveryId, status, error: status === null ? 'connect ECONNREFUSED' : null },
      ...{ response: '', durationMs: 1, retryAfterSeconds },
    });
  /** Sends a message as the worker does; returns the status. */
  const post = async (messageId: string): Promise<number> => {
    const request = await render(messageId);
    const body = Buffer.from(request?.body ?? '', 'base64');
    return (await fetch(request?.url ?? '', { method: 'POST', headers: request?.headers, body })).status;
  };
  const received = async ({ id }: Browser) => {
    const { body } = await client.push('GET', `/browsers/${id}`);
    return (body.messages as { text: string; ttl: number; urgency: string; topic: string }[]).map((message) => ({
      ...message,
      text: JSON.parse(message.text) as Record<string, string>,
    }));
  };

  it('a browser decrypts the message about a finished video, which names no prompt and opens its page', async () => {
    const browser = await subscribe();
    const requestId = uuidv7();
    const [id = ''] = await finish(requestId);
    expect(await post(id)).toBe(201);
    const [message] = await received(browser);
    expect(message).toMatchObject({ urgency: 'high', topic: requestId.replaceAll('-', '') });
    expect(message?.ttl).toBeGreaterThan(86_000);
    expect(message?.text).toEqual({
      title: 'Your video is ready',
      body: 'Open Luit to see it.',
      path: `/image-to-video?request=${requestId}`,
      tag: requestId,
    });
  });

  it('a message is in the language of the account', async () => {
    const browser = await subscribe();
    const [id = ''] = await finish();
    await app.calls.call(authCalls.updateUser, { userId: session.user.id, language: 'hi' });
    await post(id);
    expect((await received(browser))[0]?.text).toMatchObject({
      title: 'आपका वीडियो तैयार है',
      body: 'देखने के लिए Luit खोलें।',
    });
  });

  it('a failed photo says that nothing was charged', async () => {
    const browser = await subscribe();
    const [id = ''] = await finish(undefined, false, 'restore');
    await post(id);
    expect((await received(browser))[0]?.text).toMatchObject({
      title: 'We couldn’t create your photo',
      body: 'You weren’t charged.',
    });
  });

  it('a message that is queued or sent again is shown once', async () => {
    const browser = await subscribe();
    const requestId = uuidv7();
    const [id = ''] = await finish(requestId);
    expect(await finish(requestId)).toEqual([id]);
    expect([await post(id), await post(id)]).toEqual([201, 201]);
    expect(await received(browser)).toHaveLength(1);
    expect(await record(id, 201)).toEqual({ retryInMs: null });
    expect(await render(id)).toBeNull();
    expect(await finish(requestId)).toEqual([id]);
    expect(await record(id, 500)).toEqual({ retryInMs: null });
  });

  it('every subscribed device gets a message, until it signs out', async () => {
    const second = await signInAgain();
    await subscribe();
    await subscribe(second);
    const ids = await finish();
    expect(ids).toHaveLength(2);
    await app.calls.call(authCalls.signOut, { ...own(second), scope: 'local' });
    const rendered = await Promise.all(ids.map(render));
    expect(rendered.filter(Boolean)).toHaveLength(1);
    expect(await finish()).toHaveLength(1);
    expect(await stateOf(second)).toEqual({ publicKey: vapid.publicKey, endpoint: null });
  });

  it.each([
    ['signing out everywhere', () => app.calls.call(authCalls.signOut, { ...own(), scope: 'global' })],
    ['blocking the user', () => app.rows(`UPDATE users SET status = 'blocked' WHERE id = $1`, [session.user.id])],
    [
      '30 days without use',
      () =>
        app.rows(`UPDATE sessions SET last_used_at = now() - interval '31 days' WHERE id = $1`, [session.session_id]),
    ],
    [
      '90 days',
      () => app.rows(`UPDATE sessions SET created_at = now() - interval '91 days' WHERE id = $1`, [session.session_id]),
    ],
  ])('no message is sent after %s', async (_what, end: () => Promise<unknown>) => {
    await subscribe();
    const [id = ''] = await finish();
    await end();
    expect(await render(id)).toBeNull();
    expect(await finish()).toEqual([]);
  });

  it('a session that has ended, or that belongs to someone else, cannot subscribe', async () => {
    const stranger = await app.confirmed();
    const unauthorized = { code: 'unauthorized' };
    const { id: _id, ...subscription } = await newBrowser();
    const subscribeAs = (userId: string, sessionId: string) =>
      app.calls.call(authCalls.subscribeToWebPush, { userId, sessionId, ...subscription });
    await expect(subscribeAs(stranger.user.id, session.session_id)).rejects.toMatchObject(unauthorized);
    await app.calls.call(authCalls.signOut, { ...own(), scope: 'local' });
    await expect(subscribeAs(session.user.id, session.session_id)).rejects.toMatchObject(unauthorized);
  });

  it('a session keeps its latest subscription, and the browser of a new session leaves the old one', async () => {
    const first = await subscribe();
    const second = await subscribe();
    expect(await subscriptions()).not.toContain(first.endpoint);
    expect(await stateOf()).toMatchObject({ endpoint: second.endpoint });
    const next = await app.confirmed();
    await subscribe(next, second);
    expect([(await stateOf()).endpoint, (await stateOf(next)).endpoint]).toEqual([null, second.endpoint]);
    await app.calls.call(authCalls.unsubscribeFromWebPush, own());
    expect((await stateOf(next)).endpoint).toBe(second.endpoint);
    await app.calls.call(authCalls.unsubscribeFromWebPush, own(next));
    expect(await subscriptions()).not.toContain(second.endpoint);
  });

  it.each([404, 410])('a subscription that the push service answers with %d is removed', async (status) => {
    const browser = await subscribe();
    const [id = ''] = await finish();
    await client.push('DELETE', `/browsers/${browser.id}`);
    expect(await post(id)).toBe(410);
    expect(await record(id, status)).toEqual({ retryInMs: null });
    expect(await subscriptions()).not.toContain(browser.endpoint);
    expect(await finish()).toEqual([]);
    expect(await record(id, status)).toEqual({ retryInMs: null });
  });

  it('failures back off, as late as the push service asks, and end after a day', async () => {
    await subscribe();
    const [id = ''] = await finish();
    const retries = [await record(id, 500), await record(id, null), await record(id, 429, 120), await record(id, 503)];
    expect(retries.map(({ retryInMs }) => retryInMs)).toEqual([5_000, 10_000, 120_000, 40_000]);
    await app.rows(`UPDATE web_push_messages SET created_at = now() - interval '25 hours' WHERE id = $1`, [id]);
    expect(await render(id)).toBeNull();
    expect(await record(id, 500)).toEqual({ retryInMs: null });
  });

  it.each([400, 401, 403, 413])('status %d is not retried', async (status) => {
    await subscribe();
    const [id = ''] = await finish();
    expect(await record(id, status)).toEqual({ retryInMs: null });
    expect(await render(id)).toBeNull();
  });

  it('a key that is not a point of the curve is refused', async () => {
    const { id: _id, ...subscription } = await newBrowser();
    const broken = { ...own(), ...subscription, p256dh: `B${'A'.repeat(86)}` };
    await expect(app.calls.call(authCalls.subscribeToWebPush, broken)).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('an outcome that no client has seen is pushed and mailed, and survives a flush of Redis', async () => {
    await subscribe();
    const requestId = uuidv7();
    await app.rows(
      `INSERT INTO completion_mails (request_id, user_id, type, has_succeeded, completed_at, due_at)
       VALUES ($1, $2, 'video', true, now(), now())`,
      [requestId, session.user.id],
    );
    await app.redis.flush();
    await eventually(async () => {
      expect(await app.rows('SELECT FROM web_push_messages WHERE subject = $1', [requestId])).toHaveLength(1);
    });
    expect(await app.mailsTo(session.user.email)).toContain('request_finished');
  });

  it('a session that has seen the outcome gets no message, the other devices of its owner do, and no mail is sent', async () => {
    const [here, there] = [session, await signInAgain()];
    await subscribe(here);
    const phone = await subscribe(there);
    const requestId = uuidv7();
    const redis = connectRedis(app.redis.url, 'test-seen');
    await redis.sadd(seenKey(requestId), here.session_id);
    await closeRedis(redis);
    await app.rows(
      `INSERT INTO completion_mails (request_id, user_id, type, has_succeeded, completed_at, due_at)
       VALUES ($1, $2, 'video', true, now(), now())`,
      [requestId, session.user.id],
    );
    await eventually(async () =>
      expect(await app.rows('SELECT FROM completion_mails WHERE request_id = $1', [requestId])).toEqual([]),
    );
    const messages = await app.rows<{ endpoint: string }>(
      `SELECT p.endpoint FROM web_push_messages m JOIN web_push_subscriptions p ON p.id = m.subscription_id WHERE m.subject = $1`,
      [requestId],
    );
    expect(messages).toEqual([{ endpoint: phone.endpoint }]);
    expect(await app.mailsTo(session.user.email)).not.toContain('request_finished');
  });

  it('the export of an account names the endpoint, and its deletion removes it', async () => {
    const { endpoint } = await subscribe();
    await app.calls.call(authCalls.requestExport, { userId: session.user.id });
    const token = await app.mailedToken(session.user.email, 'export');
    const exported = await app.calls.call(authCalls.readExport, { token });
    expect(exported.sessions).toMatchObject([{ web_push: { endpoint, created_at: expect.any(String) as string } }]);
    await app.calls.call(authCalls.deleteAccount, {
      userId: session.user.id,
      wantsRefund: false,
      by: { password, device },
    });
    expect(await subscriptions()).not.toContain(endpoint);
  });
});

describe('web push outside local mode', () => {
  let app: AuthTestApp;
  let session: IssuedSession;
  beforeAll(async () => {
    app = await startAuthTestApp({ vapid, isPrivateWebhookAllowed: false });
    session = await app.confirmed();
  });
  afterAll(() => app.close());

  const subscribe = (endpoint: string) =>
    app.calls.call(authCalls.subscribeToWebPush, {
      userId: session.user.id,
      sessionId: session.session_id,
      endpoint,
      p256dh: vapid.publicKey,
      auth: 'A'.repeat(22),
    });

  it.each([
    'http://push.example.com/1',
    'https://127.0.0.1/1',
    'https://169.254.169.254/latest/meta-data',
    'https://redis:6379/',
    'https://[::ffff:10.0.0.1]/',
    'https://a:b@push.example.com/',
  ])('an endpoint at %s is refused', async (endpoint) => {
    await expect(subscribe(endpoint)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('an endpoint with TLS at a public name is accepted', async () => {
    await expect(subscribe('https://push.example.com/1')).resolves.toEqual({});
  });

  describe('without keys', () => {
    beforeAll(() => app.restart({ vapid: null, isPrivateWebhookAllowed: false }));
    afterAll(() => app.restart());

    it('no browser can subscribe and nothing is queued', async () => {
      const state = await app.calls.call(authCalls.getWebPush, {
        userId: session.user.id,
        sessionId: session.session_id,
      });
      expect(state.publicKey).toBeNull();
      await expect(subscribe('https://push.example.com/1')).rejects.toMatchObject({ code: 'not_found' });
    });
  });
});
