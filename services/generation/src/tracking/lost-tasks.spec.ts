import { generationCalls } from '@luit/contracts/generation/messages';
import { GenerationTestApp } from '../test/generation-test-app';

const { recordLostTask, cancelRequest } = generationCalls;
const FORGOTTEN = { kind: 'provider', code: 'task_forgotten', message: 'Restarted' } as const;

describe('tasks that a server of our own forgot', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start();
  });
  afterAll(() => app.close());

  const running = async () => {
    const { id: requestId, userId } = await app.create();
    await app.submit(requestId);
    return { requestId, userId, lease: await app.track(requestId) };
  };
  const lose = ({ requestId, lease }: { requestId: string; lease: number }) =>
    app.call(recordLostTask, { requestId, lease, failure: FORGOTTEN });

  it('the job waits in the queue again, with another reference and its hold', async () => {
    const job = await running();
    const before = await app.row(job.requestId);
    expect(await lose(job)).toEqual({ action: 'done' });
    const row = await app.row(job.requestId);
    expect(row).toMatchObject({ state: 'pending', external_id: null, money_state: before.money_state });
    expect(row.client_ref).not.toBe(before.client_ref);
    await app.submit(job.requestId, 'second');
    expect(await app.row(job.requestId)).toMatchObject({ state: 'running', external_id: 'second' });
  });

  it('a repeated report changes nothing, and one of an older lease is refused', async () => {
    const job = await running();
    await lose(job);
    const { sequence } = await app.row(job.requestId);
    expect(await lose(job)).toEqual({ action: 'done' });
    expect(await app.row(job.requestId)).toMatchObject({ state: 'pending', sequence });
    await expect(lose({ ...job, lease: job.lease - 1 })).rejects.toMatchObject({ code: 'stale_lease' });
  });

  it('a job that is lost three times fails', async () => {
    const job = await running();
    for (const externalId of ['another', 'third']) {
      await lose(job);
      await app.submit(job.requestId, externalId);
      job.lease = await app.track(job.requestId);
    }
    await lose(job);
    expect(await app.row(job.requestId)).toMatchObject({ state: 'failed' });
  });

  it('a job that its owner canceled is canceled', async () => {
    const job = await running();
    await app.call(cancelRequest, { requestId: job.requestId, userId: job.userId });
    await lose(job);
    expect(await app.row(job.requestId)).toMatchObject({ state: 'canceled' });
  });
});
