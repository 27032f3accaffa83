import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import type { RunnerJob } from '@luit/contracts/generation/runners';
import type { RequestOf } from '@luit/contracts/messages/message';
import { ProviderReadError } from '@luit/engines/engine';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { giveBackTestRedis, takeTestRedis, type TestRedis } from '@luit/platform/testing/redis';
import { connectTestCalls, startFakeService, type TestCalls } from '@luit/platform/testing/services';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { joinParts } from '../runners/runner-files';
import type { Provider } from './provider';
import { RunnerTasks } from './runner-provider';

type Submission = RequestOf<typeof generationCalls.submitRunnerJob>;

const { signal } = new AbortController();
const JPEG = 'data:image/jpeg;base64,';
const JOB = randomUUID();

describe('the adapter of runners', () => {
  let redis: TestRedis;
  let calls: TestCalls;
  let generation: { close(): Promise<void> };
  let folder: string;
  let storage: FolderStorage;
  let provider: Provider;
  let submitted: Submission[];
  let reads: string[][];
  let jobs: RunnerJob[];
  let answer: { result: 'accepted' | 'busy' | 'offline'; externalId: string | null };
  let online: number;

  beforeAll(async () => {
    [redis, folder] = await Promise.all([takeTestRedis(), mkdtemp(join(tmpdir(), 'luit-runner-provider-'))]);
    storage = new FolderStorage(folder);
    generation = await startFakeService('generation', redis.url, {
      [generationCalls.submitRunnerJob.name]: (submission: Submission) => {
        submitted.push(submission);
        return answer;
      },
      [generationCalls.readRunnerJobs.name]: ({ ids }: { ids: string[] }) => {
        reads.push(ids);
        return { jobs: jobs.filter(({ id }) => ids.includes(id)) };
      },
      [generationCalls.findRunnerJob.name]: ({ clientRef }: { clientRef: string }) => ({
        externalId: clientRef === 'known' ? `${JOB}.1` : null,
      }),
      [generationCalls.cancelRunnerJob.name]: () => ({ result: 'too_late' }),
      [generationCalls.countRunners.name]: () => ({ online, slots: online, gpus: ['RTX'] }),
    });
    calls = await connectTestCalls(redis.url, 'worker');
    provider = new RunnerTasks(calls.client, storage).providerOf('own-gpus');
  });
  afterAll(async () => {
    await calls.close();
    await generation.close();
    await giveBackTestRedis(redis);
    await rm(folder, { recursive: true });
  });
  beforeEach(() => {
    [submitted, reads, jobs, online] = [[], [], [], 1];
    answer = { result: 'accepted', externalId: `${JOB}.1` };
  });

  const task = (change: Partial<ProviderTask> = {}): ProviderTask => ({
    ...{ provider: 'own-gpus', model: 'wan', route: null, type: 'image_video', prompt: 'a river', duration: 5 },
    ...{
      resolution: '480p',
      restore: null,
      imageKey: 'uploads/secret.jpg',
      clientRef: 'ref',
      webhookUrl: 'http://luit',
    },
    ...change,
  });
  const jobWith = (change: Partial<RunnerJob>): RunnerJob => ({
    ...{ id: JOB, state: 'running', progress: null, failure: null, output: null },
    ...change,
  });
  const get = (id = `${JOB}.1`) => provider.get(id, signal);

  it('submits a task with its images as files, and without storage keys', async () => {
    const submission = { task: task(), image: `${JPEG}aW1hZ2U=`, references: [`${JPEG}b25l`, `${JPEG}dHdv`] };
    expect(await provider.submit(submission, signal)).toEqual({ result: 'submitted', externalId: `${JOB}.1` });
    const [{ files, id, task: sent, clientRef, instance }] = submitted as [Submission];
    expect([clientRef, instance]).toEqual(['ref', 'own-gpus']);
    expect(JSON.stringify(sent)).not.toMatch(/secret|luit|own-gpus/);
    expect(files.map(({ name, key }) => [name, key.startsWith(`runner-inputs/${id}-`)])).toEqual([
      ['image', true],
      ['reference', true],
      ['reference', true],
    ]);
    const contents = await Promise.all(files.map(({ key }) => readFile(join(folder, key), 'utf8')));
    expect(contents).toEqual(['image', 'one', 'two']);
  });

  it('a submission waits while all slots are taken or no runner is online', async () => {
    for (const [result, code] of [
      ['busy', 'no_slot'],
      ['offline', 'no_runner'],
    ] as const) {
      answer = { result, externalId: null };
      const refused = await provider.submit({ task: task(), image: null }, signal);
      expect(refused).toMatchObject({ result: 'retry', failure: { kind: 'quota', code } });
    }
  });

  it('polls that are due together are one call', async () => {
    const others = Array.from({ length: 20 }, () => randomUUID());
    jobs = [JOB, ...others].map((id) => jobWith({ id, progress: 40 }));
    const statuses = await Promise.all([JOB, ...others].map((id) => get(`${id}.3`)));
    expect(statuses).toHaveLength(21);
    expect(statuses[0]).toMatchObject({ state: 'running', progress: 40 });
    expect(reads).toHaveLength(1);
    await expect(get(`${randomUUID()}.1`)).rejects.toBeInstanceOf(ProviderReadError);
  });

  it('reports lost, failed and delivered jobs', async () => {
    jobs = [jobWith({ state: 'lost' })];
    expect(await get()).toMatchObject({ state: 'lost', failure: { kind: 'timeout', code: 'runner_lost' } });
    const failure = { kind: 'provider', code: 'oom', message: '' } as const;
    jobs = [jobWith({ state: 'failed', failure })];
    expect(await get()).toMatchObject({ state: 'failed', failure });
    const output = { parts: ['runner-outputs/a.part'], bytes: 1, sha256: 'a'.repeat(64) };
    jobs = [jobWith({ state: 'succeeded', output })];
    expect(await get()).toMatchObject({ state: 'succeeded', storedOutput: output });
  });

  it('searches by reference, cancels, and checks whether a runner is online', async () => {
    expect(await provider.findByRef(task({ clientRef: 'known' }), new Date(), signal)).toBe(`${JOB}.1`);
    expect(await provider.findByRef(task(), new Date(), signal)).toBeNull();
    expect(await provider.cancel(`${JOB}.1`, signal)).toBe('too_late');
    await provider.check(signal);
    expect(await provider.describe?.(signal)).toMatchObject({
      software: '1 runner with 1 slot',
      devices: [{ name: 'RTX' }],
    });
    online = 0;
    await expect(provider.check(signal)).rejects.toBeInstanceOf(ProviderReadError);
  });

  describe('an output in parts', () => {
    const parts = ['first ', 'second'];
    const whole = parts.join('');
    const sha256 = createHash('sha256').update(whole).digest('hex');
    const stored = async (contents: string[]) => {
      const keys = contents.map(() => `runner-outputs/${randomUUID()}.part`);
      for (const [i, key] of keys.entries()) {
        const options = { contentType: 'application/octet-stream', maxBytes: 100 };
        await storage.put(key, Readable.from([Buffer.from(contents[i]!)]), options);
      }
      return keys;
    };

    it('is joined into the file that the runner announced', async () => {
      const file = join(folder, 'whole');
      await joinParts(storage, { parts: await stored(parts), bytes: whole.length, sha256 }, file, signal);
      expect(await readFile(file, 'utf8')).toBe(whole);
    });

    it.each([
      ['differs', ['first ', 'SECOND'], whole.length, sha256],
      ['is longer', [...parts, 'third'], whole.length, sha256],
      ['is shorter', ['first '], whole.length, sha256],
    ])('that %s is refused for good', async (_, contents, bytes, sum) => {
      const output = { parts: await stored(contents), bytes, sha256: sum };
      const joined = joinParts(storage, output, join(folder, 'refused'), signal);
      await expect(joined).rejects.toMatchObject({ name: 'OutputError', code: 'damaged', isFinal: true });
    });

    it('with a missing part is refused for good', async () => {
      const output = { parts: ['runner-outputs/none.part'], bytes: 1, sha256 };
      const joined = joinParts(storage, output, join(folder, 'missing'), signal);
      await expect(joined).rejects.toMatchObject({ code: 'no_output', isFinal: true });
    });
  });
});
