import { authCalls } from '@luit/contracts/auth/messages';
import { type WebPushAttempt, webPushJob, type WebPushRequest } from '@luit/contracts/auth/web-push';
import { eventually } from '@luit/platform/testing/eventually';
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebPushService } from './web-push.service';
import { startWorkerTestApp, type WorkerTestApp } from '../test/worker-test-app';

describe('web pushes', () => {
  let app: WorkerTestApp;
  let server: Server;
  let request: WebPushRequest;
  let answer: { status: number; headers?: Record<string, string> };
  let received: { method?: string; topic: unknown; body: Buffer }[];

  beforeAll(async () => {
    server = createServer((incoming, response) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('end', () => {
        received.push({ method: incoming.method, topic: incoming.headers.topic, body: Buffer.concat(parts) });
        response.writeHead(answer.status, answer.headers).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    app = await startWorkerTestApp();
    await app.startWorker();
  });
  afterAll(async () => {
    await app.close();
    await new Promise((resolve) => server.close(resolve));
  });
  beforeEach(() => {
    received = [];
    answer = { status: 201 };
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/1`;
    request = { url, headers: { ttl: '60', topic: 'a' }, body: Buffer.of(0, 255, 7).toString('base64') };
  });

  /** Runs the job of a message; returns the recorded attempts. */
  const deliver = async (): Promise<WebPushAttempt[]> => {
    const messageId = randomUUID();
    app.webPushes.due.set(messageId, request);
    await app.enqueue(webPushJob, messageId);
    await eventually(async () => expect(await app.queued(webPushJob)).toBe(0));
    return app.webPushes.attempts.filter((attempt) => attempt.messageId === messageId);
  };

  it('the encrypted bytes reach the push service unchanged', async () => {
    expect(await deliver()).toMatchObject([{ status: 201, error: null }]);
    expect(received).toEqual([{ method: 'POST', topic: 'a', body: Buffer.of(0, 255, 7) }]);
  });

  it.each([404, 410, 429, 500])('status %d is reported with the time to wait', async (status) => {
    answer = { status, headers: { 'retry-after': '7' } };
    expect(await deliver()).toMatchObject([{ status, retryAfterSeconds: 7, error: null }]);
  });

  it('a redirect is not followed, and a refused connection is reported', async () => {
    answer = { status: 307, headers: { location: request.url } };
    expect(await deliver()).toMatchObject([{ status: 307 }]);
    expect(received).toHaveLength(1);
    request = { ...request, url: 'http://127.0.0.1:1/' };
    expect(await deliver()).toMatchObject([{ status: null, error: 'The server could not be reached' }]);
  });

  it('a message that is retried arrives later', async () => {
    app.webPushes.retries.push(10);
    const attempts = await deliver();
    expect(attempts).toHaveLength(2);
  });

  it.each(['https://10.0.0.1/', 'https://localhost/', 'http://push.example.com/'])(
    'outside local mode, nothing is sent to %s',
    async (url) => {
      request = { ...request, url };
      const recorded: unknown[] = [];
      const calls = {
        call: (contract: { name: string }, input: unknown) => {
          if (contract.name === authCalls.renderWebPush.name) return Promise.resolve(request);
          recorded.push(input);
          return Promise.resolve({ retryInMs: null });
        },
      };
      const downloads = { ...app.config.downloads, isLoopbackAllowed: false };
      await new WebPushService(calls as never, { downloads }).deliver('a');
      expect(recorded).toMatchObject([{ status: null, error: 'The server could not be reached' }]);
    },
  );
});
