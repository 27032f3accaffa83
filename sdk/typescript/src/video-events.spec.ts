import { ApiClient } from './api-client';
import { TestServer } from './testing/test-server';
import { testVideo } from './testing/test-videos';
import { videoEvents } from './video-events';

describe('events of a video', () => {
  let server: TestServer;
  let api: ApiClient;

  beforeAll(async () => {
    server = await TestServer.start();
    api = new ApiClient({ apiKey: 'luit_live_key', baseUrl: server.url });
  });
  afterAll(() => server.close());

  it('an event that arrives in parts, also within a character, is one state', async () => {
    const video = { ...testVideo('completed', 3), prompt: 'नदी' };
    const bytes = Buffer.from(`id: 3\nevent: video.completed\ndata: ${JSON.stringify(video)}\n\n`);
    const cut = bytes.indexOf(Buffer.from('नदी')) + 1;
    server.expect((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(bytes.subarray(0, cut), () => response.end(bytes.subarray(cut)));
    });
    const states = [];
    for await (const state of videoEvents(api, 'v-1', -1)) states.push(state);
    expect(states).toEqual([video]);
  });

  it('a connection on which nothing arrives is given up', async () => {
    server.expect((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('retry: 2000\n\n');
    });
    const read = videoEvents(api, 'v-1', -1, { maxSilenceMs: 50 }).next();
    await expect(read).rejects.toThrow('The stream of events is silent');
  });

  it('a refused connection is not repeated here', async () => {
    server.expect((response) => response.writeHead(503).end());
    await expect(videoEvents(api, 'v-1', -1).next()).rejects.toMatchObject({ status: 503 });
    expect(server.received).toHaveLength(1);
  });
});
