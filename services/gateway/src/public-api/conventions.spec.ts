import { API_VERSIONS } from '@luit/contracts/auth/api-key-limits';
import { WEBHOOK_EVENTS, WEBHOOK_TEST_EVENT } from '@luit/contracts/auth/webhook-limits';
import { billingCalls } from '@luit/contracts/billing/messages';
import { ERROR_STATUS } from '@luit/contracts/errors';
import type { OpenAPIObject } from '@nestjs/swagger';
import request from 'supertest';
import { buildApiDocument, publicApiDocument } from '../http/documents/api-document';
import { type GatewayTestApp, startGatewayTestApp } from '../test/gateway-test-app';
import { TestApiKeys } from '../test/test-api-keys';

/** Each test is named by the row of the table of conventions that it checks. */
describe('conventions of the public API', () => {
  let gateway: GatewayTestApp;
  let keys: TestApiKeys;
  let headers: Record<string, string>;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    keys = new TestApiKeys(gateway.services);
    headers = keys.add(gateway.user.id).headers;
    gateway.services.answer(billingCalls.getBalance, () => ({ credits: 40, available: 40, held: 2 }));
    gateway.services.answer(billingCalls.listApiKeyBudgets, () => ({ budgets: [] }));
  });
  afterAll(() => gateway.close());

  const get = (path: string, more: Record<string, string> = {}) => request(gateway.url).get(path).set(more);

  describe('version', () => {
    it('a request without the header has the version of its key', async () => {
      const { headers: received } = await get('/v1/balance', headers).expect(200);
      expect(received['luit-version']).toBe('2026-11-28');
      const old = keys.add(gateway.user.id, { apiVersion: '2025-01-01' }).headers;
      expect((await get('/v1/balance', old).expect(200)).headers['luit-version']).toBe('2025-01-01');
      const named = await get('/v1/balance', { ...old, 'luit-version': '2026-11-28' }).expect(200);
      expect(named.headers['luit-version']).toBe('2026-11-28');
    });

    it('no version is in the future', () => {
      expect([...API_VERSIONS].sort()).toEqual(API_VERSIONS);
      for (const version of API_VERSIONS) expect(Date.parse(version)).toBeLessThanOrEqual(Date.now());
    });

    it('a known version is answered with itself', async () => {
      const { headers: received } = await get('/v1/balance', { ...headers, 'luit-version': '2026-11-28' }).expect(200);
      expect(received['luit-version']).toBe('2026-11-28');
    });

    it.each(['2026-11-30', '2026-12-01', '2026-11-28, 2026-11-28', 'latest', ''])(
      'the version “%s” is refused',
      async (version) => {
        const answer = await get('/v1/balance', { ...headers, 'luit-version': version }).expect(400);
        expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
        expect(answer.headers['luit-version']).toBe('2026-11-28');
        expect(answer.body).toMatchObject({
          code: 'validation_failed',
          detail: expect.stringContaining('2026-11-28') as string,
          error: { param: 'Luit-Version' },
        });
      },
    );

    it.each([
      ['without a key', '/v1/balance', 401],
      ['for a route that does not exist', '/v1/nothing', 404],
      ['for a URL that cannot be decoded', '/v1/%', 404],
      ['with a key in the URL', '/v1/balance?key=luit_live_abc', 400],
    ])('a refusal %s carries the version', async (_what, path, status) => {
      const { headers: received } = await get(path).expect(status);
      expect(received['luit-version']).toBe('2026-11-28');
    });

    it('the routes of the web app have no version', async () => {
      const { headers: received } = await get('/api/nothing', { 'luit-version': 'latest' }).expect(404);
      expect(received).not.toHaveProperty('luit-version');
    });
  });

  describe('description', () => {
    let document: OpenAPIObject;
    beforeAll(async () => {
      document = JSON.parse(JSON.stringify(publicApiDocument(await buildApiDocument()))) as OpenAPIObject;
    });

    it('everyone gets the OpenAPI document, which caches keep', async () => {
      const answer = await get('/v1/openapi.json').expect(200);
      expect(answer.body).toEqual(document);
      expect(answer.headers['cache-control']).toBe('public, max-age=300');
      const tag = answer.headers['etag'] ?? '';
      const known = await get('/v1/openapi.json', { 'if-none-match': tag }).expect(304);
      expect(known.text).toBe('');
      expect(known.headers['etag']).toBe(tag);
      await get('/v1/openapi.json', { 'if-none-match': '"another"' }).expect(200);
    });

    it('it describes each webhook, the events of a stream, failure codes and the codes of problems', () => {
      const { webhooks } = document as unknown as { webhooks: Record<string, { post: { requestBody: unknown } }> };
      expect(Object.keys(webhooks)).toEqual([...WEBHOOK_EVENTS, WEBHOOK_TEST_EVENT]);
      expect(webhooks['video.completed']?.post.requestBody).toMatchObject({
        content: {
          'application/json': {
            schema: {
              properties: { type: { enum: ['video.completed'] }, data: { $ref: '#/components/schemas/Video' } },
            },
          },
        },
      });
      const stream = JSON.stringify(document.paths['/v1/videos/{id}/events']?.get?.responses['200']);
      for (const event of WEBHOOK_EVENTS.filter((name) => name.startsWith('video.'))) expect(stream).toContain(event);
      const { Video: video, Problem: problem } = document.components?.schemas ?? {};
      for (const code of ['generation_failed', 'timed_out', 'invalid_input', 'refused_by_policy', 'canceled'])
        expect(JSON.stringify(video)).toContain(code);
      expect(problem).toMatchObject({
        properties: { code: { enum: expect.arrayContaining(Object.keys(ERROR_STATUS)) as unknown } },
      });
    });

    it('it has the routes of the public API alone, each with the key, the version, problems and limits', () => {
      expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '2026-11-28' } });
      expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/v1/videos', '/v1/videos/{id}/content']));
      expect(Object.keys(document.paths).filter((path) => !path.startsWith('/v1/'))).toEqual([]);
      expect(Object.keys(document.components?.securitySchemes ?? {})).toEqual(['apiKey']);
      for (const item of Object.values(document.paths)) {
        for (const operation of Object.values(item) as NonNullable<(typeof item)['get']>[]) {
          expect(operation).toMatchObject({
            security: [{ apiKey: [] }],
            parameters: expect.arrayContaining([
              expect.objectContaining({ in: 'header', name: 'Luit-Version' }),
            ]) as unknown,
            responses: { '4XX': { $ref: '#/components/responses/ClientProblem' } },
          });
        }
      }
      expect(document.components?.responses?.ClientProblem).toMatchObject({
        headers: { 'Luit-Version': {}, RateLimit: {}, 'RateLimit-Policy': {}, 'Retry-After': {} },
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      });
      expect(Object.keys(document.components?.schemas ?? {})).toEqual(expect.arrayContaining(['Problem', 'Video']));
      expect(document.components?.schemas).not.toHaveProperty('Failure');
    });
  });

  it('errors: one body for readers of problem details and for clients of other video APIs', async () => {
    const { body, headers: received } = await get('/v1/videos/none', headers).expect(404);
    expect(received['content-type']).toBe('application/problem+json; charset=utf-8');
    const detail = 'This video does not exist.';
    expect(body).toEqual({
      ...{ type: 'urn:luit:error:not_found', title: 'Not Found', status: 404, detail, code: 'not_found' },
      request_id: received['x-request-id'],
      error: { message: detail, type: 'invalid_request_error', code: 'not_found', param: null },
    });
  });

  it('limits: responses name the policy and what is left', async () => {
    const { headers: received } = await get('/v1/balance', headers).expect(200);
    expect(received['ratelimit-policy']).toBe('"requests";q=600;w=60');
    expect(received['ratelimit']).toMatch(/^"requests";r=\d+;t=\d+$/);
  });
});
