import { LuitError } from '@luit/contracts/errors';
import { metrics } from '@luit/platform/metrics/metrics';
import { rowsOf } from '@luit/platform/testing/full-tables';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import { FORMS, FORMS_OR_JSON, PART_TYPE, PARTS } from '../../test/route-bodies';
import { routesOf } from '../../test/test-routes';

const WEBHOOKS = ['POST /api/webhooks/razorpay', 'POST /api/webhooks/providers/:provider/:token'];

/** Headers that a page of another site can cause. */
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

const FORM = 'multipart/form-data; boundary=b';
const JSON_TYPE = 'application/json; charset=utf-8';

const acceptedTypes = (route: string): string[] => {
  if (FORMS.includes(route)) return [FORM];
  if (FORMS_OR_JSON.includes(route)) return [FORM, JSON_TYPE];
  if (PARTS.includes(route)) return [PART_TYPE];
  return [JSON_TYPE];
};

describe('origin and content type on all state-changing routes', () => {
  let gateway: GatewayTestApp;
  let changing: string[];

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answerOthers(() => {
      throw new LuitError('conflict', 'Asked for');
    });
    changing = routesOf(gateway)
      .map(({ route }) => route)
      .filter((route) => !/^(GET|HEAD) /.test(route));
  });
  afterAll(() => gateway.close());

  const send = async (route: string, headers: Record<string, string>, body?: string) => {
    const [method, path = ''] = route.split(' ');
    // The body is bytes, because fetch adds a content type to strings.
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
  /** All headers for one route of each accepted type, and the first for every route: the hook that decides reads nothing else. */
  const headersFor = <Headers>(route: string, all: readonly Headers[]): Headers[] => {
    const kindOf = (other: string) => acceptedTypes(other).join();
    const isFirstOfKind = others().find((other) => kindOf(other) === kindOf(route)) === route;
    return rowsOf(all, (_headers, index) => index === 0 || isFirstOfKind);
  };

  it('requests of other sites are rejected before a cookie is set [SRV-01]', async () => {
    const before = await eventCount('cross_site_refused');
    const accepted: unknown[] = [];
    let refusals = 0;
    for (const route of others()) {
      for (const headers of headersFor(route, FOREIGN)) {
        refusals += 1;
        const answer = await send(route, { ...headers, 'content-type': 'application/json' }, '{}');
        const { code } = (await answer.json()) as { code: string };
        const isRefused = answer.status === 403 && code === 'forbidden' && !answer.headers.has('set-cookie');
        if (!isRefused) accepted.push([route, headers, answer.status]);
      }
    }
    expect(accepted).toEqual([]);
    expect((await eventCount('cross_site_refused')) - before).toBe(refusals);
  });

  it('requests of trusted pages and of other clients are accepted', async () => {
    const refused: unknown[] = [];
    const ours: Record<string, string>[] = [
      {},
      { origin: gateway.config.webUrl, 'sec-fetch-site': 'same-site' },
      { origin: gateway.url, 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'same-origin' },
    ];
    for (const route of others()) {
      for (const headers of headersFor(route, ours)) {
        const answer = await send(route, headers);
        if (answer.status === 403) refused.push([route, headers]);
      }
    }
    expect(refused).toEqual([]);
  });

  it('bodies of other content types are rejected', async () => {
    const before = await eventCount('content_type_refused');
    const accepted: unknown[] = [];
    let refusals = 0;
    for (const route of others()) {
      const ours = acceptedTypes(route);
      const foreign = [FORM, JSON_TYPE].filter((type) => !ours.includes(type));
      for (const type of [...foreign, ...headersFor(route, [undefined, ...TYPES])]) {
        refusals += 1;
        const answer = await send(route, type === undefined ? {} : { 'content-type': type }, '{"email":"a@b.co"}');
        const { code } = (await answer.json()) as { code: string };
        if (answer.status !== 415 || code !== 'unsupported_media_type') accepted.push([route, type, answer.status]);
      }
      for (const type of ours) {
        const own = await send(route, { 'content-type': type }, '{}');
        if (own.status === 415) accepted.push([route, type, own.status]);
      }
    }
    expect(accepted).toEqual([]);
    expect((await eventCount('content_type_refused')) - before).toBe(refusals);
  });

  it('an empty body needs no content type, except on form routes', async () => {
    const answers = await Promise.all(others().map(async (route) => [route, (await send(route, {})).status] as const));
    const untyped = answers.filter(([, status]) => status === 415).map(([route]) => route);
    expect(untyped.sort()).toEqual([...FORMS].sort());
    expect((await send('POST /api/auth/signout', { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it('webhooks accept every content type and origin', async () => {
    for (const route of WEBHOOKS) {
      for (const headers of [...FOREIGN, ...TYPES.map((type) => ({ 'content-type': type }))]) {
        expect([403, 415]).not.toContain((await send(route, headers as Record<string, string>, '{}')).status);
      }
    }
  });

  it('an encoded path does not bypass the check', async () => {
    const answer = await send('POST /%61pi/auth/signin', { origin: 'https://evil.example' });
    expect(answer.status).toBe(403);
  });
});
