import request from 'supertest';
import { type GatewayTestApp, startGatewayTestApp } from '../../test/gateway-test-app';
import { routesOf } from '../../test/test-routes';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const ID = '019abf2e-5b0c-7c3e-9d50-3f6a1c2b4d5e';

/** The methods of each path, as in the header Allow. */
function methodsByPath(routes: string[]): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ');
    // A GET route also answers HEAD.
    paths.set(path, [...(paths.get(path) ?? []), method, ...(method === 'GET' ? ['HEAD'] : [])]);
  }
  return paths;
}

/** Whether a path may be one of a pattern, such as `/api/jobs/bulk` of `/api/jobs/:id`. */
function matches(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+').replace('*', '.*')}$`).test(path);
}

describe('paths with another method', () => {
  let gateway: GatewayTestApp;
  beforeAll(async () => {
    gateway = await startGatewayTestApp();
  });
  afterAll(() => gateway.close());

  it('every path of every controller is answered with 405 and its methods', async () => {
    const paths = methodsByPath(routesOf(gateway).map(({ route }) => route));
    const answers: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const [path, methods] of paths) {
      const all = [...paths].flatMap(([each, theirs]) => (matches(each, path) ? theirs : []));
      const other = METHODS.find((method) => !all.includes(method.toUpperCase()))!;
      const url = path.replaceAll(/:\w+/g, ID).replace('*', 'outputs/a.mp4');
      const { status, headers, body } = await request(gateway.url)[other](url);
      const allowed = headers['allow']?.split(', ');
      answers[path] = { status, allowed, code: (body as { code: string }).code };
      // A path of another route may match as well.
      expected[path] = {
        ...{ status: 405, code: 'method_not_allowed' },
        allowed: expect.arrayContaining([...new Set(methods)]) as unknown,
      };
    }
    expect(answers).toEqual(expected);
    expect(paths.size).toBeGreaterThan(200);
  });

  it('under /v1 the answer is a problem with the version, and names the methods', async () => {
    const { headers, body } = await request(gateway.url).put('/v1/videos').expect(405);
    expect(headers).toMatchObject({ allow: 'GET, HEAD, POST', 'x-should-retry': 'false' });
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(headers['luit-version']).toBeDefined();
    expect(body).toMatchObject({ status: 405, code: 'method_not_allowed', title: 'Method Not Allowed' });
    expect((await request(gateway.url).delete('/v1/openapi.json').expect(405)).headers['allow']).toBe('GET, HEAD');
    expect((await request(gateway.url).get('/mcp').expect(405)).headers['allow']).toBe('POST');
  });

  it.each(['/v1/nothing', '/api/nothing', '/v1/videos/a/nothing', '/v1/videos//content', '/api', '/v1'])(
    'the unknown path %s stays 404',
    async (path) => {
      for (const method of METHODS) await request(gateway.url)[method](path).expect(404);
    },
  );
});
