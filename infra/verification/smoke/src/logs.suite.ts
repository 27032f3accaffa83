import type { ThrowawayStack } from '@luit/local/throwaway-stack';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { LuitClient } from './client';
import { LiveConnection } from './live';
import { newCreator } from './smoke-test';
import { until } from './until';

const PROCESSES = ['auth', 'billing', 'generation', 'worker-1', 'gateway'];
const GUIDE = path.resolve(__dirname, '..', '..', '..', '..', 'docs', 'operations', 'logs.md');
const PROMPT = 'A kingfisher above the rapids';
/** Whole, because a random id may contain the letters with which every token begins. */
const JSON_WEB_TOKEN = /eyJ[\w-]+\.[\w-]+\.[\w-]+/;

interface Line {
  time: string;
  service: string;
  msg: string;
  route?: string;
  status?: number;
  correlationId?: string;
  change?: string;
  state?: string;
  outcome?: string;
  kind?: string;
  text: string;
}

/** Searches the logs of a whole stack as docs/operations/logs.md describes it. */
export function describeLogs(stack: () => ThrowawayStack): void {
  let creator: LuitClient;
  const causeOfJob = `job-of-${randomUUID()}`;
  let requestId: string;
  let order: { orderId: string; paymentId: string };

  const logs = async (): Promise<Line[]> => {
    const files = PROCESSES.map((name) => path.join(stack().luitDir, 'logs', `${name}.log`));
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    return texts.flatMap((text) => text.split('\n').filter(Boolean).map(parse));
  };
  const search = async (id: string): Promise<Line[]> => (await logs()).filter(({ text }) => text.includes(id));

  beforeAll(async () => {
    const addresses = stack().running.stack;
    creator = await newCreator(addresses);
    order = await buyAndRefund(creator);
    await creator.buyPack('starter');
    const live = await LiveConnection.open(addresses.api, creator.session?.access_token ?? '');
    requestId = await creator.generate(PROMPT, randomUUID(), { 'x-request-id': causeOfJob });
    await live.finalState(requestId);
    live.close();
    for (let i = 0; i < 5; i += 1) await creator.getRequest(requestId);
  }, 240_000);

  it.each([
    ['job', 'its request id', () => requestId],
    ['job', 'the x-request-id that caused it', () => causeOfJob],
    ['order', 'its id', () => order.orderId],
    ['payment', 'its id', () => order.paymentId],
  ])('the story of a(n) %s is found in order by %s [SRV-20]', async (subject, _by, id) => {
    const expected = await storyOf(subject);
    const missing = async () => missingOf(expected, await search(id()));
    await until('the whole story', async () => (await missing()).length === 0 || undefined).catch(() => undefined);
    expect({ missing: await missing(), found: (await search(id())).map(nameOf) }).toMatchObject({ missing: [] });
  });

  it('the lines of the worker and of the gateway belong to the story of a job [SRV-20]', async () => {
    const lines = (await search(requestId)).map(nameOf);
    expect(lines).toEqual(
      expect.arrayContaining(['gateway HTTP request 202', 'worker Task submitted', 'worker Output collected']),
    );
  });

  it('polls and health checks have no access lines, unless they are refused [SRV-20]', async () => {
    const requests = (await logs()).filter(({ msg }) => msg === 'HTTP request');
    expect(requests.map(({ route }) => route)).toContain('/api/generate');
    const served = requests.filter(({ status = 0 }) => status < 400).map(({ route }) => route);
    expect(served.filter((route) => route === '/api/requests/:id' || route?.includes('health'))).toEqual([]);
  });

  it('no line contains an email address, a token, a password or a prompt [SRV-20]', async () => {
    const text = (await logs()).map((line) => line.text).join('\n');
    const secrets = PROCESSES.flatMap((name) =>
      Object.entries(stack().running.environmentOf(name))
        .filter(([key]) => /SECRET|TOKEN|KEY$|PASSWORD/.test(key))
        .map(([, value]) => value),
    );
    const { access_token, refresh_token } = creator.session!;
    const hidden = [...secrets, PROMPT, access_token, refresh_token].filter(Boolean);
    expect(hidden.length).toBeGreaterThan(8);
    expect(hidden.filter((secret) => text.includes(String(secret)))).toEqual([]);
    expect(text.match(/[\w.+-]+@[\w-]+\.[a-z]{2,}/gi)).toBeNull();
    expect(text.match(JSON_WEB_TOKEN)).toBeNull();
  });
}

async function buyAndRefund(creator: LuitClient): Promise<{ orderId: string; paymentId: string }> {
  const order = await creator.orderPack('starter');
  const paid = await creator.checkout(order.razorpayOrderId);
  const { transactionId } = await creator.verify(paid);
  await creator.post(`/api/payments/${transactionId}/refund`, {});
  return { orderId: order.orderId, paymentId: paid.razorpay_payment_id };
}

function parse(text: string): Line {
  return { ...(JSON.parse(text) as Omit<Line, 'text'>), text };
}

/** What the search in the guide prints. */
function nameOf({ service, msg, change, state, outcome, kind, status }: Line): string {
  return [service, msg, change ?? state ?? outcome ?? kind ?? status].filter((part) => part !== undefined).join(' ');
}

/** The lines of a story as the guide shows it. */
async function storyOf(subject: string): Promise<string[]> {
  const [, block = ''] = new RegExp(`\`\`\`text ${subject}\n([^\`]+)\`\`\``).exec(await readFile(GUIDE, 'utf8')) ?? [];
  return block.trim().split('\n');
}

/** The expected lines that do not occur, or occur only before the lines that they should follow. */
function missingOf(expected: string[], lines: Line[]): string[] {
  let since = '';
  return expected.filter((name) => {
    const times = lines.filter((line) => nameOf(line) === name && line.time >= since).map(({ time }) => time);
    const [first] = times.sort();
    if (first === undefined) return true;
    since = first;
    return false;
  });
}
