import { once } from 'node:events';
import { mkdir, readdir, readlink, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { eventually } from '@luit/platform/testing/eventually';
import request from 'supertest';
import { FileLinksService } from '../../storage/files/file-links.service';
import { startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import { CONNECTION_LIMITS } from './connection-limits';

const LIMITS = {
  ...CONNECTION_LIMITS,
  headersMs: 300,
  smallBodyMs: 600,
  bodyIdleMs: 300,
  minUploadRate: 50_000,
  socketIdleMs: 1_500,
  keepAliveMs: 300,
  checkMs: 50,
  transfers: { perSubject: 2, total: 3 },
  socketsPerAddress: 20,
};
const KEY = 'outputs/test/video.mp4';
const FILE_BYTES = 64 * 1024 * 1024;

describe('slow clients', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp({ connections: LIMITS });
    await mkdir(dirname(join(gateway.storageDir, KEY)), { recursive: true });
    await writeFile(join(gateway.storageDir, KEY), Buffer.alloc(FILE_BYTES));
  });
  afterAll(() => gateway.close());

  const dial = async (text: string): Promise<Socket> => {
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    // The gateway may reset the connection.
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  };
  const head = (path: string, type: string, more = '') =>
    `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\ncontent-length: ${type.startsWith('multipart') ? 1_000_000 : 60_000}\r\n${more}\r\n`;
  const authorized = () => `authorization: ${gateway.bearer().authorization}\r\nx-provider-key: key\r\n`;
  /** Reads until the gateway closes the connection. */
  const answerOf = async (socket: Socket): Promise<string> => {
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    // Not `once` of node:events, which rejects when a client that still sends is reset after the answer.
    await new Promise((resolve) => socket.once('close', resolve));
    return text;
  };
  const trickle = (socket: Socket, text = ' ') => {
    const timer = setInterval(() => socket.write(text), 30);
    socket.once('close', () => clearInterval(timer));
  };
  const openFiles = async (): Promise<number> => {
    const handles = await readdir('/proc/self/fd');
    const targets = await Promise.all(handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => '')));
    return targets.filter((target) => target.endsWith(KEY)).length;
  };
  const link = () => new FileLinksService(gateway.config).linkTo(KEY);
  const reader = async (): Promise<Socket> => {
    const socket = await dial(`GET ${link()} HTTP/1.1\r\nhost: a\r\n\r\n`);
    await once(socket, 'readable');
    return socket;
  };

  it.each([
    ['JSON', () => head('/api/auth/signin', 'application/json')],
    ['a webhook', () => head('/api/webhooks/razorpay', 'application/json', 'x-razorpay-signature: a\r\n')],
    ['a form', () => head('/api/uploads', 'multipart/form-data; boundary=b', authorized())],
    ['a relayed image', () => head('/api/predictions', 'application/json', authorized())],
  ])('%s is aborted if it stalls or arrives too slowly', async (_, headOf) => {
    const [silent, slow] = [await dial(`${headOf()}{"a`), await dial(headOf())];
    trickle(slow);
    for (const answer of await Promise.all([answerOf(silent), answerOf(slow)])) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer).toContain('"code":"request_timeout"');
    }
    await request(gateway.url).get('/api/auth/session').expect(200);
  });

  it('an upload that stalls after a fast start is aborted', async () => {
    const part = '--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n';
    const socket = await dial(head('/api/uploads', 'multipart/form-data; boundary=b', authorized()));
    socket.write(part);
    socket.write(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(500_000)]));
    expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('incomplete headers and idle sockets are closed', async () => {
    expect(await answerOf(await dial('GET / HTTP/1.1\r\nx-a: b\r\n'))).toMatch(/^HTTP\/1\.1 408 /);
    const idle = await dial('GET /api/auth/session HTTP/1.1\r\nhost: a\r\n\r\n');
    expect(await answerOf(idle)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('an upload at a sufficient rate is accepted, regardless of its duration', async () => {
    const socket = await dial(
      `POST /api/uploads HTTP/1.1\r\nhost: a\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 200000\r\n${authorized()}\r\n`,
    );
    const part = '--b\r\ncontent-disposition: form-data; name="text"\r\n\r\n';
    socket.write(part);
    let sent = part.length;
    const timer = setInterval(() => {
      const piece = 'x'.repeat(Math.min(4_000, 200_000 - sent));
      sent += piece.length;
      socket.write(piece);
      if (sent === 200_000) clearInterval(timer);
    }, 20);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 /);
    clearInterval(timer);
    socket.destroy();
  });

  it('a client that does not read is disconnected, and its file is closed', async () => {
    const socket = await reader();
    expect(await openFiles()).toBe(1);
    await eventually(async () => expect(await openFiles()).toBe(0));
    socket.destroy();
  });

  it('concurrent downloads of one address are limited, and finished ones free their slots', async () => {
    const first = [await reader(), await reader()];
    const refused = await request(gateway.url).get(link()).expect(429);
    expect(refused.body).toMatchObject({ code: 'too_many_requests' });
    expect(refused.headers['retry-after']).toBe('5');
    expect(refused.headers['cache-control']).toBe('no-store');
    for (const socket of first) socket.destroy();
    const start = () => request(gateway.url).get(link()).set('range', 'bytes=0-9');
    await eventually(() => start().expect(206));
    for (let i = 0; i < 5; i += 1) await start().expect(206);
  });

  it('sockets of one address are limited', async () => {
    const sockets = await Promise.all(Array.from({ length: 30 }, () => dial('')));
    let open = sockets.length;
    for (const socket of sockets) socket.once('close', () => (open -= 1)).resume();
    await eventually(() => expect(open).toBeLessThanOrEqual(LIMITS.socketsPerAddress));
    expect(open).toBeGreaterThan(0);
    for (const socket of sockets) socket.destroy();
    await eventually(() => request(gateway.url).get('/api/auth/session').expect(200));
  });
});
