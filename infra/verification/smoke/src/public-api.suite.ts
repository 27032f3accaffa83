import type { ThrowawayStack } from '@luit/local/throwaway-stack';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import OpenAI from 'openai';
import { newCreator } from './smoke-test';
import { until } from './until';
import { probeVideo } from './video-probe';

const CREDITS = 18;

interface PublicBalance {
  available: number;
  budget: { used_this_month: number };
}

/**
 * Uses the public API of a whole stack with the unmodified `openai` client.
 *
 * @param withinMs how soon a revoked key is refused
 */
export function describePublicApi(stack: () => ThrowawayStack, withinMs = Infinity): void {
  it('a program with a key and a budget for two videos makes them, gets back what failed, and is stopped', async () => {
    const addresses = stack().running.stack;
    const creator = await newCreator(addresses);
    await creator.buyPack('starter');
    const scopes = ['videos:write', 'videos:read', 'billing:read'];
    const input = { name: 'Agent', mode: 'live', scopes, monthlyCredits: 2 * CREDITS };
    const { id: keyId, key } = await creator.post<{ id: string; key: string }>('/api/keys', input);
    const client = new OpenAI({ apiKey: key, baseURL: `${addresses.api}/v1`, maxRetries: 0 });
    const inState = (id: string, status: OpenAI.Video['status']) =>
      until(`the video to be ${status}`, async () => {
        const video = await client.videos.retrieve(id);
        return video.status === status ? video : undefined;
      });
    const used = async () => (await client.get<PublicBalance>('/balance')).budget.used_this_month;

    const failing = await client.videos.create({ prompt: 'Rain on tin roofs [fail:technical]' });
    expect(await used()).toBe(CREDITS);
    expect((await inState(failing.id, 'failed')).error).toMatchObject({ code: expect.any(String) as string });
    await until('the whole budget', async () => ((await used()) === 0 ? true : undefined));

    const metadata = { order: 'boat-of-a-customer' };
    const wanted = { prompt: 'A boat on the river at dawn', size: '854x480', metadata };
    const video = await client.videos.create(wanted as never);
    expect(video).toMatchObject({ object: 'video', size: '854x480', luit: { metadata } });
    const { error } = await inState(video.id, 'completed');
    expect(error).toBeNull();
    const content = await client.videos.downloadContent(video.id);
    const probed = await probeVideo(Buffer.from(await content.arrayBuffer()));
    expect(probed).toMatchObject({ codec: 'h264', height: 480 });
    const thumbnail = await client.videos.downloadContent(video.id, { variant: 'thumbnail' });
    expect(thumbnail.headers.get('content-type')).toMatch(/^image\//);
    const listed: string[] = [];
    for await (const each of client.videos.list({ limit: 1, order: 'asc' })) listed.push(each.id);
    expect(listed).toEqual([failing.id, video.id]);

    await client.videos.create({ prompt: 'A second boat' });
    expect(await used()).toBe(2 * CREDITS);
    await expect(client.videos.create({ prompt: 'A third boat' })).rejects.toMatchObject({
      status: 402,
      code: 'key_budget_exhausted',
    });
    const { totals } = await client.get<{ totals: Record<string, number> }>('/usage?group_by=key');
    expect(totals).toMatchObject({ requests: 3, completed: 1, failed: 1, credits_returned: CREDITS });
    expect(totals.credits_captured! + totals.credits_held!).toBe(2 * CREDITS);
    expect((await client.get<PublicBalance>('/balance')).available).toBe(100 - 2 * CREDITS);

    expect(await client.videos.delete(video.id)).toMatchObject({ id: video.id, deleted: true });
    await expect(client.videos.retrieve(video.id)).rejects.toMatchObject({ status: 404 });
    const headers = { authorization: `Bearer ${creator.session?.access_token}` };
    await fetch(`${addresses.api}/api/keys/${keyId}`, { method: 'DELETE', headers });
    const revokedAt = performance.now();
    await until('the key to be refused', () =>
      client.models.list().then(
        () => undefined,
        (refusal: { status?: number }) => (refusal.status === 401 ? true : undefined),
      ),
    );
    expect(performance.now() - revokedAt).toBeLessThan(withinMs);

    const folder = path.join(stack().luitDir, 'logs');
    const logs = await Promise.all((await readdir(folder)).map((file) => readFile(path.join(folder, file), 'utf8')));
    expect(logs.join('')).toContain(video.id);
    for (const secret of [key, metadata.order]) expect(logs.filter((text) => text.includes(secret))).toEqual([]);
  }, 300_000);
}
