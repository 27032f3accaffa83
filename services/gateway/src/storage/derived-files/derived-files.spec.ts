import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { Readable } from 'node:stream';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { type GatewayTestApp, startGatewayTestApp } from '../../test/gateway-test-app';

describe('derived files', () => {
  let gateway: GatewayTestApp;
  const requestId = uuidv7();
  const path = `/api/requests/${requestId}/derived-files`;
  const key = `outputs/${requestId}/small.mp4`;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    const storage = new FolderStorage(gateway.storageDir);
    await storage.put(key, Readable.from(['small']), { contentType: 'video/mp4', maxBytes: 10 });
  });
  afterAll(() => gateway.close());

  const send = (method: 'get' | 'put') => request(gateway.url)[method](path).set(gateway.bearer());

  it('the owner asks for them, is told that they are being made, and downloads them by signed links', async () => {
    gateway.services.answer(generationCalls.getDerivedFiles, () => ({ derived: null }));
    expect((await send('get').expect(200)).body).toEqual({ success: true, derived: null });
    const making = { state: 'making' as const, small: null, animation: null };
    gateway.services.answer(generationCalls.requestDerivedFiles, () => ({ derived: making }));
    expect((await send('put').expect(200)).body).toEqual({ success: true, derived: making });
    gateway.services.answer(generationCalls.getDerivedFiles, () => ({
      derived: { state: 'ready' as const, small: { key, bytes: 5 }, animation: null },
    }));
    const { derived } = (await send('get').expect(200)).body as { derived: { small: { url: string; bytes: number } } };
    expect(derived).toMatchObject({ state: 'ready', small: { bytes: 5 }, animation: null });
    const saved = await request(gateway.url).get(`${derived.small.url}&download=1`).expect(200);
    expect(saved.headers['content-disposition']).toMatch(/^attachment; /);
    expect((saved.body as Buffer).toString()).toBe('small');
    const of = { userId: gateway.user.id, requestId };
    expect(gateway.services.received(generationCalls.requestDerivedFiles)).toEqual([of]);
  });

  it('a request of someone else, or without a video, has none', async () => {
    gateway.services.answer(generationCalls.requestDerivedFiles, () => {
      throw new LuitError('conflict', 'Only finished videos have a small version.');
    });
    expect((await send('put').expect(409)).body).toMatchObject({ code: 'conflict' });
    await request(gateway.url).put(path).expect(401);
  });
});
