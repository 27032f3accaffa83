import { addLogFields } from '@luit/platform/tracing/correlation';
import { Logger } from '@nestjs/common';
import { fastify, type FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { eventually } from '@luit/platform/testing/eventually';
import { type AccessLogSettings, logAccess, RefusedRequestLimit } from './access-log';
import { correlate, requestIds } from './correlation';

type Line = Record<string, unknown>;

describe('access lines', () => {
  let server: FastifyInstance;
  let url: string;
  let lines: Line[];

  const start = async (settings: Partial<AccessLogSettings> = {}): Promise<void> => {
    server = fastify({ ...requestIds, forceCloseConnections: true });
    correlate(server);
    logAccess(server, { share: 1, routineShare: 0, slowMs: 1_000, ...settings }, new RefusedRequestLimit(10));
    server.post('/api/generate', (request, reply) => {
      (request as { user?: object }).user = { id: 'user-1' };
      addLogFields({ requestId: 'job-1' });
      return reply.status(202).send({ ok: true });
    });
    server.get('/api/requests/:id', { config: { answersFromCache: true } }, () => ({ ok: true }));
    server.get('/api/purchases/:id', () => ({ ok: true }));
    server.get('/api/orders/:token', () => ({ ok: true }));
    server.get('/api/zip-downloads/:id', () => ({ ok: true }));
    server.head('/api/uploads/resumable/:id', () => '');
    server.get('/assets/*', () => 'text');
    server.get('/api/fails', (_request, reply) => reply.status(503).send({ ok: false }));
    server.get('/api/hangs', () => new Promise(() => undefined));
    url = await server.listen({ port: 0 });
  };

  beforeEach(() => {
    lines = [];
    const keep = (fields: Line) => void lines.push(fields);
    Logger.overrideLogger({ log: keep, warn: keep, error: keep });
  });
  afterEach(async () => {
    await server.close();
    Logger.overrideLogger(false);
  });

  const send = async (path: string, init: RequestInit = {}): Promise<void> => {
    await (await fetch(url + path, init)).text();
  };

  it('name the request, its route, status, duration, size, user and ids', async () => {
    await start();
    const headers = { 'content-type': 'application/json', 'x-request-id': 'client-chosen-id' };
    await send('/api/generate?token=secret', { method: 'POST', headers, body: '{"prompt":"a cat"}' });
    await eventually(() => expect(lines).toHaveLength(1));
    expect(lines[0]).toEqual({
      msg: 'HTTP request',
      correlationId: 'client-chosen-id',
      method: 'POST',
      route: '/api/generate',
      status: 202,
      ms: expect.any(Number),
      bytes: 11,
      userId: 'user-1',
      requestId: 'job-1',
    });
  });

  it('contain ids of the path, but no other parameter and no query', async () => {
    await start();
    const id = randomUUID();
    await send(`/api/purchases/${id}`);
    await send(`/api/orders/${randomUUID()}?claim=secret`);
    await eventually(() => expect(lines).toHaveLength(2));
    expect(lines[0]).toMatchObject({ route: '/api/purchases/:id', id });
    expect(Object.keys(lines[1] ?? {})).toEqual(
      expect.not.arrayContaining(['token', 'claim', 'query', 'url']) as unknown as string[],
    );
    expect(JSON.stringify(lines[1])).not.toContain('secret');
  });

  it('contain no id that is a secret, because whoever knows it may use what it names', async () => {
    await start();
    const id = randomUUID();
    await send(`/api/zip-downloads/${id}`);
    await send(`/api/uploads/resumable/${id}`, { method: 'HEAD' });
    await eventually(() => expect(lines).toHaveLength(2));
    expect(lines.map(({ route }) => route).toSorted()).toEqual([
      '/api/uploads/resumable/:id',
      '/api/zip-downloads/:id',
    ]);
    expect(JSON.stringify(lines)).not.toContain(id);
  });

  it('are not written for polls, background refreshes and files of the web apps, unless they are slow', async () => {
    await start();
    const routine = async () => {
      await send(`/api/requests/${randomUUID()}`);
      await send(`/api/purchases/${randomUUID()}`, { headers: { 'x-background': '1' } });
      await send('/assets/app.js');
    };
    await routine();
    await send('/api/fails');
    await eventually(() => expect(lines).toMatchObject([{ status: 503 }]));
    await server.close();
    await start({ slowMs: 0 });
    await routine();
    await eventually(() => expect(lines).toHaveLength(4));
  });

  it('are written for the configured share of successful requests, and for every error', async () => {
    await start({ share: 0 });
    await send(`/api/purchases/${randomUUID()}`);
    await send('/api/fails');
    await send('/api/unknown');
    await eventually(() => expect(lines).toHaveLength(2));
    expect(lines).toMatchObject([
      { route: '/api/fails', status: 503 },
      { route: 'unmatched', status: 404 },
    ]);
  });

  it('say that the client closed the connection', async () => {
    await start({ share: 0 });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('GET /api/hangs HTTP/1.1\r\nhost: a\r\n\r\n');
    await new Promise((resolve) => server.server.once('request', resolve));
    socket.destroy();
    await eventually(() => expect(lines).toMatchObject([{ route: '/api/hangs', isAborted: true }]));
  });

  it('do not let refused requests fill the disk', async () => {
    await start();
    const flood = async () => {
      for (let i = 0; i < 30; i += 1) await Promise.all(Array.from({ length: 20 }, () => send('/api/unknown')));
    };
    await flood();
    await eventually(() => {
      const written = lines.filter(({ msg }) => msg === 'HTTP request').length;
      const omitted = lines.reduce((sum, line) => sum + Number(line.omitted ?? 0), 0);
      expect(written + omitted).toBe(600);
    });
    expect(lines.length).toBeLessThan(300);
  });
});
