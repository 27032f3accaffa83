import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Addresses } from './addresses';
import { LuitClient } from './client';
import { LiveConnection } from './live';
import { linkToken } from './mailbox';
import { until } from './until';
import { probeVideo } from './video-probe';

export type Report = (step: string) => void;

/** Creates a creator with a confirmed account and a session. */
export async function newCreator(addresses: Addresses): Promise<LuitClient> {
  const client = new LuitClient(addresses.api, addresses.sandbox);
  const email = `smoke-${randomUUID()}@example.com`;
  const password = randomUUID();
  await client.signUp({ email, password, name: 'Smoke Test' });
  await client.confirm(await linkToken(addresses.mailbox, email, '/auth/confirm'));
  await client.signIn(email, password);
  return client;
}

/**
 * Runs the main flow without a browser against a running stack: sign up, buy credits, generate a video, receive the push,
 * download the video; then a job that fails and returns its credits.
 *
 * @throws AssertionError at the first failing step
 */
export async function runSmokeTest(addresses: Addresses, report: Report): Promise<void> {
  const client = await newCreator(addresses);
  report('signed up, confirmed the email address, and signed in');
  assert.equal((await client.balance()).credits, 0);

  await client.buyPack('starter');
  assert.equal((await client.balance()).credits, 100);
  report('bought the Starter Pack: 100 credits');

  assert(client.session);
  const live = await LiveConnection.open(addresses.api, client.session.access_token);
  try {
    await checkSuccess(client, live, report);
    await checkFailure(client, live, report);
  } finally {
    live.close();
  }
}

async function checkSuccess(client: LuitClient, live: LiveConnection, report: Report): Promise<void> {
  const id = await client.generate('A boat on the river at dawn');
  assert.equal((await client.balance()).credits, 82);
  report('requested a 5 s 480p video: 82 credits left');

  const final = await live.finalState(id);
  assert.equal(final.status, 'completed');
  const { fileName, bytes } = await client.download(id);
  assert.equal(fileName, `ai-video-${id}.mp4`);
  const video = await probeVideo(bytes);
  assert.equal(video.codec, 'h264');
  assert.equal(video.height, 480);
  assert(Math.abs(video.seconds - 5) < 0.3, `the video lasts ${video.seconds} s`);
  report(
    `received the push and downloaded ${fileName}: ${video.codec}, ${video.width}×${video.height}, ${video.seconds} s`,
  );

  await until('the usage transaction', async () => {
    const row = (await client.transactions()).find((each) => each.type === 'usage' && each.status === 'completed');
    return row?.amount === -18 || undefined;
  });
  report('found a usage transaction of −18 credits');
}

async function checkFailure(client: LuitClient, live: LiveConnection, report: Report): Promise<void> {
  const id = await client.generate('Rain on tin roofs [fail:technical]');
  const final = await live.finalState(id);
  assert.equal(final.status, 'failed');
  await until('the returned credits', async () => (await client.balance()).credits === 82 || undefined);
  await until('the refund transaction', async () => {
    const row = (await client.transactions()).find((each) => each.type === 'refund');
    return row?.amount === 18 || undefined;
  });
  report('a failed job returned its 18 credits with a refund transaction');
}
