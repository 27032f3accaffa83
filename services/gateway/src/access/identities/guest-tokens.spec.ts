import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls, generationPushes } from '@luit/contracts/generation/messages';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { Readable } from 'node:stream';
import { io, type Socket } from 'socket.io-client';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { recordOf, startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import { guestTokenFor, newIssuer, newUser, tokenFor } from '../../test/test-tokens';

const OUTPUT = 'outputs/guest/video.mp4';

describe('guest access tokens', () => {
  let gateway: GatewayTestApp;
  let record: RequestRecord;
  const open: Socket[] = [];

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    const { services, storageDir } = gateway;
    record = recordOf(newUser().id, { outputKey: OUTPUT, status: 'completed' });
    const find = ({ userId, requestId }: { userId: string; requestId: string }) => {
      if (userId === record.userId && requestId === record.id) return record;
      throw new LuitError('not_found', 'Request not found.');
    };
    services.answer(generationCalls.getRequest, find);
    services.answer(generationCalls.cancelRequest, find);
    services.answer(billingCalls.getBalance, () => ({ credits: 0, available: 0, held: 18 }));
    const storage = new FolderStorage(storageDir);
    for (const key of [OUTPUT, 'outputs/other/video.mp4']) {
      await storage.put(key, Readable.from(['the video']), { contentType: 'video/mp4', maxBytes: 100 });
    }
  });
  afterEach(() => {
    for (const socket of open.splice(0)) socket.disconnect();
  });
  afterAll(() => gateway.close());

  const good = () => guestTokenFor(gateway.guests, record.id, record.userId);
  const send = (method: 'get' | 'post', path: string, claim: string) =>
    request(gateway.url)[method](path).set('authorization', `Claim ${claim}`);
  const routes = () =>
    [
      ['get', `/api/requests/${record.id}`],
      ['post', `/api/requests/${record.id}/cancel`],
      ['get', `/api/download/${record.id}`],
    ] as const;
  const bad = (): Record<string, string> => {
    const [head = '', body = '', signature = ''] = good().split('.');
    const other = Buffer.from(
      JSON.stringify({ sub: record.id, account: record.userId, aud: 'luit-claim', iss: 'luit' }),
    );
    return {
      nonsense: 'nonsense',
      'an expired token': guestTokenFor(gateway.guests, record.id, record.userId, {
        exp: Math.floor(Date.now() / 1_000) - 1,
      }),
      'a token without exp': guestTokenFor(gateway.guests, record.id, record.userId, { exp: undefined }),
      'a token with too long a lifetime': guestTokenFor(gateway.guests, record.id, record.userId, {
        exp: Math.floor(Date.now() / 1_000) + 31 * 24 * 3_600,
      }),
      'a token without an account': guestTokenFor(gateway.guests, record.id, 'x'),
      'a changed payload': `${head}.${other.toString('base64url')}.${signature}`,
      'a changed signature': `${head}.${body}.${signature.slice(0, -4)}AAAA`,
      'a token signed by a forged key': guestTokenFor(
        newIssuer('luit-claim', gateway.guests.key.kid),
        record.id,
        record.userId,
      ),
      'a token signed by the key of sessions': guestTokenFor(gateway.users, record.id, record.userId),
      'a session’s token': tokenFor(gateway.users, newUser()),
    };
  };

  it('a token gives access to status, cancel and download of its request [G-12]', async () => {
    for (const [method, path] of routes()) await send(method, path, good()).expect(200);
    const shown = await send('get', `/api/requests/${record.id}`, good());
    expect(shown.body).toMatchObject({ request: { id: record.id } });
    const saved = await send('get', `/api/download/${record.id}`, good());
    expect(saved.headers['content-disposition']).toBe(`attachment; filename="ai-video-${record.id}.mp4"`);
  });

  it('invalid, expired and changed tokens give no access [G-12, I8]', async () => {
    for (const [name, claim] of Object.entries(bad())) {
      for (const [method, path] of routes()) {
        const answer = await send(method, path, claim);
        expect([name, path, answer.status]).toEqual([name, path, 401]);
      }
      const link = await request(gateway.url).get(`/api/files/${OUTPUT}`).query({ claim });
      expect([name, link.status]).toEqual([name, 401]);
    }
  });

  it('a token gives access to no other request and no other route [G-12, I8]', async () => {
    const other = guestTokenFor(gateway.guests, uuidv7(), record.userId);
    for (const [method, path] of routes()) await send(method, path, other).expect(404);
    const stranger = guestTokenFor(gateway.guests, record.id, newUser().id);
    for (const [method, path] of routes()) await send(method, path, stranger).expect(404);
    for (const path of ['/api/requests', '/api/credits/balance', '/api/auth/user', '/api/admin/jobs']) {
      await send('get', path, good()).expect(401);
    }
    await send('post', '/api/payments/order', good()).send({ planId: '5s-480p' }).expect(401);
  });

  it('`?claim=` opens the download and files of the request, and changes nothing [G-24]', async () => {
    const claim = good();
    await request(gateway.url).get(`/api/download/${record.id}`).query({ claim }).expect(200);
    const range = await request(gateway.url)
      .get(`/api/files/${OUTPUT}`)
      .query({ claim })
      .set('range', 'bytes=0-2')
      .expect(206);
    expect(range.headers['content-range']).toBe('bytes 0-2/9');
    await request(gateway.url).get('/api/files/outputs/other/video.mp4').query({ claim }).expect(404);
    await request(gateway.url).post(`/api/requests/${record.id}/cancel`).query({ claim }).expect(401);
  });

  describe('on a socket', () => {
    const connect = (auth: object): Socket => {
      const socket = io(gateway.url, { auth, transports: ['websocket'], forceNew: true });
      open.push(socket);
      return socket;
    };
    const nextEvent = <T>(socket: Socket, event: string): Promise<T> =>
      new Promise((resolve) => socket.once(event, resolve));
    const publish = (changed: RequestRecord) => gateway.push(generationPushes.requestUpdated, { request: changed });

    it('a guest’s socket receives only its request, also after account linking [G-12]', async () => {
      const socket = connect({ claim: good() });
      await nextEvent(socket, 'connect');
      const events: { id: string }[] = [];
      socket.on('request.updated', (view: { id: string }) => events.push(view));
      const first = nextEvent<object>(socket, 'request.updated');
      await publish(recordOf(record.userId));
      await publish({ ...record, userId: newUser().id, sequence: 9 });
      expect(await first).toMatchObject({ id: record.id, sequence: 9 });
      expect(events.map(({ id }) => id)).toEqual([record.id]);
    });

    it('sync returns the request, and an unpaid request opens no socket', async () => {
      const socket = connect({ claim: good() });
      await nextEvent(socket, 'connect');
      expect(await socket.emitWithAck('sync', {})).toMatchObject({
        requests: [{ id: record.id }],
        credits: { held: 18 },
      });
      const unpaid = connect({ claim: guestTokenFor(gateway.guests, uuidv7(), newUser().id) });
      expect(await nextEvent<object>(unpaid, 'connect_error')).toMatchObject({ data: { code: 'not_found' } });
    });

    it('an invalid token opens no socket, and a guest’s socket cannot become a session', async () => {
      for (const claim of Object.values(bad())) {
        expect((await nextEvent<Error>(connect({ claim }), 'connect_error')).message).toBe('unauthorized');
      }
      const socket = connect({ claim: good() });
      await nextEvent(socket, 'connect');
      const token = tokenFor(gateway.users, { ...newUser(), id: record.userId });
      expect(await socket.emitWithAck('auth', { token })).toMatchObject({ success: false, code: 'unauthorized' });
    });
  });
});
