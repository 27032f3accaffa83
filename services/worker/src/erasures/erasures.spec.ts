import { eraseJob } from '@luit/contracts/generation/account-deletion';
import { generationCalls } from '@luit/contracts/generation/messages';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { contentTypeOf } from '@luit/platform/storage/storage';
import { eventually } from '@luit/platform/testing/eventually';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { outputKeysOf } from '../outputs/output-keys';
import { sealedKeyOf } from '../outputs/sealed-files';
import { startWorkerTestApp, type WorkerTestApp } from '../test/worker-test-app';

describe('erasing a request [G-49]', () => {
  let app: WorkerTestApp;
  let storage: FolderStorage;

  beforeAll(async () => {
    app = await startWorkerTestApp({ mailbox: false });
    storage = new FolderStorage(app.storageDir);
    await app.startWorker();
  });

  afterAll(() => app.close());

  const put = async (key: string) => {
    await storage.put(key, Readable.from(['x']), { contentType: contentTypeOf(key), maxBytes: 10 });
    return key;
  };
  const isThere = async (key: string) => (await storage.stat(key)) !== null;
  const erase = async (requestId: string, keys: string[] | null, keptKeys: string[] = []) => {
    app.generation.on(generationCalls.listErasableFiles, requestId, () => ({ keys, keptKeys }));
    await app.enqueue(eraseJob, requestId);
    await eventually(async () => {
      expect(app.generation.all(generationCalls.listErasableFiles, requestId)).not.toEqual([]);
      expect(await app.queued(eraseJob)).toBe(0);
    });
  };

  it('all files of the request are removed, including unreferenced and missing ones, and no others [G-49]', async () => {
    const [own, other] = [randomUUID(), randomUUID()];
    const files = await Promise.all([...outputKeysOf(own), `uploads/${own}/input.jpg`].map(put));
    const kept = await Promise.all(outputKeysOf(other).map(put));
    await erase(own, [`uploads/${own}/input.jpg`, `outputs/${own}/missing.mp4`]);
    expect(await Promise.all(files.map(isThere))).not.toContain(true);
    expect(await Promise.all(kept.map(isThere))).not.toContain(false);
    expect(app.generation.all(generationCalls.recordErased, own)).toHaveLength(1);
  });

  it('files that operators may still have to look at stay', async () => {
    const id = randomUUID();
    const [sealed, output] = [await put(sealedKeyOf(id, 'video.mp4')), await put(outputKeysOf(id)[0]!)];
    await erase(id, [], [sealed]);
    expect([await isThere(sealed), await isThere(output)]).toEqual([true, false]);
    expect(app.generation.all(generationCalls.recordErased, id)).toHaveLength(1);
    const forgotten = randomUUID();
    const file = await put(sealedKeyOf(forgotten, 'video.mp4'));
    await erase(forgotten, []);
    expect(await isThere(file)).toBe(false);
  });

  it('files of a request that is not to be erased stay', async () => {
    const id = randomUUID();
    const files = await Promise.all(outputKeysOf(id).map(put));
    await erase(id, null);
    expect(await Promise.all(files.map(isThere))).not.toContain(false);
    expect(app.generation.all(generationCalls.recordErased, id)).toEqual([]);
  });
});
