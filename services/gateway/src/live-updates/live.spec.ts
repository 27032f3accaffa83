import { seenKey } from '@luit/contracts/auth/completion-mails';
import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import type { Balance } from '@luit/contracts/billing/balances';
import { billingCalls, billingPushes } from '@luit/contracts/billing/messages';
import { generationCalls, generationPushes } from '@luit/contracts/generation/messages';
import { metrics } from '@luit/platform/metrics/metrics';
import { closeRedis, connectRedis } from '@luit/platform/redis/redis-connection';
import { eventually } from '@luit/platform/testing/eventually';
import { testConfig } from '@luit/platform/testing/services';
import type { Redis } from 'ioredis';
import { io, type Socket } from 'socket.io-client';
import { uuidv7 } from 'uuidv7';
import { type RunningGateway, startGateway } from '../gateway';
import { recordOf, startGatewayTestApp, type GatewayTestApp } from '../test/gateway-test-app';
import { newUser, type TestUser, tokenFor } from '../test/test-tokens';
import { userRoom } from './live-rooms';
import { LiveGateway } from './live.gateway';
import { LivePublisher } from './live-publisher';

/** Resolves with the payload of the next event. */
function nextEvent<T = unknown>(socket: Socket, event: string): Promise<T> {
  return new Promise((resolve) => socket.once(event, resolve));
}

const CREDITS: Balance = { credits: 82, available: 82, held: 18 };

