import { LuitClient } from '@luit/smoke/client';
import { newCreator } from '@luit/smoke/smoke-test';
import { linkToken } from '@luit/smoke/mailbox';
import { OperatorClient } from '@luit/smoke/operator-client';
import { until } from '@luit/smoke/until';
import type { PaymentOrder } from '@luit/contracts/billing/orders';
import type { Stack } from '@luit/local/running-stack';
import { randomUUID } from 'node:crypto';
import { largePng } from './large-png';

/** The attackers' knowledge: their own accounts and everything that any visitor can get. */
export interface AttackerAccess {
  api: string;
  mailbox: string;
  sandbox: string;
  /** Address of an account. */
  email: string;
  /** True if the stack runs with `AUTH_REVEAL_ACCOUNTS=false`. */
  hidesAccounts: boolean;
  /** Access token of an account that bought credits. */
  token: string;
  refreshToken: string;
  /** Access token of an account without credits. */
  brokeToken: string;
  operatorToken: string;
  adminEmail: string;
  /** The token of a runner, stolen from its machine. */
  runnerToken: string;
  /** Guest access token of an order that was never paid, and the order's request. */
  guestToken: string;
  guestRequestId: string;
  /** A finished request of the account, and a signed path of its video. */
  requestId: string;
  videoPath: string;
  /** A signed path of an image of several megabytes. */
  imagePath: string;
}

/** The accounts of the bystander and the attackers. */
export interface Participants {
  bystander: LuitClient;
  /** Email and password, for signing in again. */
  bystanderAccount: { email: string; password: string };
  attacker: LuitClient;
  brokeAttacker: LuitClient;
  access: AttackerAccess;
}

/** Creates every account, buys credits, generates a video and uploads an image. */
export async function createParticipants(stack: Stack, hidesAccounts: boolean): Promise<Participants> {
  const [attacker, brokeAttacker, { client: bystander, account }] = await Promise.all([
    newCreator(stack),
    newCreator(stack),
    newBystander(stack),
  ]);
  await Promise.all([attacker.buyPack('pro'), bystander.buyPack('pro')]);
  const operator = await OperatorClient.signIn(stack);
  const requestId = await attacker.generate('A boat on the river at dawn');
  const video = await until('the video', async () => {
    const { status, videoUrl: url } = await attacker.getRequest(requestId);
    return status === 'completed' && url ? url : undefined;
  });
  const image = await attacker.upload('/api/uploads', {}, largePng(), randomUUID());
  const guest = await orderAsGuest(stack);
  const access: AttackerAccess = {
    api: stack.api,
    mailbox: stack.mailbox,
    sandbox: stack.sandbox,
    email: attacker.session?.user.email ?? '',
    hidesAccounts,
    ...tokensOf(attacker, brokeAttacker),
    operatorToken: operator.headers.authorization.replace('Bearer ', ''),
    adminEmail: stack.adminEmail,
    runnerToken: await newRunnerToken(operator),
    guestToken: guest.claimToken ?? '',
    guestRequestId: guest.requestId ?? '',
    requestId,
    videoPath: pathOf(video),
    imagePath: pathOf((image as unknown as { image_url: string }).image_url),
  };
  return { bystander, bystanderAccount: account, attacker, brokeAttacker, access };
}

/** Renews all access tokens, which expire after 15 minutes. */
export async function refreshTokens(stack: Stack, participants: Participants): Promise<void> {
  const { bystander, attacker, brokeAttacker, access } = participants;
  await Promise.all([bystander, attacker, brokeAttacker].map((client) => client.refresh()));
  const operator = await OperatorClient.signIn(stack);
  Object.assign(access, tokensOf(attacker, brokeAttacker), {
    operatorToken: operator.headers.authorization.replace('Bearer ', ''),
  });
}

function tokensOf(attacker: LuitClient, broke: LuitClient) {
  const { access_token: token = '', refresh_token: refreshToken = '' } = attacker.session ?? {};
  return { token, refreshToken, brokeToken: broke.session?.access_token ?? '' };
}

async function newBystander(stack: Stack) {
  const client = new LuitClient(stack.api, stack.sandbox);
  const account = { email: `bystander-${randomUUID()}@example.com`, password: randomUUID() };
  await client.signUp({ ...account, name: 'Bystander' });
  await client.confirm(await linkToken(stack.mailbox, account.email, '/auth/confirm'));
  await client.signIn(account.email, account.password);
  return { client, account };
}

/** Of a provider that makes no jobs. */
async function newRunnerToken(operator: OperatorClient): Promise<string> {
  const id = `stolen-${randomUUID().slice(0, 8)}`;
  await operator.send('POST', 'providers', {
    ...{ id, kind: 'runner', dialect: null, baseUrl: '', isOwn: true, reason: 'Its machine was broken into' },
    ...{ concurrency: 1, submitsPerMinute: 60, pollsPerMinute: 60, priority: 0, gpuCost: null },
  });
  const { token } = await operator.send<{ token: string }>('POST', `providers/${id}/runner-tokens`, {
    name: 'Attic',
    models: null,
  });
  return token;
}

function orderAsGuest(stack: Stack): Promise<PaymentOrder> {
  const guest = new LuitClient(stack.api, stack.sandbox);
  return guest.post('/api/payments/order', {
    planId: '5s-480p',
    prompt: 'A river at night',
    currency: 'INR',
    email: `guest-${randomUUID()}@example.com`,
    guestSessionId: randomUUID(),
  });
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url, 'http://host');
  return pathname + search;
}
