import { MAX_WEBHOOK_ENDPOINTS } from '@luit/contracts/auth/webhook-limits';
import type { RunningStack } from '@luit/local/running-stack';
import type { LuitClient } from '@luit/smoke/client';
import { newCreator } from '@luit/smoke/smoke-test';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { paired } from '../paired';
import { formatNumber, pairRow, type Row } from '../report';
import { openDatabase, untilTrue, withStack } from '../stack-bench';

const ACCOUNTS = 3;
const BODY_BYTES = 1_000;
const BACKLOG = 10_000;
const TARGET_PER_SECOND = 1_000;
const ROUNDS = 3;
/** Deliveries of the endpoints with measured latency. */
const BATCHES = 40;
const PER_BATCH = 25;
const BATCH_EVERY_MS = 250;
/** More than the worker can have in flight at all. */
const SLOW_BACKLOG = 200;
/** Between these shares of the backlog the rate is steady. */
const STEADY = [0.1, 0.9] as const;

/** Deliveries as auth writes them, each with its job. */
const ENQUEUE = `
  WITH delivery AS (
    INSERT INTO auth.webhook_deliveries (id, endpoint_id, type, body)
    SELECT uuidv7(), ($1::uuid[])[1 + n % cardinality($1::uuid[])], 'video.completed', $3 FROM generate_series(1, $2::int) AS n
    RETURNING id
  )
  INSERT INTO auth.outbox (kind, name, payload, options) SELECT 'job', 'deliver', jsonb_build_object('id', id), '{}' FROM delivery`;

/**
 * API: webhooks of 1 kB that one worker delivers per second to a receiver that responds at once, and the latency of endpoints beside one
 * that does not respond.
 */
export async function benchApiDeliveries(): Promise<Row[]> {
  return withStack(async (running) => {
    const receiver = await startReceiver();
    const database = await openDatabase(running);
    try {
      const endpoints = await createEndpoints(running, receiver.url('quick'), ACCOUNTS * MAX_WEBHOOK_ENDPOINTS);
      const [slow] = await createEndpoints(running, receiver.url('slow'), 1);
      const perSecond = await deliverBacklog(database, endpoints);
      const alone = () => latency(database, endpoints);
      const besideSlow = async () => {
        await enqueue(database, [slow!], SLOW_BACKLOG);
        await receiver.untilHeld();
        const p99 = await latency(database, endpoints);
        await database.query('DELETE FROM auth.webhook_deliveries WHERE endpoint_id = $1', [slow!.id]);
        receiver.release();
        return p99;
      };
      const metric = 'p99 of webhooks beside an endpoint that does not respond ÷ alone';
      return [
        {
          ...{ id: 'API', metric: 'webhooks of 1 kB delivered by a worker', ours: `${formatNumber(perSecond)} /s` },
          ...{ baseline: '–', ratio: '–', target: `≥ ${TARGET_PER_SECOND}`, isMet: perSecond >= TARGET_PER_SECOND },
        },
        pairRow('API', metric, await paired(besideSlow, alone, ROUNDS), 'ms', { atMost: 2 }),
      ];
    } finally {
      await database.end();
      receiver.close();
    }
  });
}

interface Endpoint {
  id: string;
  owner: LuitClient;
}

async function createEndpoints(running: RunningStack, url: string, count: number): Promise<Endpoint[]> {
  const endpoints: Endpoint[] = [];
  while (endpoints.length < count) {
    const owner = await newCreator(running.stack);
    for (let i = 0; i < MAX_WEBHOOK_ENDPOINTS && endpoints.length < count; i++) {
      const { id } = await owner.post<{ id: string }>('/api/webhook-endpoints', { url, events: ['video.completed'] });
      endpoints.push({ id, owner });
    }
  }
  return endpoints;
}

function idsOf(endpoints: Endpoint[]): string[] {
  return endpoints.map(({ id }) => id);
}

async function enqueue(database: Client, endpoints: Endpoint[], count: number): Promise<void> {
  const text = 'x'.repeat(BODY_BYTES - '{"text":""}'.length);
  await database.query(ENQUEUE, [idsOf(endpoints), count, JSON.stringify({ text })]);
}

/** Deliveries per second in the steady part of a backlog. */
async function deliverBacklog(database: Client, endpoints: Endpoint[]): Promise<number> {
  await enqueue(database, endpoints, BACKLOG);
  await untilDelivered(database, endpoints);
  const { rows } = await database.query<{ at: Date }>(
    'SELECT delivered_at AS at FROM auth.webhook_deliveries WHERE endpoint_id = ANY ($1) ORDER BY delivered_at',
    [idsOf(endpoints)],
  );
  const [first, last] = STEADY.map((share) => Math.floor(share * BACKLOG));
  const seconds = (rows[last!]!.at.getTime() - rows[first!]!.at.getTime()) / 1_000;
  return (last! - first!) / seconds;
}

/** The 99th percentile from a test event to its delivery at a constant rate, milliseconds. */
async function latency(database: Client, endpoints: Endpoint[]): Promise<number> {
  await database.query('DELETE FROM auth.webhook_deliveries WHERE endpoint_id = ANY ($1)', [idsOf(endpoints)]);
  for (let batch = 0; batch < BATCHES; batch++) {
    const chosen = Array.from({ length: PER_BATCH }, (_, i) => endpoints[(batch * PER_BATCH + i) % endpoints.length]!);
    await Promise.all([pause(BATCH_EVERY_MS), ...chosen.map(sendTest)]);
  }
  await untilDelivered(database, endpoints);
  const { rows } = await database.query<{ p99: number }>(
    `SELECT percentile_cont(0.99) WITHIN GROUP (ORDER BY extract(epoch FROM delivered_at - created_at) * 1000)::float8 AS p99
       FROM auth.webhook_deliveries WHERE endpoint_id = ANY ($1)`,
    [idsOf(endpoints)],
  );
  return rows[0]!.p99;
}

async function sendTest({ id, owner }: Endpoint): Promise<void> {
  await owner.post(`/api/webhook-endpoints/${id}/test`, {});
}

async function untilDelivered(database: Client, endpoints: Endpoint[]): Promise<void> {
  await untilTrue(
    database,
    `SELECT NOT EXISTS (SELECT FROM auth.webhook_deliveries WHERE endpoint_id = ANY ($1) AND delivered_at IS NULL) AS answer`,
    [idsOf(endpoints)],
  );
}

/** Responds at once, except to webhooks of the endpoint that is slow. */
async function startReceiver() {
  const held = new Set<ServerResponse>();
  const server: Server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      if (request.url === '/slow') held.add(response);
      else response.end();
    });
    response.on('close', () => held.delete(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (name: string) => `http://127.0.0.1:${port}/${name}`,
    untilHeld: async () => {
      while (held.size === 0) await pause(50);
    },
    release: () => {
      for (const response of held) response.end();
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
