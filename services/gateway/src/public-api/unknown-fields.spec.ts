import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { CallContract } from '@luit/contracts/messages/message';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { type GatewayTestApp, startGatewayTestApp } from '../test/gateway-test-app';
import { TestApiKeys } from '../test/test-api-keys';
import { picture } from '../test/test-images';
import { routesOf } from '../test/test-routes';
import { newUser } from '../test/test-tokens';

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

describe('unknown fields of the public API', () => {
  let gateway: GatewayTestApp;
  let keys: TestApiKeys;
  let called: string[] = [];

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    keys = new TestApiKeys(gateway.services);
    gateway.services.answerOthers((name) => {
      called.push(name);
      throw new LuitError('conflict', 'Asked for');
    });
    for (const call of Object.values<CallContract<unknown, unknown>>(generationCalls)) gateway.services.received(call);
  });
  beforeEach(() => (called = []));
  afterAll(() => gateway.close());

  const sendTo = (route: string, query = '') => {
    const [method = '', path = ''] = route.split(' ');
    const url = path.replaceAll(/:\w+/g, uuidv7()) + query;
    return request(gateway.url)[method.toLowerCase() as Verb](url).set(keys.add(newUser().id).headers);
  };
  const refusalOf = (name: string) => ({
    status: 400,
    body: expect.objectContaining({
      code: 'validation_failed',
      error: expect.objectContaining({ param: name }) as unknown,
    }) as unknown,
  });

  it('every route refuses an unknown parameter of its query with its name', async () => {
    const routes = routesOf(gateway).filter(({ route }) => route.includes(' /v1/'));
    expect(routes.length).toBeGreaterThan(20);
    for (const { route } of routes) {
      for (const name of ['statuses', 'metadata.order', 'constructor']) {
        const { status, body } = await sendTo(route, `?${name}=1`);
        expect({ route, status, body: body as unknown }).toEqual({ route, ...refusalOf(name) });
      }
    }
    expect(called).toEqual([]);
  });

  it('every route refuses an unknown field of its JSON body with its name', async () => {
    const routes = routesOf(gateway).filter(({ route }) => /^(?!GET).* \/v1\//.test(route));
    for (const { route } of routes) {
      const { status, body } = await sendTo(route).send({ prompt: 'a river', durations: 5 });
      const { code, details = {} } = body as { code: string; details?: object };
      expect({ route, status, code, names: Object.keys(details) }).toEqual({
        ...{ route, status: 400, code: 'validation_failed' },
        names: expect.arrayContaining(['durations']) as unknown,
      });
    }
    expect(called).toEqual([]);
  });

  it.each([
    ['/v1/videos', 'second', 'prompt'],
    ['/v1/restorations', 'colors_restoration', 'metadata[a]'],
  ])('a form of %s with an unknown field or file is refused with its name', async (path, unknown, known) => {
    const { headers } = keys.add(newUser().id);
    const field = await request(gateway.url).post(path).set(headers).field(known, 'a').field(unknown, '5');
    expect(field).toMatchObject(refusalOf(unknown));
    const image = await picture('jpeg');
    const file = await request(gateway.url).post(path).set(headers).field(known, 'a').attach('file', image, 'a.jpg');
    expect(file).toMatchObject(refusalOf('file'));
  });

  it('an image reference has no other fields', async () => {
    const { headers } = keys.add(newUser().id);
    const image_url = `data:image/png;base64,${(await picture('png')).toString('base64')}`;
    const input_reference = { image_url, file_id: 'file-1' };
    const answer = await request(gateway.url).post('/v1/videos').set(headers).send({ prompt: 'a', input_reference });
    expect(answer).toMatchObject(refusalOf('input_reference'));
  });

  it.each([
    ['quote', { second: '5' }],
    ['generate_video', { prompt: 'a', second: '5' }],
    ['restore_photo', { image: { image_url: 'data:', detail: 'high' } }],
    ['get_request', { id: uuidv7(), ids: [] }],
    ['balance', { currency: 'INR' }],
  ])('the tool %s refuses unknown arguments', async (name, input) => {
    const { headers } = keys.add(newUser().id);
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } };
    const { body } = await request(gateway.url)
      .post('/mcp')
      .set({ ...headers, accept: 'application/json, text/event-stream' })
      .send(message)
      .expect(200);
    const unknown = Object.keys(input).at(-1) === 'image' ? 'detail' : Object.keys(input).at(-1)!;
    expect(JSON.stringify(body)).toContain(unknown);
    expect(body).toMatchObject({ result: { isError: true } });
    expect(called).toEqual([]);
  });

  it.each(['limit=0', 'status=done', 'created_after=yesterday', 'metadata=order', 'metadata[]=a', 'order=up'])(
    'the filter %s is refused',
    async (query) => {
      const { body } = await sendTo('GET /v1/videos', `?${query}`).expect(400);
      expect(body).toMatchObject({ code: 'validation_failed' });
    },
  );
});
