import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { Readable } from 'node:stream';
import request from 'supertest';
import { recordOf, startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import { newUser } from '../../test/test-tokens';
import { FileLinksService } from '../../storage/files/file-links.service';
import { RequestViewCache } from './request-view-cache';

const CONTENT = Buffer.from('0123456789'.repeat(100));

describe('requests', () => {
  let gateway: GatewayTestApp;
  let record: ReturnType<typeof recordOf>;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
  });
  afterAll(() => gateway.close());

  beforeEach(async () => {
    record = recordOf(gateway.user.id);
    gateway.services.answer(generationCalls.getRequest, ({ userId, requestId }) => {
      if (userId === record.userId && requestId === record.id) return record;
      throw new LuitError('not_found', 'Request not found.');
    });
    const outputKey = `outputs/${record.id}/video.mp4`;
    const storage = new FolderStorage(gateway.storageDir);
    await storage.put(outputKey, Readable.from([CONTENT]), { contentType: 'video/mp4', maxBytes: 10_000 });
  });

  const complete = (): void => {
    record = { ...record, status: 'completed', jobStatus: 'succeeded', outputKey: `outputs/${record.id}/video.mp4` };
  };
  const get = (path: string, headers: Record<string, string> = {}) =>
    request(gateway.url).get(path).set(gateway.bearer()).set(headers);

  it('the request belongs to the authenticated user, regardless of the body [SRV-03]', async () => {
    gateway.services.answer(generationCalls.createRequest, () => record);
    const answer = await request(gateway.url)
      .post('/api/generate')
      .set(gateway.bearer())
      .set('Idempotency-Key', 'intent-1')
      .send({ prompt: 'a river at dawn', duration: 5, userId: newUser().id, credits: 1, price: 0 })
      .expect(202);
    expect(answer.body).toEqual({ success: true, request_id: record.id, credits: 18, status: 'processing' });
    expect(gateway.services.received(generationCalls.createRequest)).toEqual([
      { userId: gateway.user.id, type: 'video', prompt: 'a river at dawn', duration: 5, idempotencyKey: 'intent-1' },
    ]);
  });

  it('the options of a video are passed on, and the link of an uploaded last image becomes its key', async () => {
    gateway.services.answer(generationCalls.createRequest, () => record);
    const options = {
      aspectRatio: '1:1',
      framing: { x: 0, y: 0.5 },
      seed: 0,
      sound: true,
      cameraMotion: 'orbit',
      style: 'watercolor',
      extendOf: record.id,
    };
    const key = `uploads/${record.id}.png`;
    await new FolderStorage(gateway.storageDir).put(key, Readable.from(['x']), {
      contentType: 'image/png',
      maxBytes: 10,
    });
    const lastImageUrl = gateway.running.app.get(FileLinksService).linkTo(key, Date.now(), 1);
    const send = (more: object) =>
      request(gateway.url)
        .post('/api/generate')
        .set(gateway.bearer())
        .send({ prompt: 'a river at dawn', duration: 5, ...options, ...more });
    await send({ lastImageUrl }).expect(202);
    expect(gateway.services.received(generationCalls.createRequest)).toEqual([
      { userId: gateway.user.id, type: 'video', prompt: 'a river at dawn', duration: 5, ...options, lastImageKey: key },
    ]);
    const forged = await send({ lastImageUrl: 'https://example.com/a.png' }).expect(400);
    expect(forged.body).toMatchObject({ details: { lastImageUrl: expect.any(String) as string } });
    for (const bad of [{ seed: '7' }, { framing: [0, 1] }, { cameraMotion: 'No spaces' }, { extendOf: 'x' }]) {
      await send(bad).expect(400);
    }
  });

  it.each(['-1', '0.1', '1e308', '1e999', '9007199254740992', '"NaN"', '"1e3"', '"18"', '"१८"', '[18]', '{}'])(
    '%s is rejected as a price and as a duration without calling generation [SRV-04]',
    async (text) => {
      for (const fields of [`"duration": 5, "expectedCredits": ${text}`, `"duration": ${text}`]) {
        const answer = await request(gateway.url)
          .post('/api/generate')
          .set(gateway.bearer())
          .set('content-type', 'application/json')
          .send(`{"prompt": "a river at dawn", ${fields}}`)
          .expect(400);
        expect(answer.body).toMatchObject({ code: 'validation_failed' });
      }
      expect(gateway.services.received(generationCalls.createRequest)).toEqual([]);
    },
  );

  it('a request has links instead of storage keys, and 304 is returned while it is unchanged', async () => {
    complete();
    const first = await get(`/api/requests/${record.id}`).expect(200);
    expect(first.body).toMatchObject({
      success: true,
      request: { id: record.id, request_id: record.id, status: 'completed', sequence: 3, image_url: null },
    });
    const shown = (first.body as { request: Record<string, string> }).request;
    expect(shown.videoUrl).toMatch(
      /^\/api\/files\/outputs\/.+\/video\.mp4\?expires=\d+&owner=[\w-]+&signature=[\w-]+$/,
    );
    expect(shown.outputUrl).toBe(shown.videoUrl);
    expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['outputKey']));
    expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['userId']));
    const etag = String(first.headers.etag);
    const same = await get(`/api/requests/${record.id}`, { 'if-none-match': `"other", W/${etag}` }).expect(304);
    expect(same.text).toBe('');
    record = { ...record, progress: 60, sequence: 4 };
    gateway.running.app.get(RequestViewCache).update(record);
    await get(`/api/requests/${record.id}`, { 'if-none-match': etag }).expect(200);
  });

  it('requests and files of other users are answered with 404 [SRV-02]', async () => {
    complete();
    const stranger = gateway.bearer(newUser());
    await request(gateway.url).get(`/api/requests/${record.id}`).set(stranger).expect(404);
    await request(gateway.url).get(`/api/download/${record.id}`).set(stranger).expect(404);
    await get('/api/requests/not-an-id').expect(404);
  });

  it('a failed request is retried with an idempotency key', async () => {
    gateway.services.answer(generationCalls.retryRequest, ({ requestId }) => ({ ...record, retryOf: requestId }));
    const answer = await request(gateway.url)
      .post(`/api/requests/${record.id}/retry`)
      .set(gateway.bearer())
      .set('Idempotency-Key', 'retry-1')
      .send({ expectedCredits: 18 })
      .expect(202);
    expect(answer.body).toMatchObject({ success: true, request_id: record.id, request: { retryOf: record.id } });
    expect(gateway.services.received(generationCalls.retryRequest)).toEqual([
      { userId: gateway.user.id, requestId: record.id, expectedCredits: 18, idempotencyKey: 'retry-1' },
    ]);
  });

  it('the owner deletes a request [G-45]', async () => {
    gateway.services.answer(generationCalls.deleteRequest, () => ({}));
    await request(gateway.url).delete(`/api/requests/${record.id}`).set(gateway.bearer()).expect(204);
    await request(gateway.url).delete('/api/requests/not-an-id').set(gateway.bearer()).expect(404);
    await request(gateway.url).delete(`/api/requests/${record.id}`).expect(401);
    expect(gateway.services.received(generationCalls.deleteRequest)).toEqual([
      { userId: gateway.user.id, requestId: record.id },
    ]);
  });

  it('the owner marks a request as a favorite, and no longer', async () => {
    gateway.services.answer(generationCalls.setFavorite, () => ({}));
    const path = `/api/requests/${record.id}/favorite`;
    await request(gateway.url).put(path).set(gateway.bearer()).expect(204);
    await request(gateway.url).delete(path).set(gateway.bearer()).expect(204);
    await request(gateway.url).put('/api/requests/not-an-id/favorite').set(gateway.bearer()).expect(404);
    await request(gateway.url).put(path).expect(401);
    const marked = { userId: gateway.user.id, requestId: record.id };
    expect(gateway.services.received(generationCalls.setFavorite)).toEqual([
      { ...marked, isFavorite: true },
      { ...marked, isFavorite: false },
    ]);
  });

  it('requests are listed with filters, and invalid queries are rejected', async () => {
    const page = { requests: [record], favorites: [record.id], shared: [], nextCursor: 'next' };
    gateway.services.answer(generationCalls.listRequests, () => page);
    const answer = await get('/api/requests?limit=5&status=processing&type=video&favorite=true&shared=true').expect(
      200,
    );
    expect(answer.body).toMatchObject({
      requests: [{ id: record.id }],
      favorites: [record.id],
      shared: [],
      nextCursor: 'next',
    });
    expect(gateway.services.received(generationCalls.listRequests)).toEqual([
      { userId: gateway.user.id, limit: 5, status: 'processing', type: 'video', favorite: true, shared: true },
    ]);
    for (const bad of [
      'favorite=maybe',
      'limit=0',
      'limit=101',
      'limit=x',
      'status=odd',
      'type=odd',
      'cursor=1&cursor=2',
    ]) {
      await get(`/api/requests?${bad}`).expect(400);
    }
  });

  it('the owner cancels a request', async () => {
    gateway.services.answer(
      generationCalls.cancelRequest,
      () => ({ ...record, status: 'failed', canceled: true }) as const,
    );
    const answer = await request(gateway.url)
      .post(`/api/requests/${record.id}/cancel`)
      .set(gateway.bearer())
      .expect(200);
    expect(answer.body).toMatchObject({ request: { status: 'failed', canceled: true } });
  });

  describe('files', () => {
    it('a download has the specified name, whole or as a range', async () => {
      await get(`/api/download/${record.id}`).expect(409);
      complete();
      const whole = await get(`/api/download/${record.id}`).expect(200);
      expect(whole.headers).toMatchObject({
        'content-type': 'video/mp4',
        'content-length': '1000',
        'content-disposition': `attachment; filename="ai-video-${record.id}.mp4"`,
        'accept-ranges': 'bytes',
        'x-content-type-options': 'nosniff',
      });
      expect(CONTENT.equals(whole.body as Buffer)).toBe(true);
      const part = await get(`/api/download/${record.id}`, { range: 'bytes=10-14' }).expect(206);
      expect(part.headers).toMatchObject({ 'content-range': 'bytes 10-14/1000', 'content-length': '5' });
      expect(String(part.body)).toBe('01234');
    });

    it('a signed link works without a token, supports ranges and is rejected if changed', async () => {
      complete();
      const shown = (await get(`/api/requests/${record.id}`)).body as { request: { videoUrl: string } };
      const link = shown.request.videoUrl;
      const open = (path: string, headers = {}) => request(gateway.url).get(path).set(headers);
      const whole = await open(link).expect(200);
      expect(CONTENT.equals(whole.body as Buffer)).toBe(true);
      expect(whole.headers['cache-control']).toMatch(/^private, max-age=\d+, immutable$/);
      expect((await open(link, { range: 'bytes=-10' }).expect(206)).headers['content-range']).toBe(
        'bytes 990-999/1000',
      );
      const outside = await open(link, { range: 'bytes=1000-' }).expect(416);
      expect(outside.headers['content-range']).toBe('bytes */1000');
      await open(link, { 'if-none-match': String(whole.headers.etag) }).expect(304);
      await open(link, { range: 'bytes=0-1', 'if-range': '"older"' }).expect(200);
      await open(link.replace('signature=', 'signature=A')).expect(403);
      await open(link.replace(/expires=\d+/, 'expires=9999999999')).expect(403);
      await open(link.split('?', 1)[0] ?? '').expect(403);
      await open('/api/files/../../etc/passwd?expires=1&signature=x').expect((answer) => {
        expect([403, 404]).toContain(answer.status);
      });
      await request(gateway.url).head(link).expect(200).expect('content-length', '1000');
    });

    it('a deleted file is answered with 404', async () => {
      complete();
      const { request: shown } = (await get(`/api/requests/${record.id}`)).body as { request: { videoUrl: string } };
      await new FolderStorage(gateway.storageDir).remove(`outputs/${record.id}/video.mp4`);
      await request(gateway.url).get(shown.videoUrl).expect(404);
    });
  });
});
