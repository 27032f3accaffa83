import { generationCalls } from '@luit/contracts/generation/messages';
import { OperatorClient } from '@luit/smoke/operator-client';
import { Agent } from 'node:http';
import { type SeededStack, personAt, personOf } from './seeded-stack';
import { send } from './http-load';
import { p50, paired } from './paired';
import { pairRow, type Row } from './report';

const CALLS = 40;
const ROUNDS = 5;
const LIBRARY_PAGE = 20;
const PERSON = personAt(9);

/** A past hour, which has as many rows in either stack. */
const HOUR = new URLSearchParams({
  from: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  to: new Date(Date.now() - 2 * 3_600_000).toISOString(),
}).toString();

/** The first requests of the operators' screens, with every sort order and filter that they offer. */
const SCREENS = [
  '/dashboard',
  ...['hour', 'day', 'week'].map((window) => `/jobs/metrics?window=${window}`),
  '/jobs?limit=25',
  ...['pending', 'unknown', 'running', 'succeeded', 'failed', 'canceled'].map((status) => `/jobs?status=${status}`),
  ...['video', 'image_video', 'restore'].map((type) => `/jobs?type=${type}`),
  '/jobs?provider=fal',
  '/jobs?status=failed&type=restore&provider=fal',
  '/jobs?status=succeeded&type=restore&provider=fal',
  `/jobs?user=${PERSON}`,
  '/jobs?sort=-age',
  '/jobs?status=unfinished&sort=-age',
  '/jobs?status=failed&sort=-age',
  '/jobs?provider=fal&sort=-age',
  '/jobs?within=1h',
  '/jobs?within=1h&status=failed&sort=-age',
  '/jobs?q=task-777',
  '/jobs?q=take',
  '/jobs?q=nowhere',
  ...['email', 'created_at', 'last_sign_in_at'].flatMap((sort) => [`/users?sort=${sort}`, `/users?sort=-${sort}`]),
  `/search?q=${PERSON}`,
  ...['task-777', 'abc', 'person 9', 'example.com', 'nobody@', 'order_x'].map(
    (q) => `/search?q=${encodeURIComponent(q)}`,
  ),
  '/users?status=active',
  '/users?status=blocked',
  `/users?q=${PERSON}`,
  '/users?q=abc',
  '/users?q=nobody',
  '/users?q=example.com',
  ...['created_at', 'amount'].flatMap((sort) => [`/transactions?sort=${sort}`, `/transactions?sort=-${sort}`]),
  ...['purchase', 'usage', 'refund', 'adjustment', 'grant'].map((type) => `/transactions?type=${type}`),
  '/transactions?type=usage&sort=-amount',
  `/transactions?user=${PERSON}`,
  `/transactions?q=${PERSON}`,
  '/transactions?q=present',
  '/transactions?q=nowhere',
  `/transactions/export.csv?${HOUR}&type=refund`,
  `/jobs/export.csv?${HOUR}&status=failed`,
  '/mails',
  ...['waiting', 'failing', 'sent', 'expired'].map((state) => `/mails?state=${state}`),
  '/mails?kind=request_finished',
  '/mails?kind=refund',
  `/mails?${HOUR}`,
  `/mails?q=${PERSON}`,
  '/mails?q=nobody@example.com',
  '/callbacks',
  ...['waiting', 'read', 'unneeded'].map((state) => `/callbacks?state=${state}`),
  '/callbacks?provider=fal',
  `/callbacks?${HOUR}`,
  '/callbacks?q=task-777',
  '/callbacks?q=nowhere',
  '/audit-log',
  '/audit-log?action=job_refunded',
  '/audit-log?action=user_blocked',
  `/audit-log?user=${PERSON}`,
  `/audit-log?subject=${PERSON}`,
  ...['hour', 'day', 'week'].flatMap((window) => [
    `/jobs/throughput?window=${window}&by=provider`,
    `/jobs/throughput?window=${window}&by=plan`,
  ]),
  '/providers',
  '/reports/margin',
  '/reports/margin?by=model',
  '/reports/revenue',
  '/webhooks',
  '/webhooks?outcome=failed',
  '/webhooks?q=nowhere',
  '/safety/findings',
  ...['open', 'confirmed', 'lifted'].map((state) => `/safety/findings?state=${state}`),
  '/safety/findings?category=minors',
  '/safety/findings?verdict=review&state=open',
  `/safety/findings?user=${PERSON}`,
  ...['open', 'decided'].flatMap((status) =>
    ['', '&kind=unlawful'].map((kind) => `/content-reports?status=${status}${kind}`),
  ),
  '/messages',
  ...['open', 'answered'].map((status) => `/messages?status=${status}`),
  '/alerts',
  ...['open', 'closed'].map((state) => `/alerts?state=${state}`),
  '/failing-webhook-endpoints',
  '/bulk-actions',
  ...['created_at', 'code', 'ends_at', 'redemptions'].flatMap((sort) => [
    `/promo-codes?sort=${sort}`,
    `/promo-codes?sort=-${sort}`,
  ]),
  ...['scheduled', 'active', 'used_up', 'ended', 'disabled'].map((state) => `/promo-codes?state=${state}`),
  '/promo-codes?q=NOWHERE',
];

/** The library through generation's call, the operators' lists through their routes. */
export async function compareLists(large: SeededStack, small: SeededStack): Promise<Row[]> {
  const library = await paired(
    () => p50(CALLS, () => libraryPage(large)),
    () => p50(CALLS, () => libraryPage(small)),
    ROUNDS,
  );
  return [
    pairRow('P3', 'first page of the library', library, 'ms', { atMost: 1.5 }),
    ...(await compareOperatorLists(large, small)),
  ];
}

/** Compares the operators' lists with a matching address. */
export async function compareOperatorLists(large: SeededStack, small: SeededStack, pattern = /./): Promise<Row[]> {
  const rows: Row[] = [];
  const agent = new Agent({ keepAlive: true });
  const [getLarge, getSmall] = await Promise.all([asOperator(large, agent), asOperator(small, agent)]);
  for (const path of SCREENS.filter((screen) => pattern.test(screen))) {
    const pair = await paired(
      () => p50(CALLS, () => getLarge(path)),
      () => p50(CALLS, () => getSmall(path)),
      ROUNDS,
    );
    rows.push(pairRow('P3', path, pair, 'ms', { atMost: 1.5 }));
  }
  agent.destroy();
  return rows;
}

/** Each call is for another owner. */
function libraryPage({ calls, owners }: SeededStack): Promise<unknown> {
  return calls.call(generationCalls.listRequests, { userId: personOf(owners), limit: LIBRARY_PAGE });
}

async function asOperator({ stack }: SeededStack, agent: Agent): Promise<(path: string) => Promise<void>> {
  const { headers } = await OperatorClient.signIn(stack);
  return async (path) => {
    const status = await send(agent, `${stack.api}/api/admin${path}`, { headers });
    if (status !== 200) throw new Error(`${path} responded with ${status}`);
  };
}
