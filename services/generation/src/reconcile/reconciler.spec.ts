import { eventually } from '@luit/platform/testing/eventually';
import { InvariantsService } from '../invariants/invariants.service';
import { Bench } from '../test/bench';
import { Reconciler } from './reconciler.service';

describe('reconciling', () => {
  let bench: Bench;

  afterEach(() => bench.close());

  /** One job in every state that owns a queue entry. */
  const oneOfEach = async (): Promise<Record<string, { id: string; queue: 'submit' | 'track' }>> => {
    const make = async (): Promise<string> => (await bench.create()).id;
    const [pending, submitting, unknown, running, collecting] = [
      await make(),
      await make(),
      await make(),
      await make(),
      await make(),
    ];
    await bench.claimSubmission(submitting);
    await bench.claimSubmission(unknown);
    await bench.set(unknown, `state = 'unknown'`);
    await bench.submit(running);
    await bench.submit(collecting);
    await bench.set(collecting, `state = 'collecting', collecting_at = now()`);
    for (const id of [pending, submitting, unknown]) await bench.waitForEntry('submit', id);
    for (const id of [running, collecting]) await bench.waitForEntry('track', id);
    return {
      pending: { id: pending, queue: 'submit' },
      submitting: { id: submitting, queue: 'submit' },
      unknown: { id: unknown, queue: 'submit' },
      running: { id: running, queue: 'track' },
      collecting: { id: collecting, queue: 'track' },
    };
  };

  it('I6, SRV-14: a job whose entry is gone is enqueued again, whatever its state; what is there stays', async () => {
    bench = await Bench.start({ limits: { reconcileIntervalMs: 600_000 } });
    const jobs = await oneOfEach();
    const invariants = bench.part(InvariantsService);
    expect(await invariants.jobsWithoutEntry(0)).toBe(0);
    await Promise.all(Object.values(jobs).map(({ id, queue }) => bench.removeEntry(queue, id)));
    expect(await invariants.jobsWithoutEntry(0)).toBe(5);
    await bench.part(Reconciler).reconcile(60_000);
    expect(await invariants.jobsWithoutEntry(0)).toBe(5);
    await bench.part(Reconciler).reconcile(0);
    expect(await invariants.jobsWithoutEntry(0)).toBe(0);
    expect(await bench.entryState('submit', jobs.pending!.id)).toBe('prioritized');
    expect(await bench.entryState('track', jobs.running!.id)).toBe('waiting');
  });

  it('SRV-14: when Redis was emptied every unfinished job is in its queue again at once, and can end', async () => {
    bench = await Bench.start({ replicas: 2, limits: { reconcileIntervalMs: 60_000 } });
    const jobs = await oneOfEach();
    await bench.redis.flush();
    await Promise.all(Object.values(jobs).map(({ id, queue }) => bench.waitForEntry(queue, id)));
    expect(await bench.part(InvariantsService).jobsWithoutEntry(0)).toBe(0);
    await bench.submit(jobs.pending!.id);
    for (const state of ['pending', 'running', 'collecting']) {
      await bench.succeed(jobs[state]!.id);
      expect(await bench.settled(jobs[state]!.id)).toHaveLength(1);
    }
  });

  it('I2: billing is told again of an ended job that it was not heard of since, and not more often than that', async () => {
    bench = await Bench.start({ limits: { reconcileIntervalMs: 600_000, settleAgainMs: 60_000 } });
    const { id } = await bench.create();
    await bench.submit(id);
    await bench.succeed(id);
    const reconcile = () => bench.part(Reconciler).reconcile(60_000);
    await reconcile();
    expect(await bench.settled(id)).toHaveLength(1);
    await bench.set(id, `completed_at = now() - interval '2 minutes', money_state = 'held'`);
    await bench.database.query(`UPDATE outbox SET created_at = now() - interval '2 minutes'`);
    await reconcile();
    await reconcile();
    expect(await bench.settled(id)).toHaveLength(2);
  });

  it('two replicas do not reconcile at once', async () => {
    bench = await Bench.start({ limits: { reconcileIntervalMs: 600_000 } });
    const { id } = await bench.create();
    await bench.waitForEntry('submit', id);
    await bench.removeEntry('submit', id);
    const other = bench.database.createQueryRunner();
    await other.startTransaction();
    await other.query(`SELECT pg_advisory_xact_lock(7105201)`);
    await bench.part(Reconciler).reconcile(0);
    expect(await bench.entryState('submit', id)).toBe('unknown');
    await other.rollbackTransaction();
    await other.release();
    await bench.part(Reconciler).reconcile(0);
    await bench.waitForEntry('submit', id);
  });

  it('Redis away for a while stops nobody for good', async () => {
    bench = await Bench.start({ limits: { reconcileIntervalMs: 100 } });
    const { id } = await bench.create();
    await bench.waitForEntry('submit', id);
    await bench.redis.stop();
    await bench.redis.start();
    await bench.waitForEntry('submit', id);
    const next = await eventually(() => bench.create());
    await bench.waitForEntry('submit', next.id);
  });
});
