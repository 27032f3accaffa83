import { generationCalls } from '@luit/contracts/generation/messages';
import type { JobOutcome } from '@luit/contracts/generation/tracking';
import { eventually } from '@luit/platform/testing/eventually';
import { withCorrelation } from '@luit/platform/tracing/correlation';
import { uuidv7 } from 'uuidv7';
import { failure, GenerationTestApp } from '../test/generation-test-app';

interface Leased {
  requestId: string;
  lease: number;
}

describe('outcomes that are reported together', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000 });
  });

  afterAll(() => app.close());

  /** Jobs whose outputs are being copied. */
  const collecting = async (count: number) => {
    const jobs: Leased[] = [];
    for (let i = 0; i < count; i += 1) {
      const { id: requestId } = await app.create();
      await app.submit(requestId);
      const lease = await app.track(requestId);
      await app.reportPoll({ requestId, lease }, { kind: 'succeeded' });
      jobs.push({ requestId, lease });
    }
    return jobs;
  };
  const succeeded = (requestId: string): JobOutcome => ({
    ...{ kind: 'succeeded', outputKey: `outputs/${requestId}.mp4`, posterKey: null },
    ...{ contentType: 'video/mp4', bytes: 1_000, durationSeconds: 5 },
  });
  const failed: JobOutcome = { kind: 'failed', failure: failure() };
  const report = (job: Leased, outcome = succeeded(job.requestId)) =>
    app.call(generationCalls.settleJob, { ...job, outcome });
  const states = async (jobs: { requestId: string }[]) =>
    Promise.all(jobs.map(async ({ requestId }) => (await app.row(requestId)).state));

  it('share a transaction, and each keeps its own correlation id', async () => {
    const jobs = await collecting(16);
    await Promise.all(jobs.map((job, i) => withCorrelation(`cause-${i}`, () => report(job))));
    const rows: { id: string; transaction: string }[] = await app.database.query(
      `SELECT id, xmin::text AS transaction FROM requests WHERE id = ANY ($1) AND state = 'succeeded'`,
      [jobs.map(({ requestId }) => requestId)],
    );
    expect(rows).toHaveLength(jobs.length);
    // The number of statements depends on when the reports arrive. Without batches there would be one per report.
    expect(new Set(rows.map(({ transaction }) => transaction)).size).toBeLessThanOrEqual(jobs.length / 2);
    const events: { id: string; correlation: string }[] = await app.database.query(
      `SELECT payload ->> 'requestId' AS id, correlation FROM outbox WHERE name = 'generation.requestSettled'`,
    );
    expect(events.map(({ id, correlation }) => [id, correlation])).toEqual(
      expect.arrayContaining(jobs.map(({ requestId }, i) => [requestId, `cause-${i}`])),
    );
  });

  it('one that is stale, unknown or contradicts its job is refused alone', async () => {
    const jobs = await collecting(3);
    const [stale, good, bad] = jobs as [Leased, Leased, Leased];
    const { id: waiting } = await app.create();
    const results = await Promise.allSettled([
      report(good),
      report({ ...stale, lease: stale.lease - 1 }),
      report({ requestId: uuidv7(), lease: 1 }),
      report({ requestId: waiting, lease: 0 }, failed),
      report(bad, failed),
    ]);
    expect(results).toMatchObject([
      { value: { action: 'done' } },
      { reason: { code: 'stale_lease' } },
      { reason: { code: 'not_found' } },
      { reason: { code: 'conflict' } },
      { value: { action: 'done' } },
    ]);
    expect(await states(jobs)).toEqual(['collecting', 'succeeded', 'failed']);
  });

  it('two about the same job settle it once, as the first one says', async () => {
    const [job] = (await collecting(1)) as [Leased];
    await Promise.all([report(job), report(job, failed), report(job)]);
    expect(await states([job])).toEqual(['succeeded']);
    expect(await app.settled(job.requestId)).toHaveLength(1);
  });

  it('a batch whose connection breaks before its commit has no effect, and takes effect once when it is repeated', async () => {
    const jobs = await collecting(3);
    const blocker = app.database.createQueryRunner();
    await blocker.startTransaction();
    // The batch has locked its rows and waits to write them.
    await blocker.query(`LOCK TABLE generation.job_events IN SHARE MODE`);
    const sent = Promise.allSettled(jobs.map((job) => report(job)));
    await eventually(async () => {
      const killed: unknown[] = await blocker.query(
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND usename = 'luit_generation'`,
      );
      expect(killed).not.toEqual([]);
    });
    await blocker.commitTransaction();
    await blocker.release();
    expect((await sent).some(({ status }) => status === 'rejected')).toBe(true);
    await Promise.all(jobs.map((job) => report(job)));
    await Promise.all(jobs.map((job) => report(job)));
    expect(await states(jobs)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    for (const { requestId } of jobs) {
      expect(await app.settled(requestId)).toHaveLength(1);
      expect((await app.updates(requestId)).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    }
  });
});
