import { authBroadcasts } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { ShareLink, SharedOutput } from '@luit/contracts/generation/share-links';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { eventually } from '@luit/platform/testing/eventually';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { type GatewayTestApp, startGatewayTestApp } from '../../test/gateway-test-app';

const TOKEN = 'abcdefghijklmnopqrstuv';
const CONTENT = Buffer.from('0123456789'.repeat(100));
const APP = `<html><head>
    <title>Luit: AI video from a sentence</title>
    <meta name="description" content="Of the site" />
    <meta property="og:title" content="Of the site" />
    <meta property="og:image:width" content="1200" />
    <meta name="twitter:card" content="summary" />
    <script src="/app.js"></script>
  </head><body></body></html>`;

describe('share links', () => {
  let gateway: GatewayTestApp;
  let output: SharedOutput | null;
  const requestId = uuidv7();
  const link: ShareLink = {
    token: TOKEN,
    showsPrompt: true,
    isIndexed: false,
    createdAt: '2026-11-26T10:00:00.000Z',
    expiresAt: null,
  };

  beforeAll(async () => {
    const webDist = join(tmpdir(), `luit-shared-${uuidv7()}`);
    await mkdir(webDist, { recursive: true });
    await writeFile(join(webDist, 'app.html'), APP);
    await writeFile(join(webDist, 'index.html'), APP);
    await writeFile(join(webDist, '.shared-video.html'), APP.replace('<body>', '<body><img src="__LUIT_POSTER__" />'));
    gateway = await startGatewayTestApp({ webDist, webUrl: 'https://luit.example' });
    const storage = new FolderStorage(gateway.storageDir);
    const put = (key: string, contentType: string) =>
      storage.put(key, Readable.from([CONTENT]), { contentType, maxBytes: 10_000 });
    await put('outputs/1/video.mp4', 'video/mp4');
    await put('outputs/1/poster.jpg', 'image/jpeg');
    await put('outputs/1/small.mp4', 'video/mp4');
  });
  afterAll(() => gateway.close());

  beforeEach(() => {
    output = {
      // Each test has an owner of its own, because gateways remember who is blocked.
      ownerId: uuidv7(),
      requestId,
      type: 'video',
      prompt: 'a boat',
      duration: 5,
      outputKey: 'outputs/1/video.mp4',
      posterKey: 'outputs/1/poster.jpg',
      smallKey: 'outputs/1/small.mp4',
      animationKey: null,
      completedAt: '2026-11-26T09:00:00.000Z',
      expiresAt: null,
      isIndexed: false,
    };
    gateway.services.answer(generationCalls.openShareLink, ({ token }) => {
      if (token === TOKEN && output) return output;
      throw new LuitError('not_found', 'This link does not exist or has ended.');
    });
  });

  const get = (path: string) => request(gateway.url).get(path);

  it('the owner creates a link, reads it, changes its settings and revokes it', async () => {
    gateway.services.answer(generationCalls.getShareLink, () => ({ link: null }));
    gateway.services.answer(generationCalls.putShareLink, () => ({ link }));
    gateway.services.answer(generationCalls.revokeShareLink, () => ({}));
    const path = `/api/requests/${requestId}/share-link`;
    const call = (method: 'get' | 'put' | 'delete') => request(gateway.url)[method](path).set(gateway.bearer());
    expect((await call('get').expect(200)).body).toEqual({ success: true, link: null });
    const settings = { showsPrompt: true, isIndexed: false };
    const answer = await call('put').send(settings).expect(200);
    const { token, ...view } = link;
    expect(answer.body).toEqual({ success: true, link: { ...view, url: `https://luit.example/s/${token}` } });
    await call('delete').expect(204);
    const of = { userId: gateway.user.id, requestId };
    expect(gateway.services.received(generationCalls.putShareLink)).toEqual([{ ...of, ...settings, expiresAt: null }]);
    expect(gateway.services.received(generationCalls.revokeShareLink)).toEqual([of]);
    for (const bad of [{}, { ...settings, showsPrompt: 'yes' }, { ...settings, expiresAt: 'tomorrow' }]) {
      await call('put').send(bad).expect(400);
    }
    await get(path).expect(401);
  });

  it('everyone who has the link sees the output, but not whose it is', async () => {
    const answer = await get(`/api/shared/${TOKEN}`).expect(200);
    expect(answer.body).toEqual({
      success: true,
      shared: {
        type: 'video',
        prompt: 'a boat',
        duration: 5,
        completedAt: '2026-11-26T09:00:00.000Z',
        expiresAt: null,
        outputUrl: `/api/shared/${TOKEN}/output`,
        posterUrl: `/api/shared/${TOKEN}/poster`,
        smallUrl: `/api/shared/${TOKEN}/small`,
        animationUrl: null,
      },
    });
    const part = await get(`/api/shared/${TOKEN}/output`).set('Range', 'bytes=0-9').expect(206);
    expect(part.headers).toMatchObject({ 'content-type': 'video/mp4', 'cache-control': 'private, no-cache' });
    const saved = await get(`/api/shared/${TOKEN}/output?download`).expect(200);
    expect(saved.headers['content-disposition']).toBe('attachment; filename="ai-video.mp4"');
    const small = await get(`/api/shared/${TOKEN}/small?download`).set('Range', 'bytes=0-9').expect(206);
    expect(small.headers['content-disposition']).toBe('attachment; filename="ai-video.mp4"');
    await get(`/api/shared/${TOKEN}/animation`).expect(404);
    expect((await get(`/api/shared/${TOKEN}/poster`).expect(200)).headers['content-type']).toBe('image/jpeg');
  });

  it.each(['guessed-token-00000000', 'short', '../../requests', "' OR 1=1 --", 'a'.repeat(500)])(
    'the token %j opens nothing',
    async (token) => {
      for (const path of ['', '/output', '/poster']) {
        await get(`/api/shared/${encodeURIComponent(token)}${path}`).expect(404);
      }
      const page = await get(`/s/${encodeURIComponent(token)}`);
      expect([page.status, page.headers['x-robots-tag']]).toEqual([404, 'noindex']);
      expect(page.text).toContain('/app.js');
    },
  );

  it('a revoked link ends for the page and its files at once, also for clients that cache them', async () => {
    const { etag } = (await get(`/api/shared/${TOKEN}/output`).expect(200)).headers;
    await get(`/api/shared/${TOKEN}/output`).set('If-None-Match', etag!).expect(304);
    output = null;
    await get(`/api/shared/${TOKEN}/output`).set('If-None-Match', etag!).expect(404);
    await get(`/api/shared/${TOKEN}`).expect(404);
    await get(`/s/${TOKEN}`).expect(404);
  });

  it('the link of a blocked account opens nothing, and does not say why', async () => {
    const ownerId = output!.ownerId;
    await get(`/api/shared/${TOKEN}`).expect(200);
    const revocation = { userId: ownerId, sessionIds: [], reason: 'blocked' as const };
    await gateway.broadcasts.publish(authBroadcasts.sessionsRevoked, revocation);
    await eventually(() => get(`/api/shared/${TOKEN}`).expect(404));
    await get(`/api/shared/${TOKEN}/output`).expect(404);
    await get(`/s/${TOKEN}`).expect(404);
    const { body } = await get(`/api/shared/${TOKEN}`);
    expect(body).toMatchObject({ code: 'not_found', error: 'This link does not exist or has ended.' });
  });

  it('the page describes the video to link previews, and replaces the description of the site', async () => {
    output!.prompt = `"><script>alert('boat')</script>  &\n${'long '.repeat(40)}`;
    const page = await get(`/s/${TOKEN}`).expect(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-robots-tag': 'noindex',
    });
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.text).not.toContain('<script>alert');
    expect(page.text).not.toContain('Of the site');
    expect(page.text.match(/twitter:card/g)).toHaveLength(1);
    const title = /<meta property="og:title" content="([^"]*)" \/>/.exec(page.text)?.[1];
    expect(title).toMatch(/^&quot;&gt;&lt;script&gt;alert\(&#39;boat&#39;\)&lt;\/script&gt; &amp; long .*…$/);
    expect(page.text).toContain(`content="https://luit.example/api/shared/${TOKEN}/poster"`);
    expect(page.text).toContain(`<link rel="canonical" href="https://luit.example/s/${TOKEN}" />`);
    expect(page.text).toContain('/app.js');
  });

  it('the page shows the poster before the app has loaded, and has what the app would ask for', async () => {
    output!.prompt = '</script><b>boat</b>';
    const { text } = await get(`/s/${TOKEN}`).expect(200);
    expect(text).toContain(`<img src="/api/shared/${TOKEN}/poster" />`);
    const [, json = ''] = /<script type="application\/json" id="shared-view" data-token="\w+">([^<]*)<\/script>/.exec(
      text,
    )!;
    expect(JSON.parse(json)).toEqual((await get(`/api/shared/${TOKEN}`)).body.shared);
    output = { ...output!, type: 'restore', posterKey: null };
    expect((await get(`/s/${TOKEN}`).expect(200)).text).not.toContain('<img');
    await get('/.shared-video.html').expect(404);
  });

  it('a hidden prompt is not in the page, and a wished listing lets search engines in', async () => {
    output = { ...output!, prompt: null, isIndexed: true };
    const page = await get(`/s/${TOKEN}`).expect(200);
    expect(page.headers['x-robots-tag']).toBeUndefined();
    expect(page.text).toContain('<title>A video made with Luit · Luit</title>');
    output = { ...output, type: 'restore', posterKey: null };
    const photo = (await get(`/s/${TOKEN}`).expect(200)).text;
    expect(photo).toContain('content="A photo restored with Luit"');
    expect(photo).toContain(`<meta property="og:image" content="https://luit.example/api/shared/${TOKEN}/output" />`);
    expect(photo).not.toContain('og:video');
    await get(`/api/shared/${TOKEN}/poster`).expect(404);
  });

  it('while generation does not answer, the page says so and asks to be loaded again', async () => {
    gateway.services.answer(generationCalls.openShareLink, () => {
      throw new LuitError('unavailable', 'Please try again in a moment.');
    });
    const page = await get(`/s/${TOKEN}`).expect(503);
    expect(page.headers).toMatchObject({ 'retry-after': '2', 'x-robots-tag': 'noindex' });
    expect(page.text).toContain('/app.js');
  });
});
