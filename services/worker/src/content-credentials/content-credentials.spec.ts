import { KnownSigners } from '@luit/media/content-credentials/known-signers';
import { readCredentials } from '@luit/media/content-credentials/read-credentials';
import type { CredentialFormat, Signer } from '@luit/media/content-credentials/sign-content';
import { createTestSigner } from '@luit/media/content-credentials/test-authority';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { aiMetadataOf } from './ai-metadata';
import { runJob } from '../test/run-job';
import { newOptions, newTask } from '../test/tasks';
import { startWorkerTestApp, type WorkerTestApp } from '../test/worker-test-app';
import { ContentCredentials, type SignedFile } from './content-credentials';
import { credentialAlerts } from './credential-alerts';
import { restoredBy } from './manifest';

const DAY_MS = 24 * 3600 * 1000;
const WITHIN_MS = 120_000;

describe('Content Credentials of outputs', () => {
  let app: WorkerTestApp;
  let storage: FolderStorage;

  beforeAll(async () => {
    app = await startWorkerTestApp({ mailbox: false, replicate: { secondsPerVideo: 0.2 } });
    storage = new FolderStorage(app.storageDir);
    await app.startWorker();
  });
  afterAll(() => app.close());

  const upload = async (): Promise<string> => {
    const key = `uploads/${randomUUID()}.jpg`;
    const photo = await sharp({ create: { width: 96, height: 64, channels: 3, background: '#a98' } })
      .jpeg()
      .toBuffer();
    await storage.put(key, Readable.from([photo]), { contentType: 'image/jpeg', maxBytes: 1_000_000 });
    return key;
  };
  /** Has the worker make a video or restore a photo. @returns the storage key of the output */
  const make = async (requestId: string, changes: Parameters<typeof newTask>[0]): Promise<string> => {
    const { outcome } = await runJob(app, requestId, newTask(changes));
    expect(outcome).toMatchObject({ kind: 'succeeded' });
    return (outcome as { outputKey: string }).outputKey;
  };
  const read = async (key: string, format: CredentialFormat) => {
    const known = await new KnownSigners(storage).list();
    return readCredentials(join(app.storageDir, key), format, known, AbortSignal.timeout(WITHIN_MS));
  };

  it('a video from a prompt was created by a model, and carries its identifier', async () => {
    const requestId = randomUUID();
    const key = await make(requestId, {});
    const credentials = await read(key, 'video/mp4');
    expect(credentials).toMatchObject({ state: 'intact' });
    expect(credentials?.metadata).toContain(`"urn:uuid:${requestId}"`);
    expect(credentials?.metadata).toContain('digitalsourcetype/trainedAlgorithmicMedia');
    const bytes = await readFile(join(app.storageDir, key));
    expect(bytes.includes('c2pa.created')).toBe(true);
    for (const part of ['inputTo', 'Last frame']) expect(bytes.includes(part)).toBe(false);
  });

  it('a video from a first, a last and two reference images names them all as its inputs, and contains nothing of them', async () => {
    const [imageKey, lastImageKey, references] = [await upload(), await upload(), [await upload(), await upload()]];
    const key = await make(randomUUID(), {
      ...{ type: 'image_video', imageKey, options: newOptions({ lastImageKey, references }) },
    });
    expect(await read(key, 'video/mp4')).toMatchObject({ state: 'intact' });
    const bytes = await readFile(join(app.storageDir, key));
    for (const part of ['inputTo', 'First frame', 'Last frame', 'Reference 1', 'Reference 2'])
      expect(bytes.includes(part)).toBe(true);
    expect(bytes.includes('c2pa.thumbnail')).toBe(false);
  });

  it('a restored photo says that it was changed from its original', async () => {
    const kind = { model: 'gfpgan', type: 'restore', prompt: '', duration: null, resolution: 'high' } as const;
    const restore = { quality: 'high', enhancement: 'standard', colorRestoration: false } as const;
    const imageKey = await upload();
    const key = await make(randomUUID(), { ...kind, restore, imageKey });
    expect(await read(key, 'image/png')).toMatchObject({ state: 'intact' });
    const bytes = await readFile(join(app.storageDir, key));
    for (const part of ['parentOf', 'c2pa.opened', 'c2pa.edited']) expect(bytes.includes(part)).toBe(true);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 288, height: 192 });
  });

  it('all workers in local mode share a test certificate, which is kept', async () => {
    const signers = join(app.storageDir, 'content-credentials/signers');
    const ofTheFirstWorker = await readdir(signers);
    expect(ofTheFirstWorker).not.toHaveLength(0);
    await app.startWorker();
    expect(await readdir(signers)).toEqual(ofTheFirstWorker);
  });

  describe('that cannot be signed, or only in part', () => {
    const credentialsOf = async (signer: Signer | null, timeStampUrl: string | null = null) => {
      const credentials = new ContentCredentials(storage, {
        ...app.config,
        common: { ...app.config.common, mode: 'production' },
        ...{ signer, timeStampUrl },
      });
      await credentials.onModuleInit();
      return credentials;
    };
    const sign = async (credentials: ContentCredentials): Promise<string> => {
      const file = join(app.storageDir, 'unsigned.png');
      await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a98' } }).toFile(file);
      const task = { type: 'restore', model: 'gfpgan' } as const;
      const manifest = restoredBy(task.model, aiMetadataOf(task, randomUUID()), []);
      const image: SignedFile = { file, format: 'image/png', manifest, ingredients: [] };
      return credentials.sign(app.storageDir, image, AbortSignal.timeout(WITHIN_MS));
    };
    const causesOf = (credentials: Pick<ContentCredentials, 'failure' | 'validUntil'>) =>
      credentialAlerts(credentials).list();

    it('outside local mode, nothing is signed without a certificate, and there is no alert', async () => {
      const credentials = await credentialsOf(null);
      expect(await sign(credentials)).toBe(join(app.storageDir, 'unsigned.png'));
      expect(await causesOf(credentials)).toEqual([]);
    });

    it('with an expired certificate, the output is delivered as it is, and alerts say why', async () => {
      const notAfter = new Date(Date.now() - DAY_MS);
      const credentials = await credentialsOf(await createTestSigner({ notBefore: new Date(0), notAfter }));
      expect(await sign(credentials)).toBe(join(app.storageDir, 'unsigned.png'));
      expect(await causesOf(credentials)).toMatchObject([
        { subject: 'certificate', severity: 'critical', summary: expect.stringContaining('expired on') as string },
        { subject: 'signing', severity: 'warning' },
      ]);
    });

    it('without an answer of the time stamp authority, the output is signed, and an alert says what is missing', async () => {
      const credentials = await credentialsOf(await createTestSigner(), `${app.sandbox.url}/health/live`);
      expect(await sign(credentials)).not.toBe(join(app.storageDir, 'unsigned.png'));
      expect(await causesOf(credentials)).toMatchObject([{ subject: 'time stamp', severity: 'warning' }]);
    });

    it('after an authority did not answer, outputs do not wait for it, and the alert stays', async () => {
      const credentials = await credentialsOf(await createTestSigner(), `${app.sandbox.url}/time-stamps`);
      const asked = async () => {
        const { body } = await app.client.control('GET', '/log');
        return (body.entries as { path: string }[]).filter(({ path }) => path.includes('time-stamps')).length;
      };
      await app.client.control('POST', '/faults', { target: 'time-stamps', kind: 'error:503', for_seconds: 60 });
      for (let i = 0; i < 2; i++) expect(await sign(credentials)).not.toBe(join(app.storageDir, 'unsigned.png'));
      expect(await asked()).toBe(1);
      expect(await causesOf(credentials)).toMatchObject([{ subject: 'time stamp', severity: 'warning' }]);
    });

    it('a certificate raises an alert 30 days before it expires, and the next signed output closes that of a failure', async () => {
      const soon = await credentialsOf(await createTestSigner({ notAfter: new Date(Date.now() + 29.5 * DAY_MS) }));
      soon.failure = { of: 'signing', reason: 'The disk was full' };
      expect(await sign(soon)).not.toBe(join(app.storageDir, 'unsigned.png'));
      expect(await causesOf(soon)).toMatchObject([{ subject: 'certificate', severity: 'warning' }]);
      expect(await causesOf({ failure: null, validUntil: new Date(Date.now() + 31 * DAY_MS) })).toEqual([]);
    });
  });
});
