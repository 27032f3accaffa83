import { MAX_OUTPUT_PART_BYTES } from '@luit/contracts/generation/runner-limits';
import { eventually } from '@luit/platform/testing/eventually';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JobFiles } from './job-files';
import { LuitClient } from './luit-client';
import { Runner } from './runner';
import { FakeEngine } from './testing/fake-engine';
import { FakeLuit, newJob } from './testing/fake-luit';

const FILE = Buffer.alloc(MAX_OUTPUT_PART_BYTES * 2 + 1_000, 'video');
const SHA256 = createHash('sha256').update(FILE).digest('hex');

describe('the runner', () => {
  let luit: FakeLuit;
  let engine: FakeEngine;
  let folder: string;
  let running: { runner: Runner; ended: Promise<void> }[];

  beforeEach(async () => {
    jest.spyOn(process.stdout, 'write').mockImplementation(() => true);
    [luit, engine, folder] = await Promise.all([
      FakeLuit.start(),
      FakeEngine.start(FILE),
      mkdtemp(join(tmpdir(), 'luit-runner-')),
    ]);
    running = [];
  });

  afterEach(async () => {
    luit.state = 'lost';
    for (const { runner } of running) {
      runner.stop();
      runner.stop();
    }
    await Promise.all(running.map(({ ended }) => ended));
    await Promise.all([luit.close(), engine.close()]);
    await rm(folder, { recursive: true });
  });

  const start = (settings = { slots: 1 }) => {
    const files = new JobFiles(folder);
    const engines = [{ id: 'comfyui', kind: 'comfyui', engine }] as const;
    const runner = new Runner([...engines], new LuitClient(luit.url, 'token'), files, {
      version: '0.1.0',
      ...settings,
    });
    running.push({ runner, ended: runner.run() });
    return runner;
  };
  const kept = () => readdir(join(folder, 'jobs'));
  const ended = (id: string) => eventually(() => expect(luit.results).toContainEqual(expect.objectContaining({ id })));

  it('makes a job with its input images, and uploads the output in parts', async () => {
    start();
    const files = [
      { name: 'image', path: '/runner/v1/jobs/a/files/0?lease=1', contentType: 'image/jpeg', bytes: 5 },
      { name: 'reference', path: '/runner/v1/jobs/a/files/1?lease=1', contentType: 'image/jpeg', bytes: 5 },
    ] as const;
    const job = luit.give({ files: [...files] });
    await eventually(() => expect(engine.submissions).toHaveLength(1));
    const uri = `data:image/jpeg;base64,${Buffer.from('image').toString('base64')}`;
    expect(engine.submissions).toMatchObject([
      { task: { prompt: 'a river' }, image: uri, lastImage: null, references: [uri] },
    ]);
    engine.succeed();
    await ended(job.id);
    expect(luit.results).toMatchObject([{ state: 'succeeded', output: { bytes: FILE.length, sha256: SHA256 } }]);
    expect(luit.outputs.get(job.id)?.equals(FILE)).toBe(true);
    await eventually(async () => expect(await kept()).toEqual([]));
    expect(luit.claims[0]).toMatchObject({ slots: 1, engines: ['comfyui'], gpu: 'RTX', holding: [] });
  });

  it('continues an upload where the connection broke', async () => {
    luit.partsUntilBreak = 1;
    engine.succeed();
    start();
    const job = luit.give();
    await ended(job.id);
    expect(luit.results).toMatchObject([{ output: { sha256: SHA256 } }]);
    expect(createHash('sha256').update(luit.outputs.get(job.id)!).digest('hex')).toBe(SHA256);
  });

  it('keeps a finished output while Luit is unreachable, and a restart uploads it', async () => {
    const first = start();
    const job = luit.give();
    await eventually(() => expect(engine.submissions).toHaveLength(1));
    luit.state = 'down';
    engine.succeed();
    await eventually(async () => expect(await kept()).toContain(`${job.id}.output`));
    await eventually(() => expect(first.metrics()).toContain('luit_runner_uploads 1'));
    expect((await kept()).sort()).toEqual([`${job.id}.json`, `${job.id}.output`]);
    luit.state = 'current';
    await ended(job.id);
    expect(engine.submissions).toHaveLength(1);
  });

  it('a restart continues the task of the server, and tells Luit what it holds', async () => {
    const job = newJob();
    const stored = { job, engineId: 'comfyui', claimedAt: Date.now(), externalId: 'task-1', output: null };
    new JobFiles(folder).write(stored);
    await writeFile(join(folder, 'jobs', 'stray.output'), 'x');
    start({ slots: 2 });
    await eventually(() => expect(luit.claims[0]?.holding).toEqual([job.id]));
    engine.succeed();
    await ended(job.id);
    expect(engine.submissions).toHaveLength(0);
    expect(await kept()).not.toContain('stray.output');
  });

  it('a restart finds a task whose id it had not stored', async () => {
    const job = luit.give();
    engine.tasks.set(job.task.clientRef, 'task-7');
    engine.succeed();
    start();
    await ended(job.id);
    expect(engine.submissions).toHaveLength(0);
  });

  it('stops the task of a job that it has lost, and uploads nothing', async () => {
    start();
    const job = luit.give();
    await eventually(() => expect(engine.submissions).toHaveLength(1));
    luit.state = 'lost';
    await eventually(() => expect(engine.canceled).toEqual(['task-1']));
    await eventually(async () => expect(await kept()).toEqual([]));
    expect([luit.results, luit.outputs.has(job.id)]).toEqual([[], false]);
  });

  it('cancels a task when Luit says so', async () => {
    start();
    const job = luit.give();
    await eventually(() => expect(engine.submissions).toHaveLength(1));
    luit.state = 'cancel';
    await ended(job.id);
    expect(luit.results).toMatchObject([{ state: 'canceled' }]);
    expect(engine.canceled).toEqual(['task-1']);
  });

  it('reports failures and gives back what its server forgot', async () => {
    const failure = { kind: 'provider', code: 'oom', message: 'Out of memory' } as const;
    engine.status = { state: 'failed', progress: null, outputUrl: null, failure };
    start();
    const failed = luit.give();
    await ended(failed.id);
    engine.status = { state: 'lost', progress: null, outputUrl: null, failure };
    const lost = luit.give();
    await ended(lost.id);
    const rejected = { kind: 'invalid_input', code: 'bad_graph', message: 'No such node' } as const;
    engine.answers = [
      { result: 'retry', failure, retryAfterMs: 1 },
      { result: 'rejected', failure: rejected },
    ];
    const refused = luit.give();
    await ended(refused.id);
    expect(luit.results).toMatchObject([
      { state: 'failed', failure },
      { state: 'returned' },
      { state: 'failed', failure: rejected },
    ]);
  });

  it('a runner that stops finishes its jobs, and the second signal gives them back', async () => {
    const runner = start({ slots: 2 });
    const ids = [luit.give().id, luit.give().id];
    await eventually(() => expect(engine.submissions).toHaveLength(2));
    runner.stop();
    expect(luit.results).toEqual([]);
    runner.stop();
    await running[0]!.ended;
    expect(luit.results.map(({ state }) => state)).toEqual(['returned', 'returned']);
    expect(luit.results.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(engine.canceled).toHaveLength(2);
  });

  it('a job that it claims again, because its lease had ended, goes on with the new lease', async () => {
    start({ slots: 2 });
    const job = luit.give();
    await eventually(() => expect(engine.submissions).toHaveLength(1));
    luit.give({ ...job, lease: 2 });
    await eventually(async () =>
      expect(JSON.parse(await readFile(join(folder, 'jobs', `${job.id}.json`), 'utf8'))).toMatchObject({
        job: { lease: 2 },
      }),
    );
    engine.succeed();
    await ended(job.id);
    expect(luit.results).toMatchObject([{ lease: 2, state: 'succeeded' }]);
    expect(engine.submissions).toHaveLength(1);
  });

  it('a folder belongs to one process', async () => {
    await writeFile(join(folder, 'pid'), String(process.ppid));
    expect(() => new JobFiles(folder)).toThrow(`Process ${process.ppid} uses this folder`);
    await writeFile(join(folder, 'pid'), '999999999');
    const { runnerId } = new JobFiles(folder);
    expect(new JobFiles(folder).runnerId).toBe(runnerId);
  });
});
