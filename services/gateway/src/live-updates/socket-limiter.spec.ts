import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { metrics } from '@luit/platform/metrics/metrics';
import { eventually } from '@luit/platform/testing/eventually';
import type { GatewayConfig } from '../config';
import { io, type Socket } from 'socket.io-client';
import { uuidv7 } from 'uuidv7';
import { recordOf, startGatewayTestApp, type GatewayTestApp } from '../test/gateway-test-app';
import { activeOperator } from '../test/test-operators';
import { guestTokenFor, newUser, tokenFor } from '../test/test-tokens';
import { socketLimits } from './socket-limits';

const FRAMES = 40;
const LIMITS = {
  ...socketLimits(1),
  framesPerMinute: FRAMES,
  accountFramesPerMinute: 3 * FRAMES,
  perAccount: 5,
  perGuest: 2,
  perAddress: 100,
  handshakesPerMinute: 10_000,
};
const BALANCE = { credits: 10, available: 10, held: 0 };

function nextEvent<T = unknown>(socket: Socket, event: string): Promise<T> {
  return new Promise((resolve) => socket.once(event, resolve));
}

/** Sends raw frames, bypassing the encoder of the client library. */
function sendRaw(socket: Socket, frames: string[]): void {
  for (const frame of frames) socket.io.engine.write(frame);
}

let gateway: GatewayTestApp;
const open: Socket[] = [];
const paid = uuidv7();
const paidLater = new Set<string>();
const guestAccount = uuidv7();

const start = async (sockets: Partial<GatewayConfig['sockets']> = {}): Promise<GatewayTestApp> => {
  const started = await startGatewayTestApp({ sockets: { ...LIMITS, ...sockets } });
  const { services } = started;
  services.answer(billingCalls.getBalance, () => BALANCE);
  services.answer(generationCalls.syncRequests, () => ({ requests: [] }));
  services.answer(generationCalls.getRequest, ({ requestId }) => {
    if (requestId === paid || paidLater.has(requestId)) return recordOf(guestAccount, { id: requestId });
    throw new LuitError('awaiting_payment', 'This video has not been paid for yet.');
  });
  services.answer(authCalls.checkAdminSession, () => activeOperator());
  return started;
};

const gaugeOf = async (name: string, label = ''): Promise<number> => {
  const text = await metrics.getSingleMetricAsString(name);
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(name) && line.includes(label))
      ?.split(' ')
      .at(-1) ?? 0,
  );
};
const limitedEvents = () => gaugeOf('luit_security_events_total', 'socket_limited');
const client = (auth: object, options: object = {}, url = gateway.url): Socket => {
  const socket = io(url, { auth, transports: ['websocket'], forceNew: true, reconnection: false, ...options });
  open.push(socket);
  return socket;
};
const connected = async (auth: object, options: object = {}): Promise<Socket> => {
  const socket = client(auth, options);
  await nextEvent(socket, 'connect');
  return socket;
};
const asUser = (user = newUser()) => ({ token: tokenFor(gateway.users, user) });
const asGuest = (requestId = paid) => ({ claim: guestTokenFor(gateway.guests, requestId, guestAccount) });
const asOperator = () => ({ token: tokenFor(gateway.operators, newUser()) });
const refusal = (socket: Socket) => nextEvent<Error & { data?: { code: string } }>(socket, 'connect_error');
const disconnectAll = async (): Promise<void> => {
  for (const socket of open.splice(0)) socket.disconnect();
  await eventually(async () => expect(await gaugeOf('luit_live_sockets')).toBe(0));
};

