import { eventually } from '@luit/platform/testing/eventually';
import { InvariantsService } from '../invariants/invariants.service';
import { GenerationTestApp } from '../test/generation-test-app';
import { Reconciler } from './reconciler';

describe('the reconciler', () => {
  let app: GenerationTestApp;

  afterEach(() => app.close());

  /** One job in each state that has a queue entry. */
  const oneOfEach = async (): Promise<Record<string, { id: string; queue: 'submit' | 'track' }>> => {
    const make = async (): Promise<string> => (await app.create()).id;
    const [pending, submitting, unknown, running, collecting] = [
      await make(),
      await make(),
      await make(),
      await make(),
      await make(),
    ];
    await app.claimSubmission(submitting);
    await app.claimSubmission(unknown);
    await app.set(unknown, `state = 'unknown'`);
    await app.submit(running);
    await app.submit(collecting);
    await app.set(collecting, `state = 'collecting', collecting_at = now()`);
    for (const id of [pending, submitting, unknown]) await app.waitForEntry('submit', id);
    for (const id of [running, collecting]) await app.waitForEntry('track', id);
    return {
      pending: { id: pending, queue: 'submit' },
      submitting: { id: submitting, queue: 'submit' },
      unknown: { id: unknown, queue: 'submit' },
      running: { id: running, queue: 'track' },
      collecting: { id: collecting, queue: 'track' },
    };
  };

  it('a job without a queue entry is enqueued again in any state; existing entries stay [I6, SRV-14]', async () => {
    app = await GenerationTestApp.start({ limits: { reconcileIntervalMs: 600_000 } });
    const jobs = await oneOfEach();
    const invariants = app.resolve(InvariantsService);
    expect(await invariants.jobsWithoutEntry(0)).toBe(0);
    await Promise.all(Object.values(jobs).map(({ id, queue }) => app.removeEntry(queue, id)));
    expect(await invariants.jobsWithoutEntry(0)).toBe(5);
    await app.resolve(Reconciler).reconcile(60_000);
    expect(await invariants.jobsWithoutEntry(0)).toBe(5);
    await app.resolve(Reconciler).reconcile(0);
    expect(await invariants.jobsWithoutEntry(0)).toBe(0);
    expect(await app.entryState('submit', jobs.pending!.id)).toBe('prioritized');
    expect(await app.entryState('track', jobs.running!.id)).toBe('waiting');
  });

  it('after a Redis flush every unfinished job is enqueued again immediately and can finish [SRV-14]', async () => {
    app = await GenerationTestApp.start({ replicas: 2, limits: { reconcileIntervalMs: 60_000 } });
    const jobs = await oneOfEach();
    await app.redis.flush();
    await Promise.all(Object.values(jobs).map(({ id, queue }) => app.waitForEntry(queue, id)));
    expect(await app.resolve(InvariantsService).jobsWithoutEntry(0)).toBe(0);
    await app.submit(jobs.pending!.id);
    for (const state of ['pending', 'running', 'collecting']) {
      await app.succeed(jobs[state]!.id);
      expect(await app.settled(jobs[state]!.id)).toHaveLength(1);
    }
  });

  it('the outcome of a job that billing did not settle is published again, once per interval [I2]', async () => {
    app = await GenerationTestApp.start({ limits: { reconcileIntervalMs: 600_000, settlementRetryMs: 60_000 } });
    const { id } = await app.create();
    await app.submit(id);
    await app.succeed(id);
    const reconcile = () => app.resolve(Reconciler).reconcile(60_000);
    await reconcile();
    expect(await app.settled(id)).toHaveLength(1);
    await app.set(id, `completed_at = now() - interval '2 minutes', money_state = 'held'`);
    await app.database.query(`UPDATE outbox SET created_at = now() - interval '2 minutes'`);
    await reconcile();
    await reconcile();
    expect(await app.settled(id)).toHaveLength(2);
  });

  it('two replicas do not reconcile concurrently', async () => {
    app = await GenerationTestApp.start({ limits: { reconcileIntervalMs: 600_000 } });
    const { id } = await app.create();
    await app.waitForEntry('submit', id);
    await app.removeEntry('submit', id);
    const other = app.database.createQueryRunner();
    await other.startTransaction();
    await other.query(`SELECT pg_advisory_xact_lock(7105201)`);
    await app.resolve(Reconciler).reconcile(0);
    expect(await app.entryState('submit', id)).toBe('unknown');
    await other.rollbackTransaction();
    await other.release();
    await app.resolve(Reconciler).reconcile(0);
    await app.waitForEntry('submit', id);
  });

  it('the service recovers from a Redis outage', async () => {
    app = await GenerationTestApp.start({ limits: { reconcileIntervalMs: 100 } });
    const { id } = await app.create();
    await app.waitForEntry('submit', id);
    await app.redis.stop();
    await app.redis.start();
    await app.waitForEntry('submit', id);
    const next = await eventually(() => app.create());
    await app.waitForEntry('submit', next.id);
  });
});
