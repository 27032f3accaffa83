import type { ThrowawayStack } from '@luit/local/throwaway-stack';
import { Luit, type Video } from '@luit/sdk';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { newCreator } from './smoke-test';
import { until } from './until';
import { probeVideo } from './video-probe';
import { WebhookReceiver } from './webhook-receiver';

const PER_DAY = 1_000;
const CREDITS = 18;
const SCOPES = ['videos:write', 'videos:read', 'billing:read'];
const EVENTS = ['video.completed', 'video.failed', 'video.canceled'];

/** Uses test keys of an account without credits in a whole stack. */
export function describeTestKeys(stack: () => ThrowawayStack): void {
  async function newPrograms() {
    const addresses = stack().running.stack;
    const creator = await newCreator(addresses);
    const clientOf = async (mode: 'live' | 'test') => {
      const { key } = await creator.post<{ key: string }>('/api/keys', { name: mode, mode, scopes: SCOPES });
      return new Luit({ apiKey: key, baseUrl: addresses.api });
    };
    return { addresses, creator, live: await clientOf('live'), test: await clientOf('test') };
  }
  const idsOf = async (client: Luit): Promise<string[]> => {
    const ids: string[] = [];
    for await (const { id } of client.videos.list()) ids.push(id);
    return ids;
  };

  it('a program makes, fails and cancels videos for test credits, which no live key and no person sees', async () => {
    const { addresses, creator, live, test } = await newPrograms();
    const receiver = await WebhookReceiver.create(addresses.sandbox, 'test-keys', creator, EVENTS);
    expect(await test.balance()).toMatchObject({ available: PER_DAY, held: 0 });
    await expect(live.videos.create({ prompt: 'A boat' })).rejects.toMatchObject({ code: 'insufficient_credits' });

    const created = await test.videos.create({ prompt: 'A boat', seconds: '5', size: '480x854' });
    expect(created).toMatchObject({ expires_at: null, luit: { test: true, credits: CREDITS } });
    const video = await test.videos.waitFor(created.id);
    expect(video).toMatchObject({ status: 'completed', luit: { money: 'captured' } });
    expect(video.expires_at).toBe((video.completed_at ?? 0) + 86_400);
    const probed = await probeVideo(await buffer(await test.videos.download(video.id)));
    expect(probed).toMatchObject({ codec: 'h264', width: 480, height: 854 });

    const failing = await test.videos.create({ prompt: 'A boat, test: fail' });
    const slow = await test.videos.create({ prompt: 'A boat, test: slow' });
    const failed = await test.videos.waitFor(failing.id);
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'generation_failed' } });
    await test.videos.cancel(slow.id);
    expect(await test.videos.waitFor(slow.id)).toMatchObject({ status: 'failed', error: { code: 'canceled' } });
    await until('the returned credits', async () =>
      (await test.balance()).available === PER_DAY - CREDITS ? true : undefined,
    );

    expect(await idsOf(test)).toEqual([slow.id, failing.id, video.id]);
    expect(await idsOf(live)).toEqual([]);
    for (const client of [live.videos, live.restorations])
      await expect(client.get(video.id)).rejects.toMatchObject({ status: 404 });
    await expect(creator.getRequest(video.id)).rejects.toMatchObject({ status: 404 });
    expect((await live.usage({ group_by: 'day' })).totals).toMatchObject({ requests: 0 });
    expect((await test.usage({ group_by: 'day' })).totals).toMatchObject({ requests: 3, completed: 1, failed: 2 });
    expect(await creator.transactions()).toEqual([]);
    expect(await creator.balance()).toMatchObject({ available: 0 });

    const events = await until('the webhooks', async () => {
      const received = await receiver.received();
      return received.length < EVENTS.length ? undefined : received;
    });
    const bodies = events.map(({ body }) => JSON.parse(body) as { type: string; data: Video });
    expect(bodies.map(({ type }) => type).sort()).toEqual([...EVENTS].sort());
    expect(bodies.every(({ data }) => data.luit.test)).toBe(true);
  }, 120_000);

  it('a test key restores a photo into one that says TEST, and sees no video that was paid for', async () => {
    const { creator, live, test } = await newPrograms();
    await creator.buyPack('starter');
    const paid = await live.videos.create({ prompt: 'A boat' });
    expect(paid.luit.test).toBe(false);
    await expect(test.videos.get(paid.id)).rejects.toMatchObject({ status: 404 });
    await expect(test.videos.cancel(paid.id)).rejects.toMatchObject({ status: 404 });
    const pixels = { width: 640, height: 480, channels: 3 as const, background: '#336699' };
    const photo = new Blob([new Uint8Array(await sharp({ create: pixels }).jpeg().toBuffer())], { type: 'image/jpeg' });
    const { id } = await test.restorations.create({ image: photo, quality: 'standard', color_restoration: true });
    expect(await test.restorations.waitFor(id)).toMatchObject({ status: 'completed', luit: { test: true } });
    const { format } = await sharp(await buffer(await test.restorations.download(id))).metadata();
    expect(format).toBe('png');
    await live.videos.waitFor(paid.id);
  }, 120_000);
}
