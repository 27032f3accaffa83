import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Luit } from './luit';
import { json, TestServer } from './testing/test-server';
import { testVideo } from './testing/test-videos';

function sendEvents(response: ServerResponse, ...videos: ReturnType<typeof testVideo>[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('retry: 2000\n\n:\n\n');
  for (const video of videos) {
    response.write(`id: ${video.luit.sequence}\nevent: video.${video.status}\ndata: ${JSON.stringify(video)}\n\n`);
  }
}

describe('videos of the SDK', () => {
  let server: TestServer;
  let luit: Luit;

  beforeAll(async () => {
    server = await TestServer.start();
    luit = new Luit({ apiKey: 'luit_live_key', baseUrl: server.url, maxRetries: 0 });
  });
  afterAll(() => server.close());

  it('a new video with an image is a form with a file, and metadata as fields', async () => {
    server.expect(json(testVideo('queued')));
    await luit.videos.create({
      prompt: 'it moves',
      seed: 7,
      metadata: { order: '1742' },
      input_reference: new Blob(['an image'], { type: 'image/png' }),
    });
    const [{ headers, body }] = server.received as [(typeof server.received)[0]];
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': headers['content-type']! },
    }).formData();
    const { input_reference: file, ...fields } = Object.fromEntries(form) as { input_reference: File };
    expect(fields).toEqual({ prompt: 'it moves', seed: '7', 'metadata[order]': '1742' });
    expect(await file.text()).toBe('an image');
    expect(file.type).toBe('image/png');
  });

  it('several reference images are files of one form', async () => {
    server.expect(json(testVideo('queued')));
    const images = ['a boat', 'a river'].map((text) => new Blob([text], { type: 'image/png' }));
    await luit.videos.create({
      prompt: 'it moves',
      last_frame: images[0]!,
      reference_images: [...images, { image_url: 'data:image/png;base64,AAAA' }],
    });
    const [{ headers, body }] = server.received as [(typeof server.received)[0]];
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': headers['content-type']! },
    }).formData();
    const texts = form.getAll('reference_images[]').map((file) => (file as unknown as File).text());
    expect(await Promise.all(texts)).toEqual(['a boat', 'a river']);
    expect(form.get('reference_images[][image_url]')).toBe('data:image/png;base64,AAAA');
    expect(form.has('last_frame')).toBe(true);
  });

  it('a list requests its pages when they are needed', async () => {
    const page = (id: string, hasMore: boolean) =>
      json({ object: 'list', data: [{ id }], first_id: id, last_id: id, has_more: hasMore });
    server.expect(page('1', true), page('2', true), page('3', false));
    const ids: string[] = [];
    for await (const { id } of luit.videos.list({ limit: 1, order: 'asc' })) {
      ids.push(id);
      expect(server.received).toHaveLength(ids.length);
    }
    expect(ids).toEqual(['1', '2', '3']);
    expect(server.received.map(({ url }) => url)).toEqual([
      '/v1/videos?limit=1&order=asc',
      '/v1/videos?limit=1&order=asc&after=1',
      '/v1/videos?limit=1&order=asc&after=2',
    ]);
  });

  it('a download is read while it arrives', async () => {
    let response: ServerResponse | undefined;
    server.expect((started) => {
      response = started;
      started.writeHead(200, { 'content-type': 'video/mp4' }).write('the beginning');
    });
    const stream = await luit.videos.download('v-1', { variant: 'thumbnail' });
    const reader = stream.getReader();
    const { value } = await reader.read();
    expect(Buffer.from(value!).toString()).toBe('the beginning');
    reader.releaseLock();
    response!.end(' and the end');
    expect(await text(stream)).toBe(' and the end');
    expect(server.received[0]?.url).toBe('/v1/videos/v-1/content?variant=thumbnail');
  });

  it('waiting follows the events, and continues after the newest state when the connection is lost', async () => {
    server.expect(
      (response) => {
        sendEvents(response, testVideo('queued', 1), testVideo('in_progress', 2));
        setImmediate(() => response.destroy());
      },
      json(testVideo('in_progress', 2)),
      (response) => {
        sendEvents(response, testVideo('completed', 3));
        response.end();
      },
    );
    expect(await luit.videos.waitFor('v-1')).toMatchObject({ status: 'completed', luit: { sequence: 3 } });
    expect(server.received.map(({ url, headers }) => [url, headers['last-event-id']])).toEqual([
      ['/v1/videos/v-1/events', undefined],
      ['/v1/videos/v-1', undefined],
      ['/v1/videos/v-1/events', '2'],
    ]);
  });

  it('waiting for a video that is ready ends with 204 and its state', async () => {
    server.expect((response) => response.writeHead(204).end(), json(testVideo('failed', 4)));
    expect(await luit.videos.waitFor('v-1')).toMatchObject({ status: 'failed' });
  });

  it('waiting for a video that does not exist ends with the refusal', async () => {
    server.expect();
    await expect(luit.videos.waitFor('v-1')).rejects.toMatchObject({ status: 404 });
  });

  it('a signal ends the wait', async () => {
    const abort = new AbortController();
    server.expect((response) => {
      sendEvents(response, testVideo('queued', 1));
      setImmediate(() => abort.abort());
    });
    await expect(luit.videos.waitFor('v-1', { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.received).toHaveLength(1);
  });
});
