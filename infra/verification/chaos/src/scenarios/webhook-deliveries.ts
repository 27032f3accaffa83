import type { WebhookDelivery, WebhookDeliveryPage } from '@luit/contracts/auth/webhooks';
import type { ReceivedWebhook } from '@luit/sandbox/receiver/receiver';
import type { LuitClient } from '@luit/smoke/client';
import { until } from '@luit/smoke/until';
import { WebhookReceiver } from '@luit/smoke/webhook-receiver';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { TestCluster } from '../test-cluster';

const EVENTS = ['video.queued', 'video.in_progress', 'video.completed', 'video.failed'];
const DIRECTIVES = ['', '[slow:5]', '[fail:technical]', '[no-webhook]'];
/** How long the receiver takes for a response while workers are killed, seconds. */
const SLOW_SECONDS = 3;
/** Includes the time until a queue notices that its worker has died. */
const DELIVERED_WITHIN_MS = 180_000;

export const WEBHOOK_FAULTS = {
  'workers killed': killWorkers,
  'Redis flushed': (cluster: TestCluster) => cluster.flushRedis(),
  'workers killed and Redis flushed': async (cluster: TestCluster) => {
    await killWorkers(cluster);
    await cluster.flushRedis();
  },
};

export type WebhookFault = keyof typeof WEBHOOK_FAULTS;

interface WebhookFigures {
  events: number;
  /** Webhooks that had arrived when the fault came, without a response. */
  unanswered: number;
  /** Webhooks that arrived again, although the receiver had taken them. */
  repeated: number;
  deliveredMs: number;
}

/**
 * Injects a fault while webhooks of videos and tests are in flight to a slow receiver, wait for a slot, and wait for another attempt after
 * a failure. Every event arrives with one id and one signed body.
 */
export async function deliverWebhooks(
  cluster: TestCluster,
  creator: LuitClient,
  fault: WebhookFault,
  { tests, videos }: { tests: number; videos: number },
): Promise<WebhookFigures> {
  const receiver = await WebhookReceiver.create(cluster.stack.sandbox, randomUUID(), creator, EVENTS);
  await receiver.behave({ status: 503 });
  const failing = Math.ceil(tests / 4);
  await sendTests(creator, receiver.endpointId, failing);
  await until('failed attempts', async () => ((await receiver.received()).length >= failing ? true : undefined));
  await receiver.behave({ seconds: SLOW_SECONDS });
  const refused = (await receiver.received()).length;
  const requests = Array.from({ length: videos }, (_, i) => `Ferry ${DIRECTIVES[i % DIRECTIVES.length]}`);
  await Promise.all(requests.map((prompt) => creator.generate(prompt)));
  await sendTests(creator, receiver.endpointId, tests - failing);
  const unanswered = await until('webhooks in flight', async () => {
    const answered = await cluster.sql(
      `SELECT FROM auth.webhook_deliveries WHERE endpoint_id = $1 AND delivered_at IS NOT NULL`,
      [receiver.endpointId],
    );
    const open = (await receiver.received()).length - refused - answered.length;
    return open > 1 ? open : undefined;
  });
  await WEBHOOK_FAULTS[fault](cluster);
  const faultAt = Date.now();
  await receiver.behave({});

  await cluster.untilIdle(120_000);
  const deliveries = await until(
    'every event to be delivered',
    async () => {
      const all = await allDeliveries(creator, receiver.endpointId);
      return all.every(({ state }) => state === 'delivered') ? all : undefined;
    },
    DELIVERED_WITHIN_MS,
  );
  const deliveredMs = Date.now() - faultAt;
  const webhooks = await receiver.received();
  assertComplete(deliveries, webhooks, receiver.secret, { tests, videos });
  const repeated = webhooks.length - refused - deliveries.length;
  return { events: deliveries.length, unanswered, repeated, deliveredMs };
}

/** Every event arrived, nothing else did, and each id has one body with a valid signature. */
function assertComplete(
  deliveries: WebhookDelivery[],
  webhooks: ReceivedWebhook[],
  secret: string,
  { tests, videos }: { tests: number; videos: number },
): void {
  const bodies = new Map(deliveries.map(({ id, body }) => [id, body]));
  assert.deepEqual(new Set(webhooks.map(({ headers }) => headers['webhook-id'])), new Set(bodies.keys()));
  for (const { headers, body } of webhooks) {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    assert.equal(body, bodies.get(String(headers['webhook-id'])));
  }
  const ofType = (...types: string[]) => deliveries.filter(({ type }) => types.includes(type)).length;
  assert.equal(ofType('webhook.test'), tests);
  assert.equal(ofType('video.queued'), videos);
  assert.equal(ofType('video.completed', 'video.failed'), videos);
}

async function sendTests(creator: LuitClient, endpointId: string, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => creator.post(`/api/webhook-endpoints/${endpointId}/test`, {})));
}

async function allDeliveries(creator: LuitClient, endpointId: string): Promise<WebhookDelivery[]> {
  const all: WebhookDelivery[] = [];
  let cursor: string | null = null;
  do {
    const page: WebhookDeliveryPage = await creator.get(
      `/api/webhook-endpoints/${endpointId}/deliveries?limit=100${cursor === null ? '' : `&cursor=${cursor}`}`,
    );
    all.push(...page.deliveries);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}

function killWorkers(cluster: TestCluster): Promise<void> {
  for (const name of Object.keys(cluster.servicePids())) {
    if (name.startsWith('worker')) cluster.running.kill(name, 'SIGKILL');
  }
  return Promise.resolve();
}
