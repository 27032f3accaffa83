import { LuitError } from '@luit/contracts/errors';
import { metrics } from '@luit/platform/health/metrics';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, type GatewayTestApp } from '../test/gateway-test-app';
import { routesOf } from '../test/test-routes';

const MULTIPART = ['POST /api/uploads', 'POST /api/generate-image-video', 'POST /api/restore'];
const WEBHOOKS = ['POST /api/webhooks/razorpay', 'POST /api/webhooks/providers/:provider/:token'];

/** What a page of another site can make a browser send along. */
const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'not an origin' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
];

const TYPES = [
  'text/plain',
  'text/plain; application/json',
  'application/x-www-form-urlencoded',
  'application/jsonp',
  'application/merge-patch+json',
  'text/json',
];

describe('where requests come from and what they carry, on every route that changes something', () => {
  let gateway: GatewayTestApp;
  let changing: string[];

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answerOthers(() => {
      throw new LuitError('conflict', 'Asked for');
    });
    changing = routesOf(gateway).filter((route) => !route.startsWith('GET '));
  });
  afterAll(() => gateway.close());

  const ask = async (route: string, headers: Record<string, string>, body?: string) => {
    const [method, path = ''] = route.split(' ');
    // Bytes, for which fetch adds no type of its own.
    return fetch(gateway.url + path.replace(/:\w+/g, uuidv7()), {
      method,
      headers,
      body: body === undefined ? undefined : new TextEncoder().encode(body),
    });
  };
  const eventCount = async (event: string): Promise<number> => {
    const { values } = await metrics.getSingleMetric('luit_security_events_total')!.get();
    return values.find(({ labels }) => labels.event === event)?.value ?? 0;
  };
  const others = () => changing.filter((route) => !WEBHOOKS.includes(route));

  it('SRV-01: refuses each of them to other sites, before any cookie is set', async () => {
    const before = await eventCount('cross_site_refused');
    const letThrough: unknown[] = [];
    for (const route of others()) {
      for (const headers of FOREIGN) {
        const answer = await ask(route, { ...headers, 'content-type': 'application/json' }, '{}');
        const { code } = (await answer.json()) as { code: string };
        const isRefused = answer.status === 403 && code === 'forbidden' && !answer.headers.has('set-cookie');
        if (!isRefused) letThrough.push([route, headers, answer.status]);
      }
    }
    expect(letThrough).toEqual([]);
    expect((await eventCount('cross_site_refused')) - before).toBe(others().length * FOREIGN.length);
  });

  it('takes them from our own pages and from programs', async () => {
    const refused: unknown[] = [];
    const ours: Record<string, string>[] = [
      {},
      { origin: gateway.config.webUrl, 'sec-fetch-site': 'same-site' },
      { origin: gateway.url, 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'same-origin' },
    ];
    for (const route of others()) {
      for (const headers of ours) {
        const answer = await ask(route, headers);
        if (answer.status === 403) refused.push([route, headers]);
      }
    }
    expect(refused).toEqual([]);
  });

  it('takes no body of another type than its own', async () => {
    const before = await eventCount('content_type_refused');
    const letThrough: unknown[] = [];
    for (const route of others()) {
      const [ours, other] = MULTIPART.includes(route)
        ? ['multipart/form-data; boundary=b', 'application/json']
        : ['application/json; charset=utf-8', 'multipart/form-data; boundary=b'];
      for (const type of [...TYPES, other, undefined]) {
        const answer = await ask(route, type === undefined ? {} : { 'content-type': type }, '{"email":"a@b.co"}');
        const { code } = (await answer.json()) as { code: string };
        if (answer.status !== 415 || code !== 'unsupported_media_type') letThrough.push([route, type, answer.status]);
      }
      const own = await ask(route, { 'content-type': ours }, '{}');
      if (own.status === 415) letThrough.push([route, ours, own.status]);
    }
    expect(letThrough).toEqual([]);
    expect((await eventCount('content_type_refused')) - before).toBe(others().length * (TYPES.length + 2));
  });

  it('an absent body needs no type, except where a form is expected', async () => {
    const answers = await Promise.all(others().map(async (route) => [route, (await ask(route, {})).status] as const));
    const untyped = answers.filter(([, status]) => status === 415).map(([route]) => route);
    expect(untyped.sort()).toEqual([...MULTIPART].sort());
    expect((await ask('POST /api/auth/signout', { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it('webhooks take every type from everywhere', async () => {
    for (const route of WEBHOOKS) {
      for (const headers of [...FOREIGN, ...TYPES.map((type) => ({ 'content-type': type }))]) {
        expect([403, 415]).not.toContain((await ask(route, headers as Record<string, string>, '{}')).status);
      }
    }
  });

  it('an address that is written in another way is no way around', async () => {
    const answer = await ask('POST /%61pi/auth/signin', { origin: 'https://evil.example' });
    expect(answer.status).toBe(403);
  });
});