describe('live updates', () => {
  let gateway: GatewayTestApp;
  let second: RunningGateway;
  let redis: Redis;
  const open: Socket[] = [];

  beforeAll(async () => {
    gateway = await startGatewayTestApp({ liveGraceMs: 200 });
    second = await startGateway({ ...gateway.config, common: testConfig('gateway', gateway.redis.url) });
    redis = connectRedis(gateway.redis.url, 'test-seen');
    gateway.services.answer(billingCalls.getBalance, () => CREDITS);
  });
  afterEach(() => {
    for (const socket of open.splice(0)) socket.disconnect();
  });
  afterAll(async () => {
    await closeRedis(redis);
    await second.close();
    await gateway.close();
  });

  const client = (url: string, token: string, options: object = {}): Socket => {
    const socket = io(url, { auth: { token }, transports: ['websocket'], forceNew: true, ...options });
    open.push(socket);
    return socket;
  };
  const connect = async (url: string, user: TestUser, changes = {}): Promise<Socket> => {
    const socket = client(url, tokenFor(gateway.users, user, changes));
    await nextEvent(socket, 'connect');
    // A client learns that it is connected before the server has put it into its room.
    const gateways = [gateway.running, second].map(({ app }) => app.get(LiveGateway));
    await eventually(() => {
      const rooms = gateways.map(({ server }) => server.sockets.adapter.rooms.get(userRoom(user.id)));
      expect(rooms.some((room) => room?.has(socket.id ?? ''))).toBe(true);
    });
    return socket;
  };
  const refusal = async (socket: Socket): Promise<string> => (await nextEvent<Error>(socket, 'connect_error')).message;

  it('an outcome counts as seen once a client of its owner has acknowledged it', async () => {
    const [silent, present] = [newUser(), newUser()];
    await connect(second.url, silent);
    const socket = await connect(second.url, present);
    socket.on('request.updated', (_request: unknown, acknowledge?: () => void) => acknowledge?.());
    const ended = { status: 'completed', completedAt: new Date().toISOString() } as const;
    const [running, unseen, seen] = [recordOf(present.id), recordOf(silent.id, ended), recordOf(present.id, ended)];
    const timedOut = second.app.get(LivePublisher).pushRequest({ request: unseen });
    for (const request of [running, seen]) await gateway.push(generationPushes.requestUpdated, { request });
    await eventually(async () => expect(await redis.smembers(seenKey(seen.id))).toEqual([present.sessionId]));
    expect(await redis.pttl(seenKey(seen.id))).toBeGreaterThan(14 * 60_000);
    await timedOut;
    expect(await redis.exists(seenKey(running.id), seenKey(unseen.id))).toBe(0);
  });

  it('each session counts for itself: a silent one has not seen the outcome that another one acknowledged', async () => {
    const owner = newUser();
    const [silent, present] = [{ ...owner, sessionId: uuidv7() }, owner];
    await connect(second.url, silent);
    const tabs = await Promise.all([connect(second.url, present), connect(second.url, present)]);
    for (const tab of tabs) tab.on('request.updated', (_request: unknown, acknowledge?: () => void) => acknowledge?.());
    const request = recordOf(owner.id, { status: 'completed', completedAt: new Date().toISOString() });
    await second.app.get(LivePublisher).pushRequest({ request });
    expect(await redis.smembers(seenKey(request.id))).toEqual([present.sessionId]);
  });

  it('a request is pushed to all sockets of its owner, on every replica, and to no one else [SRV-02]', async () => {
    const owner = newUser();
    const sockets = await Promise.all([connect(gateway.url, owner), connect(second.url, owner)]);
    const stranger = await connect(second.url, newUser());
    const strangeEvents: unknown[] = [];
    stranger.onAny((...event) => strangeEvents.push(event));
    const pushed = Promise.all(sockets.map((socket) => nextEvent(socket, 'request.updated')));
    const record = recordOf(owner.id, { outputKey: 'outputs/a/video.mp4', sequence: 7 });
    await gateway.push(generationPushes.requestUpdated, { request: record });
    for (const view of (await pushed) as Record<string, unknown>[]) {
      expect(view).toMatchObject({ id: record.id, request_id: record.id, sequence: 7 });
      expect(view.videoUrl).toMatch(/^\/api\/files\/outputs\/a\/video\.mp4\?/);
      expect(view).not.toHaveProperty('userId');
    }
    const credited = nextEvent(sockets[0] as Socket, 'credits.updated');
    const change = { userId: owner.id, balance: CREDITS, reason: 'purchase', referenceId: null };
    await gateway.push(billingPushes.balanceChanged, change);
    expect(await credited).toEqual({ ...CREDITS, reason: 'purchase', reference_id: null });
    expect(strangeEvents).toEqual([]);
  });

  it('an outcome that arrives directly and through the outbox is emitted once', async () => {
    const owner = newUser();
    const socket = await connect(gateway.url, owner);
    const received: unknown[] = [];
    socket.on('request.updated', ({ sequence }: { sequence: number }) => received.push(sequence));
    const ended = { status: 'completed', completedAt: new Date().toISOString() } as const;
    const record = recordOf(owner.id, { ...ended, sequence: 3 });
    for (const sequence of [3, 3, 4, 3]) {
      await gateway.push(generationPushes.requestUpdated, { request: { ...record, sequence } });
    }
    const last = recordOf(owner.id, { sequence: 9 });
    await gateway.push(generationPushes.requestUpdated, { request: last });
    await eventually(() => expect(received).toContain(9));
    expect(received).toEqual([3, 4, 9]);
  });

  it('invalid tokens and pages of other sites are rejected', async () => {
    const user = newUser();
    expect(await refusal(client(gateway.url, ''))).toBe('unauthorized');
    expect(await refusal(client(gateway.url, 'nonsense'))).toBe('unauthorized');
    gateway.services.answer(authCalls.checkAdminSession, () => ({ active: false }));
    expect(await refusal(client(gateway.url, tokenFor(gateway.operators, user)))).toBe('unauthorized');
    expect(await refusal(client(gateway.url, tokenFor(gateway.users, user, { exp: 1 })))).toBe('unauthorized');
    expect(await refusal(client(gateway.url, tokenFor(gateway.users, user, { typ: 'recovery' })))).toBe('unauthorized');
    const good = tokenFor(gateway.users, user);
    await refusal(client(gateway.url, good, { extraHeaders: { origin: 'https://evil.example' } }));
    const ours = client(gateway.url, good, { extraHeaders: { origin: gateway.config.webUrl } });
    await nextEvent(ours, 'connect');
  });

  it('the heartbeat interval is 25 s with a timeout of 10 s [AUTH-37]', async () => {
    const opened = await fetch(`${gateway.url}/socket.io/?EIO=4&transport=polling`);
    expect(JSON.parse((await opened.text()).slice(1))).toMatchObject({ pingInterval: 25_000, pingTimeout: 10_000 });
  });

  it('sync returns missed changes from the services [SRV-16]', async () => {
    const user = newUser();
    const record = recordOf(user.id, { status: 'completed' });
    gateway.services.answer(generationCalls.syncRequests, () => ({ requests: [record] }));
    const socket = await connect(gateway.url, user);
    const since = { [record.id]: 2, 'not an id': 3, [uuidv7()]: 'x' };
    const answer: unknown = await socket.emitWithAck('sync', { since });
    expect(answer).toMatchObject({ requests: [{ id: record.id, status: 'completed' }], credits: CREDITS });
    expect(gateway.services.received(generationCalls.syncRequests)).toEqual([
      { userId: user.id, since: { [record.id]: 2 } },
    ]);
    for (const odd of [null, 7, 'x', { since: null }, { since: [] }]) {
      expect(await socket.emitWithAck('sync', odd)).toMatchObject({ credits: CREDITS });
    }
  });

  it('a failed event is answered, and the socket stays connected', async () => {
    const socket = await connect(gateway.url, newUser());
    gateway.services.answer(generationCalls.syncRequests, () => {
      throw new Error('column "secret" does not exist');
    });
    const answer: unknown = await socket.emitWithAck('sync', {});
    expect(answer).toMatchObject({ success: false, code: 'internal_error' });
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(socket.connected).toBe(true);
  });

  it('only a newer token of the same account is accepted', async () => {
    const user = newUser();
    const socket = await connect(gateway.url, user);
    const renew = (token?: string): Promise<unknown> => socket.emitWithAck('auth', { token });
    expect(await renew(tokenFor(gateway.users, newUser()))).toMatchObject({ success: false, code: 'unauthorized' });
    expect(await renew()).toMatchObject({ code: 'unauthorized' });
    expect(await renew(tokenFor(gateway.users, user))).toEqual({ success: true });
  });

  it('a socket is disconnected after its token expires', async () => {
    const exp = Math.floor(Date.now() / 1_000) + 2;
    const socket = await connect(gateway.url, newUser(), { exp });
    expect(await nextEvent(socket, 'disconnect')).toBe('io server disconnect');
    expect(Date.now()).toBeGreaterThanOrEqual(exp * 1_000 + 200);
  });

  it('a revoked session’s sockets are disconnected on every replica, and no other sockets of the account', async () => {
    const user = newUser();
    const elsewhere = { ...user, sessionId: uuidv7() };
    const [ended, alsoEnded, other] = await Promise.all([
      connect(gateway.url, user),
      connect(second.url, user),
      connect(second.url, elsewhere),
    ]);
    const notified = Promise.all([ended, alsoEnded].map((socket) => nextEvent(socket, 'session.ended')));
    const disconnected = Promise.all([ended, alsoEnded].map((socket) => nextEvent(socket, 'disconnect')));
    await gateway.broadcasts.publish(authBroadcasts.sessionsRevoked, {
      userId: user.id,
      sessionIds: [user.sessionId],
      reason: 'signed_out',
    });
    await notified;
    await disconnected;
    expect(other.connected).toBe(true);
    expect(await refusal(client(gateway.url, tokenFor(gateway.users, user)))).toBe('unauthorized');
  });

  it('a blocked user is disconnected by the broadcast, with the reason; a password reset token opens no socket', async () => {
    const user = newUser();
    const token = tokenFor(gateway.users, user);
    const sockets = await Promise.all([connect(gateway.url, user), connect(second.url, user)]);
    const notified = Promise.all(sockets.map((socket) => nextEvent(socket, 'session.ended')));
    const disconnected = Promise.all(sockets.map((socket) => nextEvent(socket, 'disconnect')));
    await gateway.broadcasts.publish(authBroadcasts.sessionsRevoked, {
      userId: user.id,
      sessionIds: [user.sessionId],
      reason: 'blocked',
    });
    expect(await notified).toEqual([{ reason: 'blocked' }, { reason: 'blocked' }]);
    await disconnected;
    const refused = await nextEvent<Error & { data?: unknown }>(client(gateway.url, token), 'connect_error');
    expect(refused).toMatchObject({ message: 'unauthorized', data: { code: 'user_blocked' } });
    const resetToken = tokenFor(gateway.users, newUser(), { typ: 'recovery' });
    expect(await refusal(client(gateway.url, resetToken))).toBe('unauthorized');
  });

  it('a push with a wrong field reaches no socket, and does not hold up the next one', async () => {
    const user = newUser();
    const socket = await connect(gateway.url, user);
    const received: unknown[] = [];
    socket.on('request.updated', (view: { id: string }) => received.push(view.id));
    const [wrong, good] = [recordOf(user.id), recordOf(user.id)];
    const broken = { ...wrong, progress: 'half' } as unknown as typeof wrong;
    await gateway.push(generationPushes.requestUpdated, { request: broken });
    await gateway.push(generationPushes.requestUpdated, { request: good });
    await eventually(() => expect(received).toEqual([good.id]));
  });

  it('sockets that stay connected learn that updates may be lost after Redis was away', async () => {
    const socket = await connect(second.url, newUser());
    const lost = nextEvent(socket, 'updates.lost');
    await gateway.redis.stop();
    await gateway.redis.start();
    await lost;
    expect(socket.connected).toBe(true);
  });

  it('connected sockets are counted', async () => {
    await connect(gateway.url, newUser());
    const counted = async (): Promise<number> => {
      const text = await metrics.getSingleMetricAsString('luit_live_sockets');
      return Number(/luit_live_sockets (\d+)/.exec(text)?.[1]);
    };
    expect(await counted()).toBeGreaterThan(0);
    for (const socket of open.splice(0)) socket.disconnect();
    await eventually(async () => expect(await counted()).toBe(0));
  });
});
