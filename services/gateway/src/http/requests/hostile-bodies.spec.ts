import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { once } from 'node:events';
import { connect } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import request, { type Response } from 'supertest';
import { startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import { activeOperator } from '../../test/test-operators';
import { newUser, tokenFor } from '../../test/test-tokens';
import { parseJson } from './json-body';

/** Longest time that one input may block the event loop, milliseconds. `npm run verify -- slow` sets 100; other work runs beside `npm test`. */
const BLOCKED_MS = Number(process.env.BLOCKED_MS ?? 1_000);

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));
/** A body with this many values, itself included. */
const values = (count: number) => ({ email: Array.from({ length: count - 2 }, (_, i) => i) });
const levels = (count: number): object => (count > 1 ? { a: levels(count - 1) } : {});

/** Node rejects headers of more than 32 kB, the URL included, and the gateway rejects smaller ones that are still too large. */
function isRefused({ status, headers, body }: Response): void {
  expect([400, 431]).toContain(status);
  expect(headers['x-request-id']).toBe((body as { requestId: string }).requestId);
}

describe('hostile bodies and queries', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
    // The first request compiles code that later requests use.
    await request(gateway.url).post('/api/auth/signin').send({}).expect(400);
  });
  afterAll(() => gateway.close());

  /**
   * Measures how long the request blocked the event loop, milliseconds: at most its CPU time, and the best of five runs,
   * because other programs on the machine slow down single runs.
   */
  const blockedBy = async (send: () => PromiseLike<unknown>): Promise<number> => {
    let best = Infinity;
    for (let i = 0; i < 5 && best > BLOCKED_MS; i += 1) {
      const before = process.cpuUsage();
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      await send();
      delay.disable();
      const { user, system } = process.cpuUsage(before);
      best = Math.min(best, delay.max / 1e6, (user + system) / 1e3);
    }
    return best;
  };

  const operator = () => ({ authorization: `Bearer ${tokenFor(gateway.operators, gateway.user)}` });
  const post = (body: string | object, path = '/api/auth/signin') =>
    request(gateway.url)
      .post(path)
      .set(operator())
      .type('json')
      .send(typeof body === 'string' ? body : JSON.stringify(body));

  it.each([
    ['80,000 keys', keys(80_000), 413],
    ['5,000 keys', keys(5_000), 400],
    ['5,000 keys in a field', { email: keys(5_000) }, 400],
    ['5,000 keys in an undeclared field', { more: { more: keys(5_000) } }, 400],
    ['10,000 values in an array', { email: Array.from({ length: 10_000 }, (_, i) => i) }, 400],
    ['10,000 empty arrays', { email: Array.from({ length: 10_000 }, () => []) }, 400],
    ['30 objects of 100 keys', { email: Array.from({ length: 30 }, () => keys(100)) }, 400],
    ['60 kB of one number', `{"email":${'9'.repeat(60_000)}}`, 400],
    ['60 kB of escapes', `{"email":"${'\\u0041'.repeat(10_000)}"}`, 400],
  ])('a body with %s is rejected at once', async (_, body, status) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    let answered = 0;
    expect(await blockedBy(async () => (answered = (await post(text)).status))).toBeLessThan(BLOCKED_MS);
    expect(answered).toBe(status);
  });

  it.each([
    ['101 keys', keys(101), 'The request body has too many values.'],
    ['101 keys in an undeclared field', { more: { more: keys(101) } }, 'The request body has too many values.'],
    ['511 values', values(511), 'The request body has too many values.'],
    ['18 levels', levels(18), 'The request body is nested too deeply.'],
  ])('a body with %s is rejected before it is validated', async (_, body, message) => {
    expect((await post(body).expect(400)).body).toMatchObject({ code: 'validation_failed', message });
  });

  it.each([keys(100), values(510), levels(17)])('a body at a limit is validated', async (body) => {
    expect((await post(body).expect(400)).body).toHaveProperty('details');
  });

  it('__proto__ keys are removed', () => {
    const parsed = parseJson('{"__proto__":{"a":1},"b":[{"__proto__":{"a":1}}]}') as { b: object[] };
    expect([parsed, ...parsed.b].map((value) => Object.hasOwn(value, '__proto__'))).toEqual([false, false]);
  });

  it.each([
    ['many keys in its filter', { action: 'retry', dryRun: true, filter: keys(5_000) }],
    ['many filters', { action: 'retry', dryRun: true, filter: Array.from({ length: 5_000 }, () => ({ q: 'a' })) }],
  ])('a bulk action with %s is rejected before its fields are validated', async (_, body) => {
    expect(await blockedBy(() => post(body, '/api/admin/jobs/bulk').expect(400))).toBeLessThan(BLOCKED_MS);
  });

  it('a JSON body of more than 64 kB is rejected by its announced length', async () => {
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    const head = 'POST /api/auth/signin HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n';
    socket.write(`${head}content-length: ${64 * 1024 + 1}\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 [^]*"code":"payload_too_large"/);
    socket.destroy();
  });

  it('a client that sends a body of 4 MB to its end reads why it is rejected', async () => {
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    const head = 'POST /api/auth/signin HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n';
    socket.write(`${head}content-length: ${4 * 1024 * 1024}\r\n\r\n`);
    await once(socket, 'data');
    socket.write(' '.repeat(4 * 1024 * 1024));
    socket.write('GET /api/nothing HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
    await once(socket, 'close');
    expect(received).toMatch(/^HTTP\/1\.1 413 [^]*HTTP\/1\.1 404 /);
  });

  it('a body of unknown length is rejected when it exceeds 64 kB', async () => {
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    const head = 'POST /api/auth/signin HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n';
    socket.write(`${head}transfer-encoding: chunked\r\n\r\n`);
    for (let i = 0; i < 5; i += 1) socket.write(`4000\r\n${' '.repeat(0x4000)}\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 413 /);
    socket.destroy();
  });

  it('the largest valid body is accepted', async () => {
    gateway.services.answer(generationCalls.createRequest, () => {
      throw new Error('asked');
    });
    const escaped = '\\ud83d\\ude00'.repeat(1_000);
    await request(gateway.url)
      .post('/api/generate')
      .set(gateway.bearer())
      .type('json')
      .send(`{"prompt":"${escaped}","duration":5}`)
      .expect(500);
  });

  it.each([
    ['80 kB', `q=${'x'.repeat(80_000)}`],
    ['15,000 keys', Array.from({ length: 15_000 }, (_, i) => `${i.toString(36)}=`).join('&')],
    ['20,000 times one key', 'q=&'.repeat(20_000)],
    ['20,000 separators', '&'.repeat(80_000)],
    ['26,000 escapes', `q=${'%41'.repeat(26_000)}`],
    ['100 keys', Array.from({ length: 100 }, (_, i) => `k${i}=1`).join('&')],
  ])('a query with %s is rejected at once', async (_, query) => {
    const send = () => request(gateway.url).get(`/api/requests?${query}`).set(gateway.bearer()).expect(isRefused);
    expect(await blockedBy(send)).toBeLessThan(BLOCKED_MS);
  });

  it('a long query is also rejected on pages', async () => {
    await request(gateway.url)
      .get(`/pricing?q=${'x'.repeat(80_000)}`)
      .expect(isRefused);
    await request(gateway.url)
      .get(`/pricing?q=${'x'.repeat(20_000)}`)
      .expect(400);
  });

  it('a cookie header of 20 kB is rejected', async () => {
    const answer = await request(gateway.url)
      .get('/pricing')
      .set('cookie', `a=${'x'.repeat(20_000)}`)
      .expect(400);
    expect(answer.body).toMatchObject({ message: 'The cookie request header is too long.' });
  });

  it('a NUL character in a URL is rejected', async () => {
    const answer = await request(gateway.url).get('/api/files/outputs/a%00.mp4').expect(400);
    expect(answer.body).toMatchObject({ message: 'The request URL contains a NUL character.' });
  });

  it.each([
    ['cookie', Array.from({ length: 10_000 }, (_, i) => `c${i}=1`).join('; ')],
    ['cookie', ';'.repeat(90_000)],
    ['cookie', `a="${'%41'.repeat(25_000)}"`],
    ['user-agent', '('.repeat(90_000)],
    ['user-agent', ' '.repeat(90_000)],
    ['accept-encoding', ';'.repeat(90_000)],
    ['accept-encoding', `br;${' '.repeat(45_000)}q=0.${'0'.repeat(44_000)}x`],
    ['if-none-match', 'W/"a",'.repeat(15_000)],
    ['x-request-id', 'a'.repeat(90_000)],
    ['authorization', `Bearer ${' '.repeat(90_000)}`],
    ['authorization', `Bearer ${'a.'.repeat(45_000)}`],
    ['authorization', 'a'.repeat(8_192)],
    ['authorization', `Bearer ${'a.'.repeat(4_000)}`],
    ['idempotency-key', 'k'.repeat(90_000)],
    ['range', `bytes=${'0-0,'.repeat(22_000)}`],
    ['x-device', 'd'.repeat(90_000)],
    ['content-type', `application/json;${' '.repeat(90_000)}a`],
    ['x-forwarded-for', '1.1.1.1,'.repeat(11_000)],
    ['origin', `http://${'a.'.repeat(45_000)}`],
  ])('90 kB of %s do not block other requests', async (name, value) => {
    for (const send of [
      () => post({ email: 'a@b.co', password: 'x' }).set(name, value),
      () => request(gateway.url).get('/api/requests').set(name, value),
      () => request(gateway.url).get('/pricing').set(name, value),
      () => request(gateway.url).get('/api/files/outputs/a.mp4').set(name, value),
      () => request(gateway.url).get('/api/admin/users').set(name, value),
      () => request(gateway.url).post('/api/webhooks/razorpay').type('json').set(name, value).send('{}'),
    ]) {
      expect(await blockedBy(send)).toBeLessThan(BLOCKED_MS);
    }
  });

  it('a header without a scheme costs no more than one with an invalid token', async () => {
    /** The cheapest of three rounds, because other work of the process adds to a round. */
    const costOf = async (authorization: string) => {
      const rounds: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        const before = process.cpuUsage();
        for (let i = 0; i < 10; i += 1)
          await request(gateway.url).get('/api/admin/users').set({ authorization }).expect(401);
        rounds.push(process.cpuUsage(before).user / 1_000);
      }
      return Math.min(...rounds);
    };
    expect((await costOf('a'.repeat(8_192))) - (await costOf('Bearer a'))).toBeLessThan(150);
  });

  it.each([
    `/${'a/'.repeat(40_000)}`,
    `/admin/${'-a'.repeat(40_000)}`,
    `/assets/${'-a'.repeat(40_000)}.js`,
    `/api/files/${'a/'.repeat(40_000)}`,
    `/api/files/${'%41'.repeat(28_000)}?expires=1&signature=a`,
    `/api/requests/${'a'.repeat(80_000)}`,
    `/${'%2e%2e%2f'.repeat(9_000)}`,
  ])('a URL of 80 kB does not block other requests', async (path) => {
    expect(await blockedBy(() => request(gateway.url).get(path))).toBeLessThan(BLOCKED_MS);
  });

  // oxfmt-ignore
  const FIELDS: Record<string, string[]> = {
    '/api/auth/signup': ['email', 'password', 'name'],
    '/api/auth/confirm': ['token', 'password'],
    '/api/contact': ['email', 'name', 'subject', 'message', 'website'],
    '/api/generate': ['prompt', 'planId', 'model'],
    '/api/payments/order': ['planId', 'prompt', 'model', 'imageUrl', 'email', 'guestSessionId', 'currency'],
    '/api/payments/verify': ['razorpay_order_id', 'razorpay_payment_id', 'razorpay_signature'],
    '/api/admin/credit-packs': ['id', 'name', 'description', 'savings'],
  };
  it.each(Object.entries(FIELDS))(
    'strings of 60 kB in the fields of %s do not block other requests',
    async (path, fields) => {
      gateway.services.answerOthers(() => {
        throw new LuitError('conflict', 'Asked for');
      });
      const units = ['a', ' ', '.', '@', 'a@', '-', '(', '"', '\n', '<a', '\u0301', '\ufdfa', 'http://', 'a.', '9'];
      for (const unit of units) {
        const shared = Math.floor(60_000 / fields.length / Buffer.byteLength(JSON.stringify(unit)));
        for (const text of [`${unit.repeat(shared)}!`, `a@${unit.repeat(shared)}@`]) {
          const body = Object.fromEntries(fields.map((field) => [field, text]));
          expect([unit, (await blockedBy(() => post(body, path))) < BLOCKED_MS]).toEqual([unit, true]);
        }
      }
    },
  );

  it.each([
    ['a boundary of 90 kB', 'b'.repeat(90_000), '--b--'],
    ['10,000 parts', 'b', `${'--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(10_000)}--b--`],
    ['10,000 headers in a part', 'b', `--b\r\n${'x-a: b\r\n'.repeat(10_000)}\r\n1\r\n--b--`],
    [
      'a header of 500 kB',
      'b',
      `--b\r\ncontent-disposition: form-data; name="${'a'.repeat(500_000)}"\r\n\r\n1\r\n--b--`,
    ],
    [
      'unterminated parameters',
      'b',
      `--b\r\ncontent-disposition: form-data${';a="b'.repeat(15_000)}\r\n\r\n1\r\n--b--`,
    ],
    ['partial boundaries', 'b'.repeat(70), `\r\n--${'b'.repeat(69)}`.repeat(10_000)],
  ])('a form with %s is rejected and does not block other requests', async (_, boundary, body) => {
    const send = () =>
      request(gateway.url)
        .post('/api/uploads')
        .set(gateway.bearer(newUser()))
        .set('content-type', `multipart/form-data; boundary=${boundary}`)
        .send(body)
        .expect(isRefused);
    expect(await blockedBy(send)).toBeLessThan(BLOCKED_MS);
  });
});
