import { generationCalls } from '@luit/contracts/generation/messages';
import { instanceOf } from '@luit/engines/testing/servers';
import { newTask, WORKFLOW_ROUTES } from '@luit/engines/testing/tasks';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { eventually } from '@luit/platform/testing/eventually';
import { randomUUID } from 'node:crypto';
import { ADAPTERS } from '../providers/adapters';
import type { Provider, ProviderInstance } from '../providers/provider';
import { newPoll } from '../test/tasks';
import { sealedInstance } from '../test/vendors';
import { startWorkerTestApp, type WorkerTestApp } from '../test/worker-test-app';

const { settleJob, recordLostTask } = generationCalls;

describe('jobs on a server of our own', () => {
  const { signal } = new AbortController();
  let app: WorkerTestApp;
  let provider: Provider;
  let instance: ProviderInstance;

  beforeAll(async () => {
    app = await startWorkerTestApp({ mailbox: false });
    instance = { ...instanceOf('comfyui', app.sandbox.url), webhookSecret: null };
    app.generation.instances?.push(sealedInstance(instance));
    provider = ADAPTERS.comfyui!(instance);
    await app.startWorker();
  });
  // Its only GPU is busy with what a test leaves.
  afterEach(() => app.client.control('POST', '/restart', { target: 'comfyui' }));
  afterAll(() => app.close());

  const running = async (prompt: string) => {
    const task = newTask(WORKFLOW_ROUTES.text, { provider: instance.id, prompt });
    const result = await provider.submit({ task, image: null }, signal);
    if (result.result !== 'submitted') throw new Error(JSON.stringify(result));
    return { requestId: randomUUID(), poll: newPoll(task, result.externalId) };
  };
  const reported = <Call extends { name: string }>(call: Call, requestId: string) =>
    eventually(() => {
      const last = app.generation.reportsAbout(requestId).findLast((report) => report.call === call.name);
      expect(last).toBeDefined();
      return last;
    });

  it('an output is copied from its private address', async () => {
    const { requestId, poll } = await running('Boats at dawn [slow:0.1]');
    await app.track(requestId, poll);
    const report = await reported(settleJob, requestId);
    expect(report).toMatchObject({ outcome: { kind: 'succeeded', contentType: 'video/mp4' } });
    const stored = await new FolderStorage(app.storageDir).stat(`outputs/${requestId}/video.mp4`);
    expect(stored?.size).toBeGreaterThan(1_000);
  });

  it('a task that the server forgot is reported as lost, and a canceled one as canceled', async () => {
    const [lost, canceled] = [await running('[never]'), await running('[never]')];
    await app.client.control('POST', '/restart', { target: 'comfyui' });
    await app.track(lost.requestId, lost.poll);
    expect(await reported(recordLostTask, lost.requestId)).toMatchObject({ failure: { code: 'task_forgotten' } });
    await app.track(canceled.requestId, { ...canceled.poll, cancelRequested: true });
    expect(await reported(settleJob, canceled.requestId)).toMatchObject({ outcome: { kind: 'canceled' } });
  });

  it('a callback is refused, because the server signs none', async () => {
    const { poll } = await running('[never]');
    expect(await provider.verifyCallback(poll.task, {}, Buffer.from('{}'), signal)).toMatchObject({
      refusal: expect.stringMatching(/calls nobody back/) as string,
    });
  });
});
