import { MAX_IMAGE_BYTES } from '@luit/contracts/generation/limits';
import { type RunningSandbox, startSandbox } from '@luit/sandbox/sandbox';
import { sandboxClient } from '@luit/sandbox/sandbox-client';
import { eventually } from '@luit/platform/testing/eventually';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import request from 'supertest';
import sharp from 'sharp';
import { startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import { picture } from '../../test/test-images';

const KEY = 'r8_sandbox_creator';
const VERSION = 'tencentarc/gfpgan:0fbacf7afc6c144e5be9767cff80f25aff23e52b0708f17e20f9879b2f21516c';

describe('restorations with the user’s own API key [G-07]', () => {
  let sandbox: RunningSandbox;
  let gateway: GatewayTestApp;
  let img: string;
  const written: string[] = [];

  beforeAll(async () => {
    for (const stream of [process.stdout, process.stderr]) {
      jest.spyOn(stream, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    }
    sandbox = await startSandbox({ mailbox: false, replicate: { secondsPerVideo: 0.2 } });
    gateway = await startGatewayTestApp({
      predictions: { apiUrl: `${sandbox.url}/replicate`, version: VERSION, deliveryHosts: ['replicate.delivery'] },
    });
    img = `data:image/jpeg;base64,${(await picture('jpeg', 60, 40)).toString('base64')}`;
  });
  afterAll(async () => {
    await gateway.close();
    await sandbox.close();
    jest.restoreAllMocks();
  });
  beforeEach(() => sandboxClient(sandbox).control('POST', '/reset'));

  const post = (input: object, key = KEY) =>
    request(gateway.url).post('/api/predictions').set(gateway.bearer()).set('x-provider-key', key).send({ input });
  const get = (path: string, key = KEY) =>
    request(gateway.url).get(`/api/predictions/${path}`).set(gateway.bearer()).set('x-provider-key', key);

  it('the relay starts only the restore model, reports its state and returns the result [RST-06, RST-07]', async () => {
    const started = await post({ img, version: 'v1.3', scale: 3 }).expect(201);
    const { id } = started.body as { id: string };
    const done = await eventually(async () => {
      const answer = await get(id).expect(200);
      expect(answer.body).toMatchObject({ status: 'succeeded', error: null, output: `/api/predictions/${id}/output` });
      return answer.body as { output: string };
    });
    const image = await get(`${id}/output`).expect(200).expect('content-type', 'image/png');
    expect(done.output).toBe(`/api/predictions/${id}/output`);
    expect(await sharp(image.body as Buffer).metadata()).toMatchObject({ width: 180, height: 120 });
    const { body } = await sandboxClient(sandbox).replicate('GET', `/predictions/${id}`);
    expect(body).toMatchObject({ model: 'tencentarc/gfpgan', input: { version: 'v1.3', scale: 3 } });
  });

  it('the relay uses the specified defaults', async () => {
    const { body } = await post({ img, model: 'other/model' }).expect(201);
    const { id } = body as { id: string };
    const made = await sandboxClient(sandbox).replicate('GET', `/predictions/${id}`);
    expect(made.body.input).toEqual({ img, version: 'v1.4', scale: 2 });
  });

  it('the relay returns the status and message of the service [RST-09]', async () => {
    const refused = await post({ img }, 'r8_wrong').expect(502);
    expect(refused.body).toMatchObject({
      code: 'provider_error',
      message: expect.stringMatching(/^Replicate API error: 401 - /),
      details: { status: 401, text: expect.stringContaining('authentication') },
    });
    expect((await get('nothing').expect(502)).body).toMatchObject({ details: { status: 404 } });
  });

  it.each(['down', 'garbage', 'error:500', 'rate_limit:3'])(
    'the relay reports a failure when the service answers with %s',
    async (kind) => {
      await sandboxClient(sandbox).control('POST', '/faults', { target: 'replicate', kind, for_seconds: 60 });
      expect((await post({ img }).expect(502)).body).toMatchObject({ code: 'provider_error' });
    },
  );

  it('the relay accepts the largest image, and no larger body', async () => {
    const large = `data:image/png;base64,${'A'.repeat(Math.ceil(MAX_IMAGE_BYTES / 3) * 4)}`;
    await post({ img: large }).expect(201);
    await post({ img: large + 'A'.repeat(4 * 1024) }).expect(413);
    await request(gateway.url)
      .post('/api/generate')
      .set(gateway.bearer())
      .send({ prompt: 'A'.repeat(2 * 1024 * 1024) })
      .expect(413);
  });

  it('the relay rejects invalid images and options, a missing key and a missing session', async () => {
    for (const bad of [{}, { img: 'https://10.0.0.1/a.png' }, { img, version: 'v9' }, { img, scale: 40 }]) {
      await post(bad).expect(400);
    }
    await post({ img }, '').expect(400);
    await get('../generate').expect(404);
    await request(gateway.url).post('/api/predictions').set('x-provider-key', KEY).send({ input: { img } }).expect(401);
  });

  it('the key is never logged', () => {
    expect(written.join('')).not.toMatch(/r8_(sandbox_creator|wrong)/);
  });
});

describe('a prediction service that closes the connection', () => {
  it('the relay answers 504 [RST-09]', async () => {
    const server = createServer((_asked, answer) => {
      answer.writeHead(201, { 'content-length': 1_000 });
      answer.write('{', () => answer.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const gateway = await startGatewayTestApp({ predictions: { apiUrl, version: VERSION, deliveryHosts: [] } });
    const { body } = await request(gateway.url)
      .get('/api/predictions/p1')
      .set(gateway.bearer())
      .set('x-provider-key', KEY);
    expect(body).toMatchObject({ code: 'provider_error', message: 'Replicate API error: 504 - No response' });
    await gateway.close();
    server.close();
  });
});
