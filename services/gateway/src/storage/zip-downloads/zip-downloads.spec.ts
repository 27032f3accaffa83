import { authBroadcasts } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { ZipEntry } from '@luit/contracts/generation/zip-downloads';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { eventually } from '@luit/platform/testing/eventually';
import { randomBytes } from 'node:crypto';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { fromBufferPromise } from 'yauzl';
import { type GatewayTestApp, startGatewayTestApp } from '../../test/gateway-test-app';
import { newUser } from '../../test/test-tokens';

const ID = uuidv7();
const URL = `/api/zip-downloads/${ID}`;
/** More than sockets and streams keep for a client that does not read. */
const LARGE_BYTES = 64 * 1024 * 1024;
const PROMPTS = ['A boat: "dawn"/../…', 'नदी पर एक नाव', '🚣🚣', 'x'.repeat(200)];

describe('ZIP downloads', () => {
  let gateway: GatewayTestApp;
  let storage: FolderStorage;
  let entries: ZipEntry[];
  let contents: Buffer[];
  let ownerId: string;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    storage = new FolderStorage(gateway.storageDir);
  });
  afterAll(() => gateway.close());

  beforeEach(async () => {
    ownerId = newUser().id;
    contents = PROMPTS.map((_, index) => randomBytes(50_000 + index));
    entries = [];
    for (const [index, prompt] of PROMPTS.entries()) {
      const requestId = uuidv7();
      const outputKey = `outputs/${requestId}/video.mp4`;
      const content = Readable.from([contents[index]]);
      await storage.put(outputKey, content, { contentType: 'video/mp4', maxBytes: 100_000 });
      entries.push({ requestId, type: 'video', prompt, outputKey, completedAt: '2026-11-26T10:00:00.000Z' });
    }
    gateway.services.answer(generationCalls.openZipDownload, () => ({ ownerId, entries }));
  });

  const get = (headers: Record<string, string> = {}) => request(gateway.url).get(URL).set(headers).responseType('blob');
  const whole = async () => (await get().expect(200)).body as Buffer;
  const part = async (range: string) => (await get({ range }).expect(206)).body as Buffer;

  it('the file holds every output under a name from its prompt', async () => {
    const answer = await get().expect(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="luit.zip"',
      'content-length': String((answer.body as Buffer).length),
      'accept-ranges': 'bytes',
    });
    const files = await unzip(answer.body as Buffer);
    expect(files.map(({ name }) => name)).toEqual([
      '001 A-boat-dawn.mp4',
      '002 नदी-पर-एक-नाव.mp4',
      '003 ai-video.mp4',
      `004 ${'x'.repeat(60)}.mp4`,
    ]);
    for (const [index, { content }] of files.entries()) expect(content.equals(contents[index]!)).toBe(true);
  });

  it('an interrupted download continues with the same bytes, wherever it was cut', async () => {
    const all = await whole();
    for (const start of [0, 1, 49_999, 100_123, all.length - 1]) {
      expect((await part(`bytes=${start}-`)).equals(all.subarray(start))).toBe(true);
    }
    expect((await part('bytes=70000-70009')).equals(all.subarray(70_000, 70_010))).toBe(true);
    expect((await part('bytes=-100')).equals(all.subarray(-100))).toBe(true);
    const beyond = await get({ range: `bytes=${all.length}-` }).expect(416);
    expect(beyond.headers['content-range']).toBe(`bytes */${all.length}`);
  });

  it('a file that was deleted is left out, and a download that began before starts again', async () => {
    const { etag } = (await get().expect(200)).headers;
    await get({ range: 'bytes=1000-', 'if-range': etag! }).expect(206);
    await storage.remove(entries[1]!.outputKey);
    const again = await get({ range: 'bytes=1000-', 'if-range': etag! }).expect(200);
    expect((await unzip(again.body as Buffer)).map(({ content }) => content.length)).toEqual([50_000, 50_002, 50_003]);
  });

  it('a client that leaves closes the files', async () => {
    const reading = new AbortController();
    const response = await fetch(gateway.url + URL, { signal: reading.signal });
    await response.body!.getReader().read();
    reading.abort();
    // Another download may start again.
    for (let i = 0; i < 20; i += 1) await part('bytes=0-9');
  });

  it('each download reads all files, so an account has four at a time; ended ones free their places', async () => {
    const outputKey = `outputs/${uuidv7()}/large.mp4`;
    const path = join(gateway.storageDir, outputKey);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, '');
    await truncate(path, LARGE_BYTES);
    entries = [{ ...entries[0]!, outputKey }];
    const readers = await Promise.all(
      Array.from({ length: 4 }, async (_, index) => {
        const reading = new AbortController();
        await fetch(gateway.url + URL, { signal: reading.signal, headers: { range: `bytes=${index}-` } });
        return reading;
      }),
    );
    const refused = await request(gateway.url).get(URL).set({ range: 'bytes=-1' }).expect(429);
    expect(refused.body).toMatchObject({ code: 'too_many_requests' });
    expect(refused.headers['retry-after']).toBe('5');
    await request(gateway.url).head(URL).expect(200);
    const first = ownerId;
    ownerId = newUser().id;
    await part('bytes=0-9');
    ownerId = first;
    for (const reading of readers) reading.abort();
    await eventually(() => part('bytes=0-9'));
  });

  it('the owner prepares a download of 1 to 500 requests', async () => {
    const id = uuidv7();
    gateway.services.answer(generationCalls.createZipDownload, () => ({ id, files: 1 }));
    const create = (requestIds: unknown) =>
      request(gateway.url).post('/api/zip-downloads').set(gateway.bearer()).send({ requestIds });
    const { body } = await create([ID]).expect(201);
    expect(body).toEqual({ success: true, url: `/api/zip-downloads/${id}`, files: 1 });
    expect(gateway.services.received(generationCalls.createZipDownload)).toEqual([
      { userId: gateway.user.id, requestIds: [ID] },
    ]);
    await create(Array.from({ length: 500 }, () => uuidv7())).expect(201);
    for (const bad of [[], ['not-an-id'], 'all', null, Array.from({ length: 501 }, () => uuidv7())]) {
      await create(bad).expect(400);
    }
    await request(gateway.url)
      .post('/api/zip-downloads')
      .send({ requestIds: [ID] })
      .expect(401);
  });

  it('unknown and expired downloads, and those of blocked accounts, are refused', async () => {
    await whole();
    const revocation = { userId: ownerId, sessionIds: [], reason: 'blocked' as const };
    await gateway.broadcasts.publish(authBroadcasts.sessionsRevoked, revocation);
    await eventually(() => request(gateway.url).get(URL).expect(403));
    gateway.services.answer(generationCalls.openZipDownload, () => {
      throw new LuitError('not_found', 'This download has expired. Please start it again.');
    });
    await request(gateway.url).get(URL).expect(404);
    await request(gateway.url).get('/api/zip-downloads/nothing').expect(404);
  });
});

async function unzip(file: Buffer): Promise<{ name: string; content: Buffer }[]> {
  const zip = await fromBufferPromise(file);
  const files = [];
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    files.push({ name: entry.fileName, content: Buffer.concat(chunks) });
  }
  return files;
}
