import { authCalls } from '@luit/contracts/auth/messages';
import { deliverJob, type SignedWebhook, type WebhookAttempt } from '@luit/contracts/auth/webhooks';
import { eventually } from '@luit/platform/testing/eventually';
import type { ReceivedWebhook } from '@luit/sandbox/receiver/receiver';
import { randomUUID } from 'node:crypto';
import { startWorkerTestApp, type WorkerTestApp } from '../test/worker-test-app';
import { WebhooksService } from './webhooks.service';

describe('deliveries of webhooks', () => {
  let app: WorkerTestApp;

  beforeAll(async () => {
    app = await startWorkerTestApp({ mailbox: false });
    await app.startWorker();
  });
  afterAll(() => app.close());

  const behave = (name: string, behavior: object) => app.client.control('PUT', `/receivers/${name}`, behavior);
  const received = async (name: string) =>
    ((await app.client.control('GET', `/receivers/${name}`)).body as { received: ReceivedWebhook[] }).received;
  const webhookTo = (name: string): SignedWebhook => ({
    endpointId: randomUUID(),
    url: `${app.sandbox.url}/receivers/${name}`,
    headers: { 'content-type': 'application/json', 'webhook-id': name },
    body: '{"type":"video.completed"}',
  });
  const enqueue = async (webhook: SignedWebhook): Promise<string> => {
    const deliveryId = randomUUID();
    app.webhooks.due.set(deliveryId, webhook);
    await app.enqueue(deliverJob, deliveryId);
    return deliveryId;
  };
  const attemptsOf = (deliveryId: string) =>
    app.webhooks.attempts.filter((attempt) => attempt.deliveryId === deliveryId);
  /** Runs the job of a delivery; returns its recorded attempts. */
  const deliver = async (webhook: SignedWebhook): Promise<WebhookAttempt[]> => {
    const deliveryId = await enqueue(webhook);
    await eventually(async () => {
      expect(await app.queued(deliverJob)).toBe(0);
    });
    return attemptsOf(deliveryId);
  };

  it('the signed text arrives unchanged, and the attempt is recorded with its time and response', async () => {
    await behave('plain', { body: 'thanks\0' });
    const [attempt] = await deliver(webhookTo('plain'));
    expect(attempt).toMatchObject({ status: 200, error: null, response: 'thanks\ufffd' });
    expect(attempt!.durationMs).toBeGreaterThanOrEqual(0);
    const [webhook] = await received('plain');
    expect(webhook).toMatchObject({ body: '{"type":"video.completed"}', headers: { 'webhook-id': 'plain' } });
  });

  it.each([
    ['gone', { status: 410, body: 'I moved' }, { status: 410, response: 'I moved' }],
    ['failing', { status: 500, body: 'é'.repeat(2_000) }, { status: 500, response: 'é'.repeat(512) }],
    ['endless', { isEndless: true }, { status: 200, response: 'endless '.repeat(128) }],
  ])('a receiver that is %s is recorded with the beginning of its response', async (name, behavior, expected) => {
    await behave(name, behavior);
    expect(await deliver(webhookTo(name))).toMatchObject([{ ...expected, error: null }]);
  });

  it('a redirect is not followed, wherever it leads', async () => {
    await behave('redirecting', { status: 301, location: `${app.sandbox.url}/receivers/target` });
    expect(await deliver(webhookTo('redirecting'))).toMatchObject([{ status: 301 }]);
    expect(await received('target')).toEqual([]);
  });

  it('a refused connection, an unknown name and a private address are recorded alike', async () => {
    const attempts: WebhookAttempt[] = [];
    for (const url of ['http://127.0.0.1:1/', 'https://unknown.invalid/', 'https://10.0.0.1/', 'https://[fd00::1]/']) {
      attempts.push(...(await deliver({ ...webhookTo('nobody'), url })));
    }
    expect(attempts.map(({ deliveryId: _, ...attempt }) => attempt)).toEqual(
      Array(4).fill({ status: null, error: 'The server could not be reached', response: '', durationMs: 0 }),
    );
  });

  it('a receiver that hangs is given up after ten seconds, and others do not wait for it', async () => {
    await behave('hanging', { seconds: 60 });
    const hanging = webhookTo('hanging');
    const stuck = await Promise.all(Array.from({ length: 12 }, () => enqueue(hanging)));
    await eventually(async () => expect(await received('hanging')).toHaveLength(4));
    const others = await Promise.all(Array.from({ length: 20 }, () => enqueue(webhookTo('other'))));
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

  it('a delivery that is retried arrives later, with the same id', async () => {
    app.webhooks.retries.push(10);
    expect(await deliver(webhookTo('retried'))).toHaveLength(2);
    expect((await received('retried')).map(({ headers }) => headers['webhook-id'])).toEqual(['retried', 'retried']);
  });

  it.each(['https://10.0.0.1/', 'https://localhost/', 'https://[::1]/', 'http://example.com/'])(
    'outside local mode, nothing is sent to %s',
    async (url) => {
      const recorded: unknown[] = [];
      const calls = {
        call: (contract: { name: string }, input: unknown) => {
          if (contract.name === authCalls.renderWebhook.name) return Promise.resolve({ ...webhookTo('private'), url });
          recorded.push(input);
          return Promise.resolve({ retryInMs: null });
        },
      };
      const downloads = { ...app.config.downloads, isLoopbackAllowed: false };
      await new WebhooksService(calls as never, { downloads }).deliver('a');
      expect(recorded).toMatchObject([{ status: null, error: 'The server could not be reached' }]);
    },
  );
});
