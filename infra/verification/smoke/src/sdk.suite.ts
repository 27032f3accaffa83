import type { ThrowawayStack } from '@luit/local/throwaway-stack';
import { Luit, verifyWebhook } from '@luit/sdk';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { newCreator } from './smoke-test';
import { until } from './until';
import { probeVideo } from './video-probe';
import { WebhookReceiver } from './webhook-receiver';

const EVENTS = ['video.completed', 'restoration.completed'];

/** Uses the public API of a whole stack with the SDK, as its README says. */
export function describeSdk(stack: () => ThrowawayStack): void {
  it('a program makes a video of a photo, remixes it, restores the photo, and verifies the webhooks of all three', async () => {
    const addresses = stack().running.stack;
    const creator = await newCreator(addresses);
    await creator.buyPack('starter');
    const receiver = await WebhookReceiver.create(addresses.sandbox, 'sdk', creator, EVENTS);
    const scopes = ['videos:write', 'videos:read', 'billing:read'];
    const { key } = await creator.post<{ key: string }>('/api/keys', { name: 'SDK', mode: 'live', scopes });
    const luit = new Luit({ apiKey: key, baseUrl: addresses.api });
    const pixels = { width: 640, height: 480, channels: 3 as const, background: '#336699' };
    const photo = new Blob([new Uint8Array(await sharp({ create: pixels }).jpeg().toBuffer())], { type: 'image/jpeg' });

    const [model] = await luit.models();
    expect(model).toMatchObject({ object: 'model' });
    const quote = await luit.quote({ seconds: '5', has_input_reference: true });
    const input = { prompt: 'The boat leaves', seconds: '5', input_reference: photo, metadata: { order: '1742' } };
    const created = await luit.videos.create(input, { idempotencyKey: 'order-1742' });
    expect(created.luit).toMatchObject({ credits: quote.credits, metadata: { order: '1742' } });
    const repeated = await luit.videos.create(input, { idempotencyKey: 'order-1742' });
    expect(repeated.id).toBe(created.id);
    const video = await luit.videos.waitFor(created.id);
    expect(video).toMatchObject({ status: 'completed', error: null, luit: { money: 'captured' } });
    const probed = await probeVideo(await buffer(await luit.videos.download(video.id)));
    expect(probed).toMatchObject({ codec: 'h264' });

    const remix = await luit.videos.remix(video.id, { prompt: 'The boat arrives' });
    expect(await luit.videos.waitFor(remix.id)).toMatchObject({ status: 'completed', remixed_from_video_id: video.id });

    const { id } = await luit.restorations.create({ image: photo, quality: 'standard' });
    expect(await luit.restorations.waitFor(id)).toMatchObject({ status: 'completed' });
    const { format } = await sharp(await buffer(await luit.restorations.download(id))).metadata();
    expect(format).toMatch(/^(jpeg|png|webp)$/);

    const failing = await luit.videos.create({ prompt: 'Rain on tin roofs [fail:technical]' });
    const failed = await luit.videos.waitFor(failing.id);
    expect(failed).toMatchObject({ status: 'failed', error: { code: expect.any(String) as string } });
    await expect(luit.videos.get('none')).rejects.toMatchObject({ status: 404, code: 'not_found' });
    await expect(luit.videos.create({ prompt: 'a', seconds: '7' })).rejects.toMatchObject({ param: 'seconds' });

    const listed: string[] = [];
    for await (const each of luit.videos.list({ limit: 1 })) listed.push(each.id);
    expect(listed).toEqual([failing.id, remix.id, video.id]);
    const { totals } = await luit.usage({ group_by: 'key' });
    expect(totals).toMatchObject({ requests: 4, completed: 3, failed: 1 });
    const amounts: number[] = [];
    for await (const { credits } of luit.transactions({ limit: 2 })) amounts.push(credits);
    expect(amounts).toContain(-quote.credits);

    const events = await until('the webhooks', async () => {
      const received = await receiver.received();
      return received.length < 3 ? undefined : received;
    });
    const verified = await Promise.all(
      events.map(({ body, headers }) => verifyWebhook(body, headers, receiver.secret)),
    );
    expect(verified.map(({ type }) => type).sort()).toEqual([
      'restoration.completed',
      'video.completed',
      'video.completed',
    ]);

    await luit.videos.delete(video.id);
    await expect(luit.videos.get(video.id)).rejects.toMatchObject({ status: 404 });
  }, 120_000);
}
