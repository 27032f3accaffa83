import { generationCalls } from '@luit/contracts/generation/messages';
import type { JobOutcome } from '@luit/contracts/generation/tracking';
import { eventually } from '@luit/platform/testing/eventually';
import type { QueryRunner } from 'typeorm';
import { failure, GenerationTestApp } from '../test/generation-test-app';

/** A lock is held until the end of a test: a call that waited for it would be refused. */
describe('a request that another transaction has locked', () => {
  let app: GenerationTestApp;
  let blocker: QueryRunner;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000 });
    blocker = app.database.createQueryRunner();
  });

  afterAll(async () => {
    await blocker.release();
    await app.close();
  });

  afterEach(() => blocker.rollbackTransaction());

  const lock = async (table: 'requests' | 'plans', id: string, mode = 'FOR UPDATE') => {
    await blocker.startTransaction();
    await blocker.query(`SELECT FROM ${table} WHERE id = $1 ${mode}`, [id]);
  };
  const running = async () => {
    const { id: requestId } = await app.create();
    await app.submit(requestId);
    return requestId;
  };
  const leased = async () => {
    const requestId = await running();
    return { requestId, lease: await app.track(requestId) };
  };
  const failed: JobOutcome = { kind: 'failed', failure: failure() };

  it('does not delay the leases of other jobs, and keeps its own', async () => {
    const [locked, other] = [await leased(), await leased()];
    await app.set(other.requestId, `lease_expires_at = now() + interval '1 second'`);
    await lock('requests', locked.requestId);
    const stale = { ...other, lease: other.lease - 1 };
    const leases = [locked, other, stale];
    expect(await app.call(generationCalls.renewLeases, { leases: leases.slice(0, 2) })).toEqual({
      stale: [],
    });
    const { lease_expires_at: until } = await app.row(other.requestId);
    expect((until as Date).getTime()).toBeGreaterThan(Date.now() + 60_000);
    expect(await app.call(generationCalls.renewLeases, { leases: [stale] })).toEqual({ stale: [other.requestId] });
  });

  it('does not delay the poll reports of other jobs; its own poll is repeated', async () => {
    const [locked, other] = [await leased(), await leased()];
    await lock('requests', locked.requestId);
    const reports = [locked, other].map((job) => ({ ...job, result: { kind: 'running' as const, progress: 50 } }));
    const { refused } = await app.call(generationCalls.recordPolls, { reports });
    expect(refused).toEqual([locked.requestId]);
    expect((await app.row(other.requestId)).lease_expires_at).toBeNull();
  });

  it.each([['succeeded'], ['failed']])('does not delay the outcomes of other jobs (%s)', async (kind) => {
    const jobs = [await leased(), await leased(), await leased()];
    for (const job of jobs) await app.reportPoll(job, { kind: 'succeeded' });
    const outcomeOf = (requestId: string): JobOutcome =>
      kind === 'failed'
        ? failed
        : {
            ...{ kind: 'succeeded', outputKey: `outputs/${requestId}.mp4`, posterKey: null },
            ...{ contentType: 'video/mp4', bytes: 1_000, durationSeconds: 5 },
          };
    const report = (job: { requestId: string; lease: number }) =>
      app.call(generationCalls.settleJob, { ...job, outcome: outcomeOf(job.requestId) });
    const [locked, ...others] = jobs as [(typeof jobs)[0], ...typeof jobs];
    await lock('requests', locked.requestId);
    let isRefused = false;
    const own = report(locked)
      .catch((error: { code: string }) => error.code)
      .finally(() => (isRefused = true));
    await Promise.all(others.map(report));
    expect(isRefused).toBe(false);
    expect(await own).toBe('unavailable');
    await blocker.rollbackTransaction();
    await blocker.startTransaction();
    expect(await report(locked)).toEqual({ action: 'done' });
    expect((await app.row(locked.requestId)).state).toBe(kind);
  });

  it('past its deadline does not delay the dispatch of other jobs', async () => {
    const { id } = await app.create();
    await app.set(id, `deadline_at = now(), dispatched_at = NULL, next_attempt_at = now() + interval '1 hour'`);
    await lock('requests', id);
    const other = await app.create();
    await eventually(async () => expect((await app.row(other.id)).dispatched_at).not.toBeNull(), 60_000);
  });

  it('refuses its owner and delays no one else', async () => {
    const requestId = await running();
    const { user_id: userId } = await app.row(requestId);
    await lock('requests', requestId);
    const answers: object[] = [];
    const cancels = Array.from({ length: 12 }, () =>
      app.call(generationCalls.cancelRequest, { requestId, userId: String(userId) }).then(
        () => answers.push({ code: null }),
        ({ code, retryAfterSeconds }: { code: string; retryAfterSeconds?: number }) =>
          answers.push({ code, retryAfterSeconds }),
      ),
    );
    await app.create();
    expect(answers.length).toBeLessThan(cancels.length / 2);
    await Promise.all(cancels);
    expect(answers).toEqual(cancels.map(() => ({ code: 'unavailable', retryAfterSeconds: 2 })));
  });

  it('a plan that an operator is changing does not delay requests', async () => {
    const { plan_id: planId } = await app.row((await app.create()).id);
    await lock('plans', String(planId), 'FOR NO KEY UPDATE');
    await app.create();
  });
});
