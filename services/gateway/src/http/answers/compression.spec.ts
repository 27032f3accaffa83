import fastify, { type FastifyInstance } from 'fastify';
import request from 'supertest';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startGatewayTestApp } from '../../test/gateway-test-app';
import { compressAnswers } from './compression';

const LONG = { text: 'Brahmaputra '.repeat(200) };
const SHORT = { text: 'Luit' };

describe('compressed responses', () => {
  let server: FastifyInstance;

  beforeAll(() => {
    server = fastify();
    compressAnswers(server);
    server.get('/api/long', () => LONG);
    server.get('/api/short', () => SHORT);
    server.get('/api/auth/session', () => LONG);
    server.post('/api/long', () => LONG);
    server.get('/api/cookie', (_, reply) => reply.header('set-cookie', 'a=b').send(LONG));
    server.get('/api/tagged', (_, reply) => reply.header('etag', '"1"').send(LONG));
    server.get('/api/export', (_, reply) => reply.type('text/csv').send(LONG.text));
    server.get('/api/poll', { config: { answersFromCache: true } }, () => LONG);
  });
  afterAll(() => server.close());

  const send = (url: string, accepted?: string, method: 'GET' | 'POST' = 'GET') =>
    server.inject({ method, url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
  ])('a client that accepts %s gets long JSON as %s', async (accepted, coding, decompress) => {
    const { headers, rawPayload } = await send('/api/long', accepted);
    expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding' });
    expect(Number(headers['content-length'])).toBe(rawPayload.length);
    expect(rawPayload.length).toBeLessThan(200);
    expect(JSON.parse(decompress(rawPayload).toString())).toEqual(LONG);
  });

  it.each([undefined, 'identity'])(
    'a client that accepts %s gets plain JSON, and caches keep both apart',
    async (accepted) => {
      const { headers, body } = await send('/api/long', accepted);
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers.vary).toBe('Accept-Encoding');
      expect(JSON.parse(body)).toEqual(LONG);
    },
  );

  it.each([
    ['a short response', '/api/short', 'GET'],
    ['a response of the sign-in, which may contain tokens', '/api/auth/session', 'GET'],
    ['a response to a change, which may contain tokens', '/api/long', 'POST'],
    ['a response with a cookie', '/api/cookie', 'GET'],
    ['a response with an ETag, which names its bytes', '/api/tagged', 'GET'],
    ['a download', '/api/export', 'GET'],
    ['a poll', '/api/poll', 'GET'],
  ] as const)('%s is not compressed', async (_, url, method) => {
    const { headers, statusCode } = await send(url, 'br, gzip', method);
    expect(statusCode).toBe(200);
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('the gateway compresses its JSON', async () => {
    const gateway = await startGatewayTestApp();
    const { headers, body } = await request(gateway.url)
      .get('/api/openapi.json')
      .set('accept-encoding', 'gzip')
      .expect(200);
    expect(headers['content-encoding']).toBe('gzip');
    expect(body).toHaveProperty('paths');
    await gateway.close();
  });
});
