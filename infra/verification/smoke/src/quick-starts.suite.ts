import type { ImageResults } from '@luit/contracts/http/images';
import type { Restoration } from '@luit/contracts/http/restorations';
import type { Video } from '@luit/contracts/http/videos';
import { freePort } from '@luit/local/port-leases';
import type { ThrowawayStack } from '@luit/local/throwaway-stack';
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { newCreator } from './smoke-test';
import { EXAMPLES, ExampleRunner } from './testing/example-runner';
import { until } from './until';
import { probeVideo } from './video-probe';

const SCOPES = ['videos:write', 'videos:read', 'billing:read'];
const ROOT = path.resolve(EXAMPLES, '..', '..');

/** Runs the examples of the developers' page against a whole stack, as the page prints them. */
export function describeQuickStarts(stack: () => ThrowawayStack): void {
  let folder: string;

  beforeAll(async () => {
    // Inside the repository, so that Node.js finds the packages that the examples import.
    const modules = path.join(ROOT, 'node_modules');
    await mkdir(modules, { recursive: true });
    folder = await mkdtemp(path.join(modules, '.quick-starts-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** The response as the page prints it. */
  const printed = async <T>(name: string) => JSON.parse(await readFile(path.join(EXAMPLES, name), 'utf8')) as T;

  /** A runner with a new account's key, and what that account has. */
  async function newProgram(settings: object = {}) {
    const { api } = stack().running.stack;
    const creator = await newCreator(stack().running.stack);
    const input = { name: 'Guide', mode: 'live', scopes: SCOPES, ...settings };
    const { key } = await creator.post<{ key: string }>('/api/keys', input);
    return { creator, examples: new ExampleRunner(folder, { LUIT_URL: api, LUIT_API_KEY: key }) };
  }

  it('the short examples make, follow, download and remix a video, restore a photo and read what it cost', async () => {
    const { creator, examples } = await newProgram();
    await creator.buyPack('starter');
    expect(await examples.json('quote-video.sh')).toEqual(await printed('quote.json'));
    const { id } = await examples.json<Video>('create-video.sh');
    const ofVideo = { VIDEO_ID: id };
    const done = await examples.json<Video>('wait-for-video.sh', ofVideo);
    expect(done).toMatchObject({ id, status: 'completed', size: '854x480' });
    expect(await examples.run('follow-video.sh', ofVideo)).toContain('event: video.completed');
    expect(await examples.run('follow-video.ts', ofVideo)).toBe('completed\n');
    await examples.run('download-video.sh', ofVideo);
    expect(await probeVideo(await readFile(path.join(folder, 'boat.mp4')))).toMatchObject({ height: 480 });
    const remix = await examples.json<Video>('remix-video.sh', ofVideo);
    expect(remix.remixed_from_video_id).toBe(id);

    await copyFile(path.join(folder, 'boat.jpg'), path.join(folder, 'photo.jpg'));
    const images = await examples.json<ImageResults>('create-images.sh');
    expect(images).toMatchObject({ data: [{}, {}], luit: { status: 'completed' } });
    const edited = await examples.json<ImageResults>('edit-image.sh');
    expect(edited).toMatchObject({ data: [{ url: expect.any(String) as string }] });
    const restoration = await examples.json<Restoration>('restore-photo.sh');
    expect(restoration).toMatchObject({ object: 'restoration', color_restoration: true });
    const fromImage = await examples.json<Video>('image-to-video.sh');
    expect(fromImage.luit.metadata).toEqual({ order: '1742' });
    const withLastFrame = await examples.json<Video>('last-frame.sh');
    for (const each of [remix, fromImage, withLastFrame])
      expect(await examples.json('wait-for-video.sh', { VIDEO_ID: each.id })).toMatchObject({ status: 'completed' });
    await until('the restored photo', async () =>
      (await creator.getRequest(restoration.id)).status === 'completed' ? true : undefined,
    );
    const balance = await examples.json<{ budget: object }>('read-balance.sh');
    const printedBalance = await printed<{ budget: object }>('balance.json');
    expect(Object.keys(balance)).toEqual(Object.keys(printedBalance));
    expect(Object.keys(balance.budget)).toEqual(Object.keys(printedBalance.budget));
    expect(await examples.run('read-usage.sh')).toMatch(/^\ufeffapi_key_id,requests/);

    const shown = await printed<Video>('video.json');
    expect(Object.keys(shown).sort()).toEqual(Object.keys(done).sort());
    expect(Object.keys(shown.luit).sort()).toEqual(Object.keys(done.luit).sort());
  }, 120_000);

  it('a canceled video has failed, and costs nothing', async () => {
    const { creator, examples } = await newProgram();
    await creator.buyPack('starter');
    const { id } = (await examples.call('/v1/videos', { prompt: 'A boat [slow:60]' })) as Video;
    await examples.run('cancel-video.sh', { VIDEO_ID: id });
    const canceled = await until('the returned credits', async () => {
      const video = await examples.json<Video>('wait-for-video.sh', { VIDEO_ID: id });
      return video.luit.money === 'returned' ? video : undefined;
    });
    expect(canceled).toMatchObject({ status: 'failed', error: { code: 'canceled' } });
  }, 180_000);

  it.each([
    ['create-video.ts', 480],
    ['create_video.py', 480],
    ['create-video-openai.ts', 720],
  ])(
    '%s makes a video with a test key and saves it',
    async (program, height) => {
      // The account has no credits, as the page suggests.
      const { examples } = await newProgram({ mode: 'test' });
      expect(await examples.run(program)).toMatch(/^Saved [\da-f-]+ as boat\.mp4/);
      expect(await probeVideo(await readFile(path.join(folder, 'boat.mp4')))).toMatchObject({ height });
    },
    120_000,
  );

  it('a program without budget ends with the problem that the page shows', async () => {
    const { creator, examples } = await newProgram({ monthlyCredits: 3 });
    await creator.buyPack('starter');
    const shown = await printed<Record<string, string>>('problem.json');
    await expect(examples.run('create-video.ts')).rejects.toThrow(`${shown.code}: ${shown.detail}`);
    const refused = await examples.call('/v1/videos', { prompt: 'A boat' });
    expect(refused).toEqual({ ...shown, request_id: expect.any(String) as string });
  }, 180_000);

  it('receive-webhooks.ts verifies messages, each once, and refuses forged ones', async () => {
    const { creator, examples } = await newProgram();
    await creator.buyPack('starter');
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}/`;
    const input = { url, events: ['video.completed'] };
    const { secret } = await creator.post<{ secret: string }>('/api/webhook-endpoints', input);
    const receiver = await examples.start('receive-webhooks.ts', { LUIT_WEBHOOK_SECRET: secret, PORT: port });
    try {
      const forged = () => fetch(url, { method: 'POST', body: '{"type":"video.completed","data":{"id":"forged"}}' });
      expect((await until('the receiver', () => forged())).status).toBe(400);
      const id = await creator.generate('A boat on the river at dawn');
      await until('the webhook', () => (receiver.output().includes(`video.completed ${id}`) ? true : undefined));
      expect(receiver.output().match(new RegExp(id, 'g'))).toHaveLength(1);
      expect(receiver.output()).not.toContain('forged');
    } finally {
      await receiver.stop();
    }
  }, 180_000);
}
