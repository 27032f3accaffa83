import { generationCalls } from '@luit/contracts/generation/messages';
import { operationsCalls, operationsEvents } from '@luit/contracts/operations/messages';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';
import { createUnconfirmed } from '../test/unconfirmed-submission';

describe('operators who resolve an unconfirmed submission', () => {
  let app: GenerationTestApp;
  const adminId = uuidv7();

  beforeAll(async () => {
    app = await GenerationTestApp.start({
      limits: { reconcileIntervalMs: 600_000 },
      modelProviders: { seedance: ['fal'] },
    });
  });

  afterAll(() => app.close());

  beforeEach(() => app.database.query(`DELETE FROM provider_health`));

  const unconfirmed = () => createUnconfirmed(app);
  const search = (id: string) => app.call(operationsCalls.searchUnconfirmedJob, { adminId, id });
  const declareLost = (id: string) =>
    app.call(operationsCalls.declareJobLost, { adminId, id, reason: 'fal confirms an outage' });
  const details = (id: string) => app.call(operationsCalls.getJob, { id });
  const audited = async (id: string) => {
    const rows = await app.database.query<{ payload: { action: string; details: Record<string, string> } }[]>(
      `SELECT payload FROM outbox WHERE name = $1 AND payload ->> 'subject' = $2`,
      [operationsEvents.operatorActed.name, id],
    );
    return rows.map(({ payload }) => [payload.action, payload.details]);
  };
  /** A worker takes the search that is due and finds no search at the provider. */
  const answerSearch = async (id: string) => {
    const claim = await app.claimSubmission(id, 'worker-2');
    if (claim.action !== 'find') throw new Error(claim.action);
    const { lease, claimedAt } = claim;
    const notFound = { requestId: id, lease, claimedAt, isSearchable: false, reportedWithinMs: 1 };
    await app.call(generationCalls.recordNotFound, notFound);
  };

  it('see since when it is unconfirmed, when its credits return, and what the provider answered last', async () => {
    const { id, userId } = await unconfirmed();
    await answerSearch(id);
    await app.call(generationCalls.cancelRequest, { requestId: id, userId });
    const { submit_before: submittedAt } = await app.row(id);
    const since = (submittedAt as Date).toISOString();
    const endsAt = new Date(Date.parse(since) + app.config.limits.unconfirmedLimitMs).toISOString();
    expect(await details(id)).toMatchObject({
      cancelRequested: true,
      job: { state: 'unknown', is_canceling: true },
      unconfirmed: { since, endsAt, lastAnswer: { answer: 'not_searchable' } },
    });
  });

  it('have the provider searched at once, which is audited and shown', async () => {
    const { id } = await unconfirmed();
    await answerSearch(id);
    await app.set(id, `next_attempt_at = now() + interval '1 hour', dispatched_at = now() - interval '1 minute'`);
    await search(id);
    await answerSearch(id);
    expect((await app.timeline(id)).filter((what) => /^(search requested|provider searched)$/.test(what))).toEqual([
      'provider searched',
      'search requested',
      'provider searched',
    ]);
    expect(await audited(id)).toEqual([['job_searched', {}]]);
  });

  it('are told that no one can search while the queue is paused', async () => {
    const { id } = await unconfirmed();
    await app.call(operationsCalls.setQueuePaused, { adminId, name: 'submit', isPaused: true, reason: 'an outage' });
    await expect(search(id)).rejects.toMatchObject({ code: 'conflict' });
    await app.call(operationsCalls.setQueuePaused, { adminId, name: 'submit', isPaused: false });
  });

  it('declare a job lost: its credits return at once, a late output is free, and the decision is audited once', async () => {
    const { id, userId } = await unconfirmed();
    await declareLost(id);
    await declareLost(id);
    expect(await app.get({ id, userId })).toMatchObject({ status: 'failed', error: { code: 'timed_out' } });
    expect(await app.settled(id)).toEqual([expect.objectContaining({ outcome: 'failed', credits: 18 })]);
    expect(await audited(id)).toEqual([['job_declared_lost', { credits: '18', reason: 'fal confirms an outage' }]]);
    expect(await details(id)).toMatchObject({ unconfirmed: null, error: { code: 'declared_lost' } });
    const claim = await app.call(generationCalls.claimLateResultCheck, { requestId: id, workerId: 'worker-1' });
    if (claim.action !== 'check') throw new Error(claim.action);
    const others = { eventIds: [], found: [`late-${id}`, `twin-${id}`], stopped: [] };
    const report = { requestId: id, lease: claim.lease, isOver: false, others };
    await app.call(generationCalls.recordLateResultCheck, report);
    const next = await app.call(generationCalls.claimLateResultCheck, { requestId: id, workerId: 'worker-1' });
    expect(next).toMatchObject({ lateTask: `late-${id}`, others: { cancel: [`twin-${id}`] } });
  });

  it('declare a job lost whose cancellation was requested: it ends as canceled', async () => {
    const { id, userId } = await unconfirmed();
    await app.call(generationCalls.cancelRequest, { requestId: id, userId });
    await declareLost(id);
    await declareLost(id);
    expect(await app.settled(id)).toEqual([expect.objectContaining({ outcome: 'canceled' })]);
    expect((await details(id)).job).toMatchObject({ state: 'canceled', is_canceling: false });
  });

  it('cannot resolve a job that waits or runs', async () => {
    const waiting = await app.create();
    const running = await app.create();
    await app.submit(running.id);
    for (const { id } of [waiting, running]) {
      await expect(search(id)).rejects.toMatchObject({ code: 'conflict' });
      await expect(declareLost(id)).rejects.toMatchObject({ code: 'conflict' });
      expect((await details(id)).unconfirmed).toBeNull();
    }
    await expect(declareLost(uuidv7())).rejects.toMatchObject({ code: 'not_found' });
  });
});
