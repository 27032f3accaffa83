import {
  type DeliveryAttempt,
  deliveryJobs,
  type DeliveryKind,
  type OutboundRequest,
} from '@luit/contracts/auth/deliveries';
import { authCalls } from '@luit/contracts/auth/messages';
import { eventually } from '@luit/platform/testing/eventually';
import type { ReceivedWebhook } from '@luit/sandbox/receiver/receiver';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startWorkerTestApp, type WorkerTestApp } from '../test/worker-test-app';
import { DeliveriesService } from './deliveries.service';

describe('deliveries', () => {
  let app: WorkerTestApp;

  beforeAll(async () => {
    app = await startWorkerTestApp({ mailbox: false });
    await app.startWorker();
  });
  afterAll(() => app.close());

  const behave = (name: string, behavior: object) => app.client.control('PUT', `/receivers/${name}`, behavior);
  const received = async (name: string) =>
    ((await app.client.control('GET', `/receivers/${name}`)).body as { received: ReceivedWebhook[] }).received;
  const requestTo = (name: string): OutboundRequest => ({
    targetId: randomUUID(),
    url: `${app.sandbox.url}/receivers/${name}`,
    headers: { 'content-type': 'application/json', 'webhook-id': name },
    body: '{"text":"रात"}',
    encoding: 'utf8',
  });
  const enqueue = async (request: OutboundRequest, kind: DeliveryKind = 'webhook'): Promise<string> => {
    const deliveryId = randomUUID();
    app.deliveries.due.set(deliveryId, request);
    await app.enqueue(deliveryJobs[kind], deliveryId);
    return deliveryId;
  };
  const attemptsOf = (deliveryId: string) =>
    app.deliveries.attempts.filter((attempt) => attempt.deliveryId === deliveryId);
  /** Runs the job of a delivery; returns its recorded attempts. */
  const deliver = async (request: OutboundRequest, kind: DeliveryKind = 'webhook'): Promise<DeliveryAttempt[]> => {
    const deliveryId = await enqueue(request, kind);
    await eventually(async () => expect(await app.queued(deliveryJobs[kind])).toBe(0));
    return attemptsOf(deliveryId);
  };

  it.each(Object.keys(deliveryJobs) as DeliveryKind[])(
    'a delivery of kind %s arrives unchanged, is repeated with the same id, and each attempt is recorded',
    async (kind) => {
      await behave(kind, { body: 'thanks\0' });
      app.deliveries.retries.push(10);
      const attempts = await deliver(requestTo(kind), kind);
      const attempt = { kind, status: 200, error: null, response: 'thanks\ufffd', retryAfterSeconds: null };
      expect(attempts).toMatchObject([attempt, attempt]);
      expect(attempts[0]!.durationMs).toBeGreaterThanOrEqual(0);
      const arrived = { body: '{"text":"रात"}', headers: { 'webhook-id': kind, 'content-type': 'application/json' } };
      expect(await received(kind)).toMatchObject([arrived, arrived]);
    },
  );

  it('encrypted bytes arrive unchanged, and the time that a server asks to wait is recorded', async () => {
    const parts: Buffer[] = [];
    const server = createServer((incoming, response) => {
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('end', () => response.writeHead(429, { 'retry-after': '7' }).end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const bytes = Buffer.of(0, 255, 7);
    const encoded = { body: bytes.toString('base64'), encoding: 'base64' } as const;
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/1`;
    expect(await deliver({ ...requestTo('push'), ...encoded, url }, 'web_push')).toMatchObject([
      { status: 429, retryAfterSeconds: 7, error: null },
    ]);
    expect(Buffer.concat(parts)).toEqual(bytes);
    await new Promise((resolve) => server.close(resolve));
  });

  it.each([
    ['gone', { status: 410, body: 'I moved' }, { status: 410, response: 'I moved' }],
    ['failing', { status: 500, body: 'é'.repeat(2_000) }, { status: 500, response: 'é'.repeat(512) }],
    ['endless', { isEndless: true }, { status: 200, response: 'endless '.repeat(128) }],
  ])('a receiver that is %s is recorded with the beginning of its response', async (name, behavior, expected) => {
    await behave(name, behavior);
    expect(await deliver(requestTo(name))).toMatchObject([{ ...expected, error: null }]);
  });

  it('a redirect is not followed, wherever it leads', async () => {
    await behave('redirecting', { status: 301, location: `${app.sandbox.url}/receivers/target` });
    expect(await deliver(requestTo('redirecting'))).toMatchObject([{ status: 301 }]);
    expect(await received('target')).toEqual([]);
  });

  it('a refused connection, an unknown name and a private address are recorded alike', async () => {
    const attempts: DeliveryAttempt[] = [];
    for (const url of ['http://127.0.0.1:1/', 'https://unknown.invalid/', 'https://10.0.0.1/', 'https://[fd00::1]/']) {
      attempts.push(...(await deliver({ ...requestTo('nobody'), url })));
    }
    const unreachable = { status: null, error: 'The server could not be reached', response: '', durationMs: 0 };
    expect(attempts).toMatchObject(Array(4).fill(unreachable));
  });

  it('a receiver that hangs is given up after ten seconds, and others do not wait for it', async () => {
    await behave('hanging', { seconds: 60 });
    const hanging = requestTo('hanging');
    const stuck = await Promise.all(Array.from({ length: 12 }, () => enqueue(hanging)));
    await eventually(async () => expect(await received('hanging')).toHaveLength(4));
    const others = await Promise.all(Array.from({ length: 20 }, () => enqueue(requestTo('other'))));
    await eventually(() => expect(others.flatMap(attemptsOf)).toHaveLength(20));
    expect(await received('hanging')).toHaveLength(4);
    expect(stuck.flatMap(attemptsOf)).toEqual([]);
    await eventually(() => expect(stuck.flatMap(attemptsOf).length).toBeGreaterThanOrEqual(4));
    expect(stuck.flatMap(attemptsOf)[0]).toMatchObject({
      status: null,
      error: 'The server did not respond within 10 seconds',
    });
    await behave('hanging', {});
    await eventually(() => expect(stuck.flatMap(attemptsOf)).toHaveLength(12));
  });

  it.each(['https://10.0.0.1/', 'https://localhost/', 'https://[::1]/', 'http://example.com/'])(
    'outside local mode, nothing is sent to %s',
    async (url) => {
      const recorded: unknown[] = [];
      const calls = {
        call: (contract: { name: string }, input: unknown) => {
          if (contract.name === authCalls.renderDelivery.name) return Promise.resolve({ ...requestTo('private'), url });
          recorded.push(input);
          return Promise.resolve({ retryInMs: null });
        },
      };
      const downloads = { ...app.config.downloads, isLoopbackAllowed: false };
      await new DeliveriesService(calls as never, { downloads }).deliverWebhook('a');
      expect(recorded).toMatchObject([{ status: null, error: 'The server could not be reached' }]);
    },
  );
});
