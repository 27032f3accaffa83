import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { metrics } from '@luit/platform/health/metrics';
import { eventually } from '@luit/platform/testing/eventually';
import type { GatewayConfig } from '../config';
import { io, type Socket } from 'socket.io-client';
import { uuidv7 } from 'uuidv7';
import { recordOf, startGatewayTestApp, TEST_SOCKETS, type GatewayTestApp } from '../test/gateway-test-app';
import { guestTokenFor, newUser, tokenFor } from '../test/test-tokens';

const FRAMES = 40;
const LIMITS = {
  ...TEST_SOCKETS,
  framesPerMinute: FRAMES,
  accountFramesPerMinute: 3 * FRAMES,
  perAccount: 3,
  perGuest: 2,
  perAddress: 100,
  handshakesPerMinute: 10_000,
};
const BALANCE = { credits: 10, available: 10, held: 0 };

function heard<T = unknown>(socket: Socket, event: string): Promise<T> {
  return new Promise((resolve) => socket.once(event, resolve));
}

/** Sends frames as they are, past what the client library would make of them. */
function sendRaw(socket: Socket, frames: string[]): void {
  for (const frame of frames) socket.io.engine.write(frame);
}

describe('limits of a socket', () => {
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
      throw new LuitError('awaiting_payment', 'This video is not paid for yet.');
    });
    services.answer(authCalls.checkAdminSession, () => ({ active: true }));
    return started;
  };

  beforeAll(async () => {
    gateway = await start();
  });
  afterEach(async () => {
    for (const socket of open.splice(0)) socket.disconnect();
    await eventually(async () => expect(await gaugeOf('luit_live_sockets')).toBe(0));
  });
  afterAll(() => gateway.close());

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
    await heard(socket, 'connect');
    return socket;
  };
  const creator = (user = newUser()) => ({ token: tokenFor(gateway.users, user) });
  const guest = (requestId = paid) => ({ claim: guestTokenFor(gateway.guests, requestId, guestAccount) });
  const operator = () => ({ token: tokenFor(gateway.operators, newUser()) });
  const refusal = (socket: Socket) => heard<Error & { data?: { code: string } }>(socket, 'connect_error');

  it('20,000 sync frames of one socket cost a bounded number of calls and harm nobody', async () => {
    const [attacker, other] = [await connected(creator()), await connected(creator())];
    const before = await limitedEvents();
    gateway.services.received(generationCalls.syncRequests);
    const told = heard<{ code: string; message: string }>(attacker, 'limited');
    const gone = heard<string>(attacker, 'disconnect');
    sendRaw(
      attacker,
      Array.from({ length: 20_000 }, (_, n) => `2${n}["sync",{}]`),
    );
    const begin = performance.now();
    expect(await other.emitWithAck('sync', {})).toMatchObject({ credits: BALANCE });
    expect(performance.now() - begin).toBeLessThan(2_000);
    expect(await told).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 60 });
    expect(await gone).toBe('io server disconnect');
    expect(gateway.services.received(generationCalls.syncRequests).length).toBeLessThanOrEqual(FRAMES + 2);
    expect(await limitedEvents()).toBe(before + 1);
    expect(await other.emitWithAck('sync', {})).toMatchObject({ credits: BALANCE });
  });

  describe.each([
    ['a creator', () => creator()],
    ['a guest', () => guest()],
    ['an operator', () => operator()],
  ])('%s', (_who, credentials) => {
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
      ['an answer nobody waits for', '37["x"]'],
      ['an unknown namespace', '0/nowhere,{}'],
    ])('is disconnected with a reason after a flood of: %s', async (_frame, frame) => {
      const socket = await connected(credentials());
      const told = heard<{ code: string }>(socket, 'limited');
      const gone = heard(socket, 'disconnect');
      sendRaw(socket, Array<string>(FRAMES + 5).fill(frame));
      expect(await told).toMatchObject({ code: 'too_many_requests' });
      await gone;
    });

    it.each([
      ['no JSON', '2["sync",{'],
      ['no event', '2{}'],
      ['a reserved event', '2["disconnect"]'],
      ['an unknown packet type', '9["sync"]'],
      ['attachments that never come', '51-["sync",{"_placeholder":true,"num":0}]'],
      ['a second connect', '0{"token":"x"}'],
      ['nothing', ''],
    ])('is disconnected at once by: %s', async (_frame, frame) => {
      const socket = await connected(credentials());
      const gone = heard(socket, 'disconnect');
      sendRaw(socket, [frame]);
      await gone;
    });

    it('is disconnected for bytes, and for a message over the limit', async () => {
      for (const payload of [Buffer.alloc(8), 'x'.repeat(40_000)]) {
        const socket = await connected(credentials());
        const gone = heard(socket, 'disconnect');
        socket.emit('sync', payload);
        await gone;
      }
    });
  });

  it('a flood of pings of the WebSocket protocol is ended', async () => {
    const socket = await connected(creator());
    const gone = heard(socket, 'disconnect');
    const { ws } = socket.io.engine.transport as unknown as { ws: { ping(): void } };
    for (let sent = 0; sent < FRAMES + 5; sent += 1) ws.ping();
    await gone;
  });

  it('sockets of one account share a budget', async () => {
    const user = newUser();
    const sockets = [await connected(creator(user)), await connected(creator(user)), await connected(creator(user))];
    const told = Promise.race(sockets.map((socket) => heard(socket, 'limited')));
    for (const socket of sockets) sendRaw(socket, Array<string>(FRAMES - 1).fill('2["sync",{}]'));
    const extra = await connected(creator());
    expect(await extra.emitWithAck('sync', {})).toMatchObject({ credits: BALANCE });
    for (const socket of sockets) sendRaw(socket, Array<string>(2).fill('2["x"]'));
    expect(await told).toMatchObject({ code: 'too_many_requests' });
  });

  it('answers one sync of a socket at a time, and refuses a second one meanwhile', async () => {
    let finish = (): void => undefined;
    const begun = new Promise<void>((onBegun) => {
      gateway.services.answer(generationCalls.syncRequests, () => {
        onBegun();
        return new Promise((resolve) => (finish = () => resolve({ requests: [] })));
      });
    });
    const socket = await connected(creator());
    const first = socket.emitWithAck('sync', {});
    await begun;
    expect(await socket.emitWithAck('sync', {})).toMatchObject({ success: false, code: 'too_many_requests' });
    finish();
    expect(await first).toMatchObject({ credits: BALANCE });
    gateway.services.answer(generationCalls.syncRequests, () => ({ requests: [] }));
    expect(await socket.emitWithAck('sync', {})).toMatchObject({ credits: BALANCE });
  });

  it('caps the sockets of an account and of a guest token, and frees their places', async () => {
    const user = newUser();
    for (const [auth, cap] of [[() => creator(user), 3] as const, [() => guest(), 2] as const]) {
      const held = await Promise.all(Array.from({ length: cap }, () => connected(auth())));
      expect(await refusal(client(auth()))).toMatchObject({
        data: { code: 'too_many_requests', retryAfterSeconds: 60 },
      });
      held[0]?.disconnect();
      await eventually(async () => {
        const socket = client(auth());
        await Promise.race([heard(socket, 'connect'), refusal(socket)]);
        expect(socket.connected).toBe(true);
      });
    }
    await connected(creator());
  });

  it('ends a connection whose one polling body holds thousands of packets', async () => {
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

  it('opens no socket for a guest token whose order is not paid, and one once it is', async () => {
    const waiting = uuidv7();
    expect(await refusal(client(guest(waiting)))).toMatchObject({
      message: 'This video is not paid for yet.',
      data: { code: 'awaiting_payment' },
    });
    paidLater.add(waiting);
    await connected(guest(waiting));
  });

  it.each([
    '42["sync",{}]',
    '421["auth",{"token":"x"}]',
    '42["subscribe",{}]',
    '42["no-such-event"]',
    '42{',
    '451-["sync"]',
  ])('answers nothing to an unpaid guest who sends all the same: %s', async (frame) => {
    const base = `${gateway.url}/socket.io/?EIO=4&transport=polling`;
    const { sid } = JSON.parse((await (await fetch(base)).text()).slice(1)) as { sid: string };
    const send = (body: string) => fetch(`${base}&sid=${sid}`, { method: 'POST', body });
    gateway.services.received(generationCalls.syncRequests);
    await send(`40${JSON.stringify(guest(uuidv7()))}`);
    expect(await (await fetch(`${base}&sid=${sid}`)).text()).toMatch(/^44.*awaiting_payment/);
    await send(frame);
    await eventually(async () => expect((await fetch(`${base}&sid=${sid}`)).status).toBe(400));
    expect(gateway.services.received(generationCalls.syncRequests)).toEqual([]);
  });

  // Passport's strategies are the process's: the last gateway that was started checks every token, so these come last.
  it('caps the sockets of an address before it looks at a token', async () => {
    const small = await start({ perAddress: 2 });
    const here = (auth: object) => client(auth, {}, small.url);
    const sockets = [1, 2].map(() => here({ token: tokenFor(small.users, newUser()) }));
    await Promise.all(sockets.map((socket) => heard(socket, 'connect')));
    expect(await refusal(here({ token: 'nonsense' }))).toMatchObject({ data: { code: 'too_many_requests' } });
    await small.close();
  });

  it('limits the handshakes of an address, also of those that never join', async () => {
    const small = await start({ handshakesPerMinute: 5 });
    const statuses: number[] = [];
    for (let sent = 0; sent < 12; sent += 1) {
      statuses.push((await fetch(`${small.url}/socket.io/?EIO=4&transport=polling`)).status);
    }
    expect(statuses).toEqual([...Array<number>(5).fill(200), ...Array<number>(7).fill(403)]);
    await small.close();
  });
});
