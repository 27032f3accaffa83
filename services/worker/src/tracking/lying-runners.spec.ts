import { generationCalls } from '@luit/contracts/generation/messages';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { eventually } from '@luit/platform/testing/eventually';
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { outputKeysOf } from '../outputs/output-keys';
import { newPoll, newTask } from '../test/tasks';
import { sealedInstance } from '../test/vendors';
import { startWorkerTestApp, type WorkerTestApp } from '../test/worker-test-app';

const INSTANCE = 'attic';

describe('what a lying runner delivers', () => {
  let app: WorkerTestApp;
  let storage: FolderStorage;

  beforeAll(async () => {
    app = await startWorkerTestApp({ mailbox: false });
    storage = new FolderStorage(app.storageDir);
    const others = { dialect: null, baseUrl: '', isOwn: true, credential: null, webhookSecret: null };
    app.generation.instances?.push(sealedInstance({ id: INSTANCE, kind: 'runner', ...others }));
    await app.startWorker();
  });
  afterAll(() => app.close());

  /** Ends a job with these bytes as its output. @param announced what the runner says about them */
  const deliver = async (content: Buffer, announced: object = {}) => {
    const [id, requestId, key] = [randomUUID(), randomUUID(), `runner-outputs/${randomUUID()}.part`];
    const options = { contentType: 'application/octet-stream', maxBytes: content.length };
    await storage.put(key, Readable.from([content]), options);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const output = { parts: [key], bytes: content.length, sha256, ...announced };
    app.generation.onAny(generationCalls.readRunnerJobs, ({ ids }) => ({
      jobs: ids.map((each) => ({ id: each, state: 'succeeded' as const, progress: null, failure: null, output })),
    }));
    await app.track(requestId, newPoll(newTask({ provider: INSTANCE }), `${id}.1`));
    const settled = await eventually(() => {
      const [report] = app.generation.all(generationCalls.settleJob, requestId);
      expect(report).toBeDefined();
      return report;
    });
    const stored = await Promise.all(outputKeysOf(requestId).map((each) => storage.stat(each)));
    return { outcome: settled?.outcome, stored: stored.filter(Boolean) };
  };

  it.each([
    ['a program', Buffer.from('#!/bin/sh\nrm -rf /\n')],
    ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
    ['a playlist that names other files', Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')],
    ['an archive', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(2_000)])],
    ['a video without frames', Buffer.from('\0\0\0\u0018ftypmp42\0\0\0\0mp42mp41', 'latin1')],
  ])('%s in place of a video fails the job, and nothing is stored', async (_, content) => {
    const { outcome, stored } = await deliver(content);
    expect(outcome).toMatchObject({ kind: 'failed' });
    expect(stored).toEqual([]);
  });

  it('bytes that differ from their checksum or length fail the job', async () => {
    for (const announced of [{ sha256: 'a'.repeat(64) }, { bytes: 1 }, { bytes: 50_000 }]) {
      const { outcome, stored } = await deliver(Buffer.alloc(5_000, 'x'), announced);
      expect(outcome).toMatchObject({ kind: 'failed', failure: { code: 'damaged' } });
      expect(stored).toEqual([]);
    }
  });
});
