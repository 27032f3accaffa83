import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import type { Balance } from '@luit/contracts/billing/balances';
import { billingCalls, billingEvents } from '@luit/contracts/billing/messages';
import { generationCalls, generationEvents } from '@luit/contracts/generation/messages';
import type { EventContract } from '@luit/contracts/messages/message';
import { eventQueueName, Queues } from '@luit/platform/jobs/queues';
import { metrics } from '@luit/platform/health/metrics';
import { eventually } from '@luit/platform/testing/eventually';
import { testConfig } from '@luit/platform/testing/services';
import { io, type Socket } from 'socket.io-client';
import { uuidv7 } from 'uuidv7';
import { type RunningGateway, startGateway } from '../gateway';
import { recordOf, startGatewayTestApp, type GatewayTestApp } from '../test/gateway-test-app';
import { newUser, type TestUser, tokenFor } from '../test/test-tokens';

/** The first thing that comes with that event. */
function heard<T = unknown>(socket: Socket, event: string): Promise<T> {
  return new Promise((resolve) => socket.once(event, resolve));
}

const CREDITS: Balance = { credits: 82, available: 82, held: 18 };

describe('live events', () => {
  let gateway: GatewayTestApp;
  let second: RunningGateway;
  const open: Socket[] = [];

  beforeAll(async () => {
    gateway = await startGatewayTestApp({ liveGraceMs: 200 });
    second = await startGateway({ ...gateway.config, common: testConfig('gateway', gateway.redis.url) });
    gateway.services.answer(billingCalls.getBalance, () => CREDITS);
  });
  afterEach(() => {
    for (const socket of open.splice(0)) socket.disconnect();
  });
  afterAll(async () => {
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
    await heard(socket, 'connect');
    return socket;
  };
  const refusal = async (socket: Socket): Promise<string> => (await heard<Error>(socket, 'connect_error')).message;
  /** As the relay of another service brings it. */
  const tell = <Payload>(contract: EventContract<Payload>, payload: Payload) =>
    gateway.running.app
      .get(Queues)
      .named(eventQueueName('gateway'))
      .add(contract.name, { payload }, { jobId: uuidv7() });

  it('has who is not connected told of the end by mail, and nobody else', async () => {
    gateway.services.answer(authCalls.sendCompletionMail, () => ({}));
    const [absent, present] = [newUser(), newUser()];
    const socket = await connect(second.url, present);
    const ended = {
      status: 'completed',
      completedAt: new Date().toISOString(),
      money: { state: 'held', credits: 18 },
    } as const;
    const told: string[] = [];
    const seen = heard(socket, 'request.updated');
    await tell(generationEvents.requestUpdated, { request: recordOf(present.id, ended) });
    await seen;
    const old = { ...ended, completedAt: new Date(Date.now() - 16 * 60_000).toISOString() };
    const settled = { ...ended, money: { state: 'captured', credits: 18 } } as const;
    for (const changes of [{ canceled: true, ...ended }, old, settled, {}]) {
      await tell(generationEvents.requestUpdated, { request: recordOf(absent.id, changes) });
    }
    const last = recordOf(absent.id, ended);
    await tell(generationEvents.requestUpdated, { request: last });
    await eventually(() => {
      told.push(...gateway.services.received(authCalls.sendCompletionMail).map(({ requestId }) => requestId));
      expect(told).toContain(last.id);
    });
    expect(told).toEqual([last.id]);
  });

  it('SRV-02: pushes a request to its owner on every replica, and to nobody else', async () => {
    const owner = newUser();
    const sockets = await Promise.all([connect(gateway.url, owner), connect(second.url, owner)]);
    const stranger = await connect(second.url, newUser());
    const strangeEvents: unknown[] = [];
    stranger.onAny((...event) => strangeEvents.push(event));
    const pushed = Promise.all(sockets.map((socket) => heard(socket, 'request.updated')));
    const record = recordOf(owner.id, { outputKey: 'outputs/a/video.mp4', sequence: 7 });
    await tell(generationEvents.requestUpdated, { request: record });
    for (const view of (await pushed) as Record<string, unknown>[]) {
      expect(view).toMatchObject({ id: record.id, request_id: record.id, sequence: 7 });
      expect(view.videoUrl).toMatch(/^\/api\/files\/outputs\/a\/video\.mp4\?/);
      expect(view).not.toHaveProperty('userId');
    }
    const credited = heard(sockets[0] as Socket, 'credits.updated');
    const change = { userId: owner.id, balance: CREDITS, reason: 'purchase', referenceId: null };
    await tell(billingEvents.balanceChanged, change);
    expect(await credited).toEqual({ ...CREDITS, reason: 'purchase', reference_id: null });
    expect(strangeEvents).toEqual([]);
  });

  it('refuses whoever has no good token, and pages of other sites', async () => {
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
    await heard(ours, 'connect');
  });

  it('AUTH-37: beats every 25 s and waits 10 s for an answer', async () => {
    const opened = await fetch(`${gateway.url}/socket.io/?EIO=4&transport=polling`);
    expect(JSON.parse((await opened.text()).slice(1))).toMatchObject({ pingInterval: 25_000, pingTimeout: 10_000 });
  });

  it('SRV-16: sync answers what was missed, from the services', async () => {
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

  it('a question that fails is answered, and the socket lives on', async () => {
    const socket = await connect(gateway.url, newUser());
    gateway.services.answer(generationCalls.syncRequests, () => {
      throw new Error('column "secret" does not exist');
    });
    const answer: unknown = await socket.emitWithAck('sync', {});
    expect(answer).toMatchObject({ success: false, code: 'internal_error' });
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(socket.connected).toBe(true);
  });

  it('takes a newer token of the same person alone', async () => {
    const user = newUser();
    const socket = await connect(gateway.url, user);
    const renew = (token?: string): Promise<unknown> => socket.emitWithAck('auth', { token });
    expect(await renew(tokenFor(gateway.users, newUser()))).toMatchObject({ success: false, code: 'unauthorized' });
    expect(await renew()).toMatchObject({ code: 'unauthorized' });
    expect(await renew(tokenFor(gateway.users, user))).toEqual({ success: true });
  });

  it('disconnects a while after the token ran out', async () => {
    const exp = Math.floor(Date.now() / 1_000) + 2;
    const socket = await connect(gateway.url, newUser(), { exp });
    expect(await heard(socket, 'disconnect')).toBe('io server disconnect');
    expect(Date.now()).toBeGreaterThanOrEqual(exp * 1_000 + 200);
  });

  it('ends the sockets of a session that ended, on every replica, and no other of that person', async () => {
    const user = newUser();
    const elsewhere = { ...user, sessionId: uuidv7() };
    const [ended, alsoEnded, other] = await Promise.all([
      connect(gateway.url, user),
      connect(second.url, user),
      connect(second.url, elsewhere),
    ]);
    const told = Promise.all([ended, alsoEnded].map((socket) => heard(socket, 'session.ended')));
    const gone = Promise.all([ended, alsoEnded].map((socket) => heard(socket, 'disconnect')));
    await gateway.broadcasts.publish(authBroadcasts.sessionsRevoked, {
      userId: user.id,
      sessionIds: [user.sessionId],
      reason: 'signed_out',
    });
    await told;
    await gone;
    expect(other.connected).toBe(true);
    expect(await refusal(client(gateway.url, tokenFor(gateway.users, user)))).toBe('unauthorized');
  });

  it('cuts a blocked user off within a second and says why; a recovery token opens nothing', async () => {
    const user = newUser();
    const token = tokenFor(gateway.users, user);
    const sockets = await Promise.all([connect(gateway.url, user), connect(second.url, user)]);
    const told = Promise.all(sockets.map((socket) => heard(socket, 'session.ended')));
    const gone = Promise.all(sockets.map((socket) => heard(socket, 'disconnect')));
    const start = performance.now();
    await gateway.broadcasts.publish(authBroadcasts.sessionsRevoked, {
      userId: user.id,
      sessionIds: [user.sessionId],
      reason: 'blocked',
    });
    expect(await told).toEqual([{ reason: 'blocked' }, { reason: 'blocked' }]);
    await gone;
    expect(performance.now() - start).toBeLessThan(1_000);
    const refused = await heard<Error & { data?: unknown }>(client(gateway.url, token), 'connect_error');
    expect(refused).toMatchObject({ message: 'unauthorized', data: { code: 'user_blocked' } });
    const recovery = tokenFor(gateway.users, newUser(), { typ: 'recovery' });
    expect(await refusal(client(gateway.url, recovery))).toBe('unauthorized');
  });

  it('gives a client that dropped what it missed', async () => {
    const user = newUser();
    const socket = await connect(gateway.url, user);
    const first = heard(socket, 'request.updated');
    await tell(generationEvents.requestUpdated, { request: recordOf(user.id, { sequence: 1 }) });
    await first;
    const dropped = heard(socket, 'disconnect');
    socket.io.engine.close();
    await dropped;
    const missed = heard<{ sequence: number }>(socket, 'request.updated');
    await tell(generationEvents.requestUpdated, { request: recordOf(user.id, { sequence: 2 }) });
    expect((await missed).sequence).toBe(2);
  });

  it('counts its sockets', async () => {
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
