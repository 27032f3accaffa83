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

/** The first requests of the operators' screens, with every sort order and filter that they offer. */
const SCREENS = [
  '/dashboard',
  '/jobs/metrics?window=hour',
  '/jobs?limit=25',
  ...['pending', 'unknown', 'running', 'succeeded', 'failed', 'canceled'].map((status) => `/jobs?status=${status}`),
  ...['video', 'image_video', 'restore'].map((type) => `/jobs?type=${type}`),
  '/jobs?provider=fal',
  '/jobs?status=failed&type=restore&provider=fal',
  '/jobs?status=succeeded&type=restore&provider=fal',
  `/jobs?user=${PERSON}`,
  '/jobs?q=task-777',
  '/jobs?q=take',
  '/jobs?q=nowhere',
  ...['email', 'created_at', 'last_sign_in_at'].flatMap((sort) => [`/users?sort=${sort}`, `/users?sort=-${sort}`]),
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
];

/** The library through generation's call, the operators' lists through their routes. */
export async function compareLists(large: SeededStack, small: SeededStack): Promise<Row[]> {
  const library = await paired(
    () => p50(CALLS, () => libraryPage(large)),
    () => p50(CALLS, () => libraryPage(small)),
    ROUNDS,
  );
  const rows = [pairRow('P3', 'first page of the library', library, 'ms', { atMost: 1.5 })];
  const agent = new Agent({ keepAlive: true });
  const [getLarge, getSmall] = await Promise.all([asOperator(large, agent), asOperator(small, agent)]);
  for (const path of SCREENS) {
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
