import { authEvents } from '@luit/contracts/auth/messages';
import { generationCalls, generationEvents } from '@luit/contracts/generation/messages';
import type { RequestChanged } from '@luit/contracts/generation/requests';
import { Queues } from '@luit/platform/queues/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { failure, GenerationTestApp } from '../test/generation-test-app';

describe('changes of requests for webhooks', () => {
  let app: GenerationTestApp;
  let userId: string;

  beforeAll(async () => {
    app = await GenerationTestApp.start();
  });
  afterAll(() => app.close());
  beforeEach(() => {
    userId = uuidv7();
  });

  /** Publishes what auth says about the account, and waits until it was handled. */
  const tell = async (version: number, isActive: boolean): Promise<void> => {
    const queue = app.resolve(Queues).named('events-generation');
    await queue.add(
      authEvents.webhookAccountChanged.name,
      { payload: { userId, version, isActive } },
      { jobId: uuidv7() },
    );
    await eventually(async () => expect(await queue.getJobCountByTypes('waiting', 'active', 'delayed')).toBe(0));
  };
  const changes = async (id: string): Promise<RequestChanged[]> => {
    const rows: { payload: RequestChanged }[] = await app.database.query(
      `SELECT payload FROM outbox WHERE name = $1 AND payload #>> '{request,id}' = $2 ORDER BY seq`,
      [generationEvents.requestChanged.name, id],
    );
    return rows.map(({ payload }) => payload);
  };
  const statuses = async (id: string) => (await changes(id)).map(({ request }) => request.jobStatus);

  it('each change of an active account is published with the record, once', async () => {
    await tell(1, true);
    const { id } = await app.create({ userId });
    await app.submit(id);
    await app.succeed(id);
    expect(await statuses(id)).toEqual(['pending', 'running', 'succeeded']);
    const [queued, , succeeded] = await changes(id);
    expect(queued).toMatchObject({ request: { userId, prompt: 'a river at dawn', sequence: 1 } });
    expect(succeeded?.request).toEqual(await app.get({ id, userId }));
  });

  it('a failure and a cancellation are published', async () => {
    await tell(1, true);
    const [failed, canceled] = [await app.create({ userId }), await app.create({ userId })];
    await app.call(generationCalls.cancelRequest, { userId, requestId: canceled.id });
    await app.submit(failed.id);
    const lease = await app.track(failed.id);
    const outcome = { kind: 'failed', failure: failure('moderation') } as const;
    await app.call(generationCalls.settleJob, { requestId: failed.id, lease, outcome });
    expect(await statuses(failed.id)).toEqual(['pending', 'running', 'failed']);
    expect(await statuses(canceled.id)).toEqual(['pending', 'canceled']);
  });

  it('an account without endpoints publishes nothing, and one whose last endpoint is off neither', async () => {
    const before = await app.create({ userId });
    await tell(1, true);
    await tell(2, false);
    const after = await app.create({ userId });
    for (const { id } of [before, after]) {
      await app.submit(id);
      await app.succeed(id);
      expect(await changes(id)).toEqual([]);
    }
  });

  it('the erasure of a request is published', async () => {
    await tell(1, true);
    const { id } = await app.create({ userId });
    await app.call(generationCalls.cancelRequest, { userId, requestId: id });
    await app.call(generationCalls.eraseRequests, { userId });
    await app.call(generationCalls.recordErased, { requestId: id });
    const erasures = await app.database.query(`SELECT payload FROM outbox WHERE name = $1`, [
      generationEvents.requestErased.name,
    ]);
    expect(erasures).toEqual([{ payload: { requestId: id, userId } }]);
  });

  it('news that arrives late changes nothing', async () => {
    await tell(3, true);
    await tell(2, false);
    const { id } = await app.create({ userId });
    expect(await statuses(id)).toEqual(['pending']);
  });
});
