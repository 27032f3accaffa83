import { authCalls } from '@luit/contracts/auth/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import { dayInput, timeInput } from '@luit/contracts/messages/fields';
import fc from 'fast-check';
import request from 'supertest';
import { type GatewayTestApp, startGatewayTestApp } from '../../test/gateway-test-app';
import { activeOperator } from '../../test/test-operators';
import { routesOf } from '../../test/test-routes';
import { tokenFor } from '../../test/test-tokens';
import { parseJson } from './json-body';

/** Texts that Postgres refuses: NUL in any text, an unpaired surrogate in JSON. */
const refused = fc
  .tuple(fc.string(), fc.constantFrom('\0', '\ud800', '\udc00', '\udc00\ud800'), fc.string())
  .map(([before, character, after]) => `${before} ${character} ${after}`);

/** Fields with the name `__proto__` are removed with their contents. */
const names = fc.string().filter((name) => name !== '__proto__');

/** Where the text is: a field, an element, a field of a field, or the name of a field. */
const bodies = fc
  .tuple(refused, names)
  .chain(([text, name]) =>
    fc.constantFrom<object>({ [name]: text }, { a: [text] }, { a: { b: { [name]: text } } }, { [text]: 1 }),
  );

describe('values that Postgres cannot store', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
    gateway.services.answer(generationCalls.receiveProviderEvent, () => ({}));
  });
  afterAll(() => gateway.close());

  it('in bodies are refused, wherever they are', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        expect(() => parseJson(JSON.stringify(body))).toThrow(expect.objectContaining({ code: 'validation_failed' }));
      }),
    );
    const body = { emoji: '👩‍💻', controls: '\u0001\n', quoted: '\\u0000', '🎬': ['😀'] };
    expect(parseJson(JSON.stringify(body))).toEqual(body);
  });

  it('are refused by every route that takes JSON', async () => {
    const routes = routesOf(gateway)
      .map(({ route }) => route.split(' ') as [string, string])
      .filter(([method]) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method));
    const statuses = new Map<string, number>();
    for (const [method, path] of routes) {
      const { status } = await request(gateway.url)
        [method.toLowerCase() as 'post'](path.replaceAll(/:\w+/g, '7'))
        .set('authorization', `Bearer ${tokenFor(gateway.operators, gateway.user)}`)
        .type('json')
        .send('{"a":{"b":["\\u0000"]}}');
      statuses.set(`${method} ${path}`, status);
    }
    const others = [...statuses].filter(([, status]) => status !== 400);
    // Raw bodies, parts, forms, and one that is forwarded unread.
    expect(others.sort()).toEqual([
      ['PATCH /api/uploads/resumable/:id', 415],
      ['POST /api/generate-image-video', 415],
      ['POST /api/predictions', 401],
      ['POST /api/restore', 415],
      ['POST /api/uploads', 415],
      ['POST /api/verify', 415],
      ['POST /api/webhooks/providers/:provider/:token', 200],
      ['PUT /runner/v1/jobs/:id/output', 415],
    ]);
  });

  it('in forms are refused', async () => {
    const { body } = await request(gateway.url)
      .post('/api/generate-image-video')
      .set(gateway.bearer())
      .field('prompt', 'a\0b')
      .field('duration', '5')
      .attach('image', Buffer.from('x'), 'a.jpg')
      .expect(400);
    expect(body).toMatchObject({ code: 'validation_failed' });
  });

  it('as a date are refused', () => {
    for (const text of ['0000-01-01T00:00:00Z', '2026-11-21T15:00:00+23:59', '9999-12-31T23:59:59-12:00']) {
      expect(timeInput.safeParse(text).success).toBe(false);
    }
    expect(dayInput.safeParse('0000-01-01').success).toBe(false);
    expect(timeInput.parse('2026-11-21T15:00:00+05:30')).toBe('2026-11-21T15:00:00+05:30');
    expect(dayInput.parse('9999-01-01')).toBe('9999-01-01');
  });
});
