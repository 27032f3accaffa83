import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Addresses } from './addresses';
import { LuitClient } from './client';
import { LiveConnection } from './live';
import { linkToken } from './mailbox';
import { until } from './until';
import { probeVideo } from './video-probe';

export type Report = (step: string) => void;

/** A creator with a confirmed account and a session. */
export async function newCreator(addresses: Addresses): Promise<LuitClient> {
  const client = new LuitClient(addresses.api, addresses.sandbox);
  const email = `journey-${randomUUID()}@example.com`;
  const password = randomUUID();
  await client.signUp({ email, password, name: 'Journey' });
  await client.confirm(await linkToken(addresses.mailbox, email, '/auth/confirm'));
  await client.signIn(email, password);
  return client;
}

/**
 * The main job without a browser, against any running stack: sign up, buy, make a video, be told, download it; then a
 * job that fails and gives its credits back.
 *
 * @throws AssertionError at the first step that is not as it should be
 */
export async function runSmokeTest(addresses: Addresses, report: Report): Promise<void> {
  const client = await newCreator(addresses);
  report('signed up, confirmed by mail and signed in');
  assert.equal((await client.balance()).credits, 0);

  await client.buyPack('starter');
  assert.equal((await client.balance()).credits, 100);
  report('bought the Starter Pack: 100 credits');

  assert(client.session);
  const live = await LiveConnection.open(addresses.api, client.session.access_token);
  try {
    await succeed(client, live, report);
    await fail(client, live, report);
  } finally {
    live.close();
  }
}

async function succeed(client: LuitClient, live: LiveConnection, report: Report): Promise<void> {
  const id = await client.generate('A boat on the river at dawn');
  assert.equal((await client.balance()).credits, 82);
  report('asked for a 5 s 480p video: 82 credits left');

  const final = await live.final(id);
  assert.equal(final.status, 'completed');
  const { fileName, bytes } = await client.download(id);
  assert.equal(fileName, `ai-video-${id}.mp4`);
  const video = await probeVideo(bytes);
  assert.equal(video.codec, 'h264');
  assert.equal(video.height, 480);
  assert(Math.abs(video.seconds - 5) < 0.3, `the video lasts ${video.seconds} s`);
  report(`was told, and downloaded ${fileName}: ${video.codec}, ${video.width}×${video.height}, ${video.seconds} s`);

  await until('the usage row', async () => {
    const row = (await client.transactions()).find((each) => each.type === 'usage' && each.status === 'completed');
    return row?.amount === -18 || undefined;
  });
  report('sees a usage row of −18 credits');
}

async function fail(client: LuitClient, live: LiveConnection, report: Report): Promise<void> {
  const id = await client.generate('Rain on tin roofs [fail:technical]');
  const final = await live.final(id);
  assert.equal(final.status, 'failed');
  await until('the credits back', async () => (await client.balance()).credits === 82 || undefined);
  await until('the refund row', async () => {
    const row = (await client.transactions()).find((each) => each.type === 'refund');
    return row?.amount === 18 || undefined;
  });
  report('a failed job gave its 18 credits back, with a refund row');
}
