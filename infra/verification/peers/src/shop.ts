import fastify, { type FastifyReply } from 'fastify';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { Client, Pool, type PoolClient } from 'pg';

/** What every peer shares, because it is no part of what they are compared by: the tables, the price, the token, the vendor and the push. */
export const PRICE = 18;
export const CONCURRENCY = 50;
export const role = process.argv[2] as 'api' | 'worker';
export const port = Number(process.env.PORT);
export const databaseUrl = process.env.DATABASE_URL ?? '';
export const redisUrl = process.env.REDIS_URL ?? '';

export interface Order {
  account: string;
  key: string;
  prompt: string;
}

export type Outcome = 'succeeded' | 'failed';

/** Bad input, and an account without enough credits. */
export class Refusal extends Error {
  constructor(readonly statusCode: 400 | 401 | 402) {
    super(`Refused with ${statusCode}`);
  }
}

/** The account of a token (HS256). @throws Refusal 401 */
export function accountOf(authorization: string | undefined): string {
  const [head = '', body = '', signature = ''] = (authorization ?? '').replace(/^Bearer /, '').split('.');
  const expected = createHmac('sha256', 'peers').update(`${head}.${body}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Refusal(401);
  return (JSON.parse(Buffer.from(body, 'base64url').toString()) as { sub: string }).sub;
}

/** Buys a video. The vendor responds when it is finished, and knows no idempotency key. @throws Error if it did not respond */
export async function purchase(id: string): Promise<Outcome> {
  const response = await fetch(`${process.env.VENDOR_URL}/${id}`, { method: 'POST' });
  if (!response.ok) throw new Error(`The vendor responded with ${response.status}`);
  return ((await response.json()) as { state: Outcome }).state;
}

/** Says that this process is ready, with the id by which its supervisor knows it. */
export function serveHealth(): void {
  const headers = { 'luit-process-id': String(process.pid) };
  createServer((_, response) => response.writeHead(200, headers).end()).listen(
    Number(process.env.HEALTH_PORT),
    '127.0.0.1',
  );
}

// The remaining functions serve the peers that keep their queue in Postgres.

export const newPool = (): Pool => new Pool({ connectionString: databaseUrl, max: 20 }).on('error', logError);

export const logError = (error: unknown): void => console.error(error);

/** Accepts a job with its queue entry in one transaction; an order that arrives again gets the job of the first. @throws Refusal */
export async function accept(pool: Pool, order: Order, enqueue: (client: PoolClient, id: string) => Promise<unknown>) {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const inserted = await client.query<{ id: string }>({
      name: 'insert',
      text: `INSERT INTO jobs (account, idempotency_key, prompt, credits) VALUES ($1, $2, $3, $4)
             ON CONFLICT (account, idempotency_key) DO NOTHING RETURNING id`,
      values: [order.account, order.key, order.prompt, PRICE],
    });
    const id = inserted.rows[0]?.id;
    if (id) {
      await spend(client, order.account, id);
      await enqueue(client, id);
    }
    await client.query('COMMIT');
    return id ?? (await earlier(client, order));
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

async function spend(client: PoolClient, account: string, id: string): Promise<void> {
  const { rowCount } = await client.query({
    name: 'spend',
    text: 'UPDATE accounts SET available = available - $2 WHERE id = $1 AND available >= $2',
    values: [account, PRICE],
  });
  if (rowCount === 0) throw new Refusal(402);
  await client.query({
    name: 'book',
    text: 'INSERT INTO entries (account, job, amount) VALUES ($1, $2, $3)',
    values: [account, id, -PRICE],
  });
}

async function earlier(client: PoolClient, { account, key }: Order): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM jobs WHERE account = $1 AND idempotency_key = $2',
    [account, key],
  );
  return rows[0]!.id;
}

/** Ends a job once, returns the credits of one that failed, and tells its owner. */
export async function settle(pool: Pool, id: string, outcome: Outcome): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ account: string }>(
      `UPDATE jobs SET state = $2, completed_at = now() WHERE id = $1 AND state = 'waiting' RETURNING account`,
      [id, outcome],
    );
    const account = rows[0]?.account;
    if (account && outcome === 'failed') {
      await client.query('UPDATE accounts SET available = available + $2 WHERE id = $1', [account, PRICE]);
      await client.query('INSERT INTO entries (account, job, amount) VALUES ($1, $2, $3)', [account, id, PRICE]);
    }
    if (account) await client.query('SELECT pg_notify($1, $2)', ['ended', JSON.stringify({ account, id, outcome })]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(logError);
    throw error;
  } finally {
    client.release();
  }
}

/** `POST /jobs` and `GET /events`, the stream of ended jobs of one account. */
export async function serve(acceptOrder: (order: Order) => Promise<string>): Promise<void> {
  const streams = new Map<string, Set<FastifyReply>>();
  const app = fastify();
  const schema = {
    body: { type: 'object', required: ['prompt'], properties: { prompt: { type: 'string', maxLength: 2_000 } } },
  };
  app.post<{ Body: { prompt: string } }>('/jobs', { schema }, async ({ headers, body }, reply) => {
    const account = accountOf(headers.authorization);
    const key = headers['idempotency-key'];
    if (typeof key !== 'string') throw new Refusal(400);
    return reply.code(202).send({ id: await acceptOrder({ account, key, prompt: body.prompt }) });
  });
  app.get('/events', ({ headers, raw }, reply) => {
    const account = accountOf(headers.authorization);
    const open = streams.get(account) ?? new Set();
    streams.set(account, open.add(reply));
    raw.once('close', () => open.delete(reply));
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  });
  await listen((payload) => {
    const { account } = JSON.parse(payload) as { account: string };
    for (const { raw } of streams.get(account) ?? []) raw.write(`data: ${payload}\n\n`);
  });
  await app.listen({ port, host: '127.0.0.1' });
  serveHealth();
}

async function listen(receive: (payload: string) => void): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  const again = (error: Error): void => {
    logError(error);
    setTimeout(() => void listen(receive).catch(again), 500);
  };
  client.once('error', again);
  client.on('notification', ({ payload }) => receive(payload ?? ''));
  await client.connect();
  await client.query('LISTEN ended');
}