describe('socket limits', () => {
  beforeAll(async () => {
    gateway = await start();
  });
  afterEach(disconnectAll);
  afterAll(() => gateway.close());

  it('20,000 sync frames of one socket cause a bounded number of calls and do not affect other sockets', async () => {
    const [attacker, other] = [await connected(asUser()), await connected(asUser())];
    const before = await limitedEvents();
    gateway.services.received(generationCalls.syncRequests);
    const notified = nextEvent<{ code: string; message: string }>(attacker, 'limited');
    const disconnected = nextEvent<string>(attacker, 'disconnect');
    sendRaw(
      attacker,
      Array.from({ length: 20_000 }, (_, n) => `2${n}["sync",{}]`),
    );
    expect(await other.emitWithAck('sync', {})).toMatchObject({ credits: BALANCE });
    expect(await notified).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 60 });
    expect(await disconnected).toBe('io server disconnect');
    expect(gateway.services.received(generationCalls.syncRequests).length).toBeLessThanOrEqual(FRAMES + 2);
    expect(await limitedEvents()).toBe(before + 1);
    expect(await other.emitWithAck('sync', {})).toMatchObject({ credits: BALANCE });
  });

  describe.each([
    ['a user', () => asUser()],
    ['a guest', () => asGuest()],
    ['an operator', () => asOperator()],
  ])('a socket of %s', (_caller, credentials) => {
    const deep = '{"a":'.repeat(2_000) + '1' + '}'.repeat(2_000);
    const since = JSON.stringify(Object.fromEntries(Array.from({ length: 600 }, () => [uuidv7(), 1])));
    it.each([
      ['sync', '2["sync",{}]'],
      ['sync with an acknowledgement', '21["sync",{}]'],
      ['sync of many requests', `21["sync",{"since":${since}}]`],
      ['sync with a deep body', `21["sync",{"since":${deep}}]`],
      ['sync with odd bodies', '21["sync",null,[],"x",7]'],
      ['auth', '21["auth",{"token":"nonsense"}]'],
      ['auth without a body', '2["auth"]'],
      ['subscribe', '21["subscribe",{"topics":["jobs"]}]'],
      ['subscribe with odd topics', '21["subscribe",{"topics":{"length":1e9}}]'],
      ['an unknown event', '21["no-such-event",{}]'],
      ['an event of prototypes', '21["__proto__",{"__proto__":{"x":1}}]'],
      ['an unexpected acknowledgement', '37["x"]'],
      ['an unknown namespace', '0/nowhere,{}'],
    ])('it is disconnected with a reason after a flood of: %s', async (_frame, frame) => {
      const socket = await connected(credentials());
      const notified = nextEvent<{ code: string }>(socket, 'limited');
      const disconnected = nextEvent(socket, 'disconnect');
      sendRaw(socket, Array<string>(FRAMES + 5).fill(frame));
      expect(await notified).toMatchObject({ code: 'too_many_requests' });
      await disconnected;
    });

    it.each([
      ['invalid JSON', '2["sync",{'],
      ['a packet without an event', '2{}'],
      ['a reserved event', '2["disconnect"]'],
      ['an unknown packet type', '9["sync"]'],
      ['attachments that never arrive', '51-["sync",{"_placeholder":true,"num":0}]'],
      ['a second connect', '0{"token":"x"}'],
      ['an empty packet', ''],
    ])('it is disconnected at once after: %s', async (_frame, frame) => {
      const socket = await connected(credentials());
      const disconnected = nextEvent(socket, 'disconnect');
      sendRaw(socket, [frame]);
      await disconnected;
    });

    it('it is disconnected for binary data and for an oversized message', async () => {
      for (const payload of [Buffer.alloc(8), 'x'.repeat(40_000)]) {
        const socket = await connected(credentials());
        const disconnected = nextEvent(socket, 'disconnect');
        socket.emit('sync', payload);
        await disconnected;
      }
    });
  });

  it('a flood of WebSocket pings is disconnected', async () => {
    const socket = await connected(asUser());
    const disconnected = nextEvent(socket, 'disconnect');
    const { ws } = socket.io.engine.transport as unknown as { ws: { ping(): void } };
    for (let sent = 0; sent < FRAMES + 5; sent += 1) ws.ping();
    await disconnected;
  });

  it('sockets of one account share a budget', async () => {
    const user = newUser();
    const sockets = await Promise.all(Array.from({ length: 5 }, () => connected(asUser(user))));
    const notified = Promise.race(sockets.map((socket) => nextEvent(socket, 'limited')));
    // Each socket stays below its own limit.
    for (const socket of sockets) sendRaw(socket, Array<string>(23).fill('2["sync",{}]'));
    const extra = await connected(asUser());
    expect(await extra.emitWithAck('sync', {})).toMatchObject({ credits: BALANCE });
    for (const socket of sockets) sendRaw(socket, Array<string>(12).fill('2["x"]'));
    expect(await notified).toMatchObject({ code: 'too_many_requests' });
  });

  it('a second sync is rejected while the first one is in flight', async () => {
    let finish = (): void => undefined;
    const begun = new Promise<void>((onBegun) => {
      gateway.services.answer(generationCalls.syncRequests, () => {
        onBegun();
        return new Promise((resolve) => (finish = () => resolve({ requests: [] })));
      });
    });
    const socket = await connected(asUser());
    const first = socket.emitWithAck('sync', {});
    await begun;
    expect(await socket.emitWithAck('sync', {})).toMatchObject({ success: false, code: 'too_many_requests' });
    finish();
    expect(await first).toMatchObject({ credits: BALANCE });
    gateway.services.answer(generationCalls.syncRequests, () => ({ requests: [] }));
    expect(await socket.emitWithAck('sync', {})).toMatchObject({ credits: BALANCE });
  });

  it('sockets of one account have at most four events in flight', async () => {
    const finish: (() => void)[] = [];
    gateway.services.answer(
      generationCalls.syncRequests,
      () => new Promise((resolve) => finish.push(() => resolve({ requests: [] }))),
    );
    const user = newUser();
    const sockets = await Promise.all(Array.from({ length: 5 }, () => connected(asUser(user))));
    const answers = sockets.map((socket) => socket.emitWithAck('sync', {}) as Promise<object>);
    expect(await Promise.race(answers)).toMatchObject({ success: false, code: 'too_many_requests' });
    await eventually(() => expect(finish).toHaveLength(4));
    for (const one of finish) one();
    expect((await Promise.all(answers)).filter((answer) => 'credits' in answer)).toHaveLength(4);
    gateway.services.answer(generationCalls.syncRequests, () => ({ requests: [] }));
  });

  it('sockets per account and guest token are limited, and closed ones free their slots', async () => {
    const user = newUser();
    const { perAccount, perGuest } = LIMITS;
    for (const [auth, cap] of [[() => asUser(user), perAccount] as const, [() => asGuest(), perGuest] as const]) {
      const held = await Promise.all(Array.from({ length: cap }, () => connected(auth())));
      expect(await refusal(client(auth()))).toMatchObject({
        data: { code: 'too_many_requests', retryAfterSeconds: 60 },
      });
      held[0]?.disconnect();
      await eventually(async () => {
        const socket = client(auth());
        await Promise.race([nextEvent(socket, 'connect'), refusal(socket)]);
        expect(socket.connected).toBe(true);
      });
    }
    await connected(asUser());
  });

  it('a polling body with thousands of packets ends its connection', async () => {
    const base = `${gateway.url}/socket.io/?EIO=4&transport=polling`;
    const opened = await (await fetch(base)).text();
    const { sid } = JSON.parse(opened.slice(1)) as { sid: string };
    const body = Array<string>(8_000).fill('40').join('\x1e');
    await fetch(`${base}&sid=${sid}`, { method: 'POST', body });
    await eventually(async () => expect((await fetch(`${base}&sid=${sid}`)).status).toBe(400));
    expect(
      (await fetch(`${base}&sid=${sid}`, { method: 'POST', body: '4'.repeat(40_000) })).status,
    ).toBeGreaterThanOrEqual(400);
  });

  it('a guest token opens a socket only after its order is paid', async () => {
    const waiting = uuidv7();
    expect(await refusal(client(asGuest(waiting)))).toMatchObject({
      message: 'This video has not been paid for yet.',
      data: { code: 'awaiting_payment' },
    });
    paidLater.add(waiting);
    await connected(asGuest(waiting));
  });

  it.each([
    '42["sync",{}]',
    '421["auth",{"token":"x"}]',
    '42["subscribe",{}]',
    '42["no-such-event"]',
    '42{',
    '451-["sync"]',
  ])('packets of an unpaid guest are not answered: %s', async (frame) => {
    const base = `${gateway.url}/socket.io/?EIO=4&transport=polling`;
    const { sid } = JSON.parse((await (await fetch(base)).text()).slice(1)) as { sid: string };
    const send = (body: string) => fetch(`${base}&sid=${sid}`, { method: 'POST', body });
    gateway.services.received(generationCalls.syncRequests);
    await send(`40${JSON.stringify(asGuest(uuidv7()))}`);
    expect(await (await fetch(`${base}&sid=${sid}`)).text()).toMatch(/^44.*awaiting_payment/);
    await send(frame);
    await eventually(async () => expect((await fetch(`${base}&sid=${sid}`)).status).toBe(400));
    expect(gateway.services.received(generationCalls.syncRequests)).toEqual([]);
  });
});

// On their own, because passport strategies are global: the gateway started last verifies all tokens.
describe('socket limits of one address', () => {
  afterEach(disconnectAll);

  it('sockets per address are limited before a token is verified', async () => {
    const small = await start({ perAddress: 2 });
    const here = (auth: object) => client(auth, {}, small.url);
    const sockets = [1, 2].map(() => here({ token: tokenFor(small.users, newUser()) }));
    await Promise.all(sockets.map((socket) => nextEvent(socket, 'connect')));
    expect(await refusal(here({ token: 'nonsense' }))).toMatchObject({ data: { code: 'too_many_requests' } });
    await small.close();
  });

  it('handshakes per address are limited, including connections that never join', async () => {
    const small = await start({ handshakesPerMinute: 5 });
    const statuses: number[] = [];
    for (let sent = 0; sent < 12; sent += 1) {
      statuses.push((await fetch(`${small.url}/socket.io/?EIO=4&transport=polling`)).status);
    }
    expect(statuses).toEqual([...Array<number>(5).fill(200), ...Array<number>(7).fill(403)]);
    await small.close();
  });
});
