import { eraseJob } from '@luit/contracts/generation/account-deletion';
import { lateResultJob } from '@luit/contracts/generation/late-results';
import { generationCalls } from '@luit/contracts/generation/messages';
import { Queues } from '@luit/platform/queues/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { InvariantsService } from '../invariants/invariants.service';
import { failure, GenerationTestApp } from '../test/generation-test-app';
import { Reconciler } from './reconciler';

describe('the reconciler', () => {
  let app: GenerationTestApp;

  afterEach(() => app.close());

  /** One job in each unfinished state. */
  const oneOfEach = async () => {
    const make = async (): Promise<string> => (await app.create()).id;
    const [pending, submitting, unknown] = [await make(), await make(), await make()];
    const [running, collecting] = [await make(), await make()];
    await app.claimSubmission(submitting);
    await app.claimSubmission(unknown);
    await app.set(unknown, `state = 'unknown'`);
    await app.submit(running);
    await app.submit(collecting);
    await app.set(collecting, `state = 'collecting', collecting_at = now()`);
    const queued = [pending, submitting, unknown];
    for (const id of queued) await app.waitForEntry('submit', id);
    await eventually(async () => expect(await app.takeWakeUp()).not.toBeNull());
    return { pending, running, collecting, queued };
  };

  it('a job without a queue entry is enqueued again in any state; existing entries stay [I6, SRV-14]', async () => {
    app = await GenerationTestApp.start({ limits: { reconcileIntervalMs: 600_000 } });
    const { queued, pending } = await oneOfEach();
    const invariants = app.resolve(InvariantsService);
    expect(await invariants.jobsWithoutEntry(0)).toBe(0);
    await Promise.all(queued.map((id) => app.removeEntry('submit', id)));
    expect(await invariants.jobsWithoutEntry(0)).toBe(3);
    await app.reconcile(60_000);
    expect(await invariants.jobsWithoutEntry(0)).toBe(3);
    await app.reconcile(0);
    expect(await invariants.jobsWithoutEntry(0)).toBe(0);
    expect(await app.entryState('submit', pending)).toBe('waiting');
  });

  it('every job that generation owes gets a new queue entry in a round [SRV-14]', async () => {
    app = await GenerationTestApp.start({ limits: { reconcileIntervalMs: 600_000 } });
    const [late, erased] = [await app.create(), await app.create()];
    for (const { id } of [late, erased]) {
      await app.submit(id);
      const outcome = { kind: 'failed', failure: failure('timeout') } as const;
      await app.call(generationCalls.settleJob, { requestId: id, lease: await app.track(id), outcome });
    }
    await app.call(generationCalls.deleteRequest, { userId: erased.userId, requestId: erased.id });
    const owed = [
      { queue: app.resolve(Queues).named(lateResultJob.name), id: late.id },
      { queue: app.resolve(Queues).named(eraseJob.name), id: erased.id },
    ];
    const isQueued = async ({ queue, id }: (typeof owed)[number]) => (await queue.getJobState(id)) !== 'unknown';
    for (const { queue, id } of owed) {
      await eventually(async () => expect(await isQueued({ queue, id })).toBe(true));
      await queue.remove(id);
      expect(await isQueued({ queue, id })).toBe(false);
    }
    await app.set(erased.id, `erase_at = now() - interval '31 seconds'`);
    await app.reconcile(0);
    for (const entry of owed) await eventually(async () => expect(await isQueued(entry)).toBe(true));
  });

  it('a worker is woken if polls are long overdue [I6, SRV-14]', async () => {
    app = await GenerationTestApp.start({ limits: { reconcileIntervalMs: 600_000 } });
    const { running, collecting } = await oneOfEach();
    const overdue = () => app.resolve(InvariantsService).overduePolls(60_000);
    await app.reconcile(60_000);
    expect([await overdue(), await app.takeWakeUp()]).toEqual([0, null]);
    for (const id of [running, collecting]) {
      await app.set(id, `next_poll_at = now() - interval '2 minutes', lease_expires_at = now() - interval '2 minutes'`);
    }
    expect(await overdue()).toBe(2);
    await app.reconcile(60_000);
    await eventually(async () => expect(await app.takeWakeUp()).toBe(0));
    await app.track(running);
    await app.set(collecting, `next_poll_at = now()`);
    expect(await overdue()).toBe(0);
  });

  it('after a Redis flush every unfinished job is enqueued or woken up again immediately and can finish [SRV-14]', async () => {
    app = await GenerationTestApp.start({ replicas: 2, limits: { reconcileIntervalMs: 60_000 } });
    const { queued, pending, running, collecting } = await oneOfEach();
    for (const id of [running, collecting]) await app.set(id, `next_poll_at = now(), lease_expires_at = NULL`);
    await app.redis.flush();
    await Promise.all(queued.map((id) => app.waitForEntry('submit', id)));
    await eventually(async () => expect(await app.takeWakeUp()).toBe(0));
    expect(await app.resolve(InvariantsService).jobsWithoutEntry(0)).toBe(0);
    await app.submit(pending);
    for (const id of [pending, running, collecting]) {
      await app.succeed(id);
      expect(await app.settled(id)).toHaveLength(1);
    }
  });

  it('the outcome of a job that billing did not settle is published again, once per interval [I2]', async () => {
    app = await GenerationTestApp.start({ limits: { reconcileIntervalMs: 600_000, settlementRetryMs: 60_000 } });
    const { id } = await app.create();
    await app.submit(id);
    await app.succeed(id);
    const reconcile = () => app.reconcile(60_000);
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
    expect(await app.resolve(Reconciler).reconcile(0)).toBe(false);
    expect(await app.entryState('submit', id)).toBe('unknown');
    await other.rollbackTransaction();
    await other.release();
    await app.reconcile(0);
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
