import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderOverview } from '@luit/contracts/generation/providers';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { Dispatcher } from '../dispatch/dispatcher';
import { JobMetricsAggregator } from '../job-metrics/job-metrics-aggregator';
import { failure, GenerationTestApp } from '../test/generation-test-app';

describe('what operators do to a provider', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({
      providerConcurrency: 1_000,
      limits: { reconcileIntervalMs: 600_000 },
      modelProviders: {
        seedance: ['replicate', 'fal'],
        stableVideo: ['replicate'],
        zeroscope: ['fal'],
      },
    });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.database.query(`DELETE FROM provider_health`);
    await app.turnOnProviders();
  });

  const adminId = uuidv7();
  const REASON = 'Their status page reports an outage';
  const rotate = (provider: string, isOut: boolean, reason = REASON) =>
    app.call(generationCalls.setProviderState, { adminId, provider, state: isOut ? 'draining' : 'on', reason });
  const overviewOf = async (name: string): Promise<ProviderOverview> => {
    const { providers } = await app.call(generationCalls.listProviders, {});
    return providers.find((provider) => provider.name === name)!;
  };
  const auditOf = async (subject: string) => {
    const rows = await app.database.query<{ action: string }[]>(
      `SELECT payload ->> 'action' AS action FROM outbox
        WHERE payload ->> 'adminId' = $1 AND payload ->> 'subject' = $2 ORDER BY seq`,
      [adminId, subject],
    );
    return rows.map(({ action }) => action);
  };

  it('a provider out of rotation gets no job, its running jobs finish, and the next provider takes over', async () => {
    const running = await app.create();
    await app.submit(running.id);
    const dispatched = await app.create();
    await app.dispatch();
    expect(await app.row(dispatched.id)).toMatchObject({ provider: 'replicate' });

    const { provider } = await rotate('replicate', true);
    expect(provider.stopped).toMatchObject({ reason: REASON, adminId });
    expect(await app.call(generationCalls.claimSubmission, { requestId: dispatched.id, workerId: 'w' })).toEqual({
      action: 'none',
    });
    const moved = await app.claimSubmission(dispatched.id);
    expect(moved).toMatchObject({ action: 'submit', task: { provider: 'fal' } });
    expect(await app.claimSubmission((await app.create()).id)).toMatchObject({ task: { provider: 'fal' } });
    await app.succeed(running.id);
    expect(await app.row(running.id)).toMatchObject({ state: 'succeeded', provider: 'replicate' });

    await rotate('replicate', false);
    expect(await overviewOf('replicate')).toMatchObject({ stopped: null });
    expect(await app.claimSubmission((await app.create()).id)).toMatchObject({ task: { provider: 'replicate' } });
  });

  it('if every provider of a model is out of rotation, its jobs wait with that reason and start once one is put back', async () => {
    await rotate('replicate', true);
    await rotate('fal', true);
    const { id } = await app.create();
    await app.dispatch();
    expect(await app.claimSubmission(id)).toEqual({ action: 'none' });
    await eventually(async () => {
      await app.resolve(JobMetricsAggregator).aggregate();
      const { now } = await app.call(operationsCalls.getJobMetrics, { window: 'hour' });
      expect(now).toMatchObject({ drain: null, drainUnknown: 'provider_stopped' });
    });
    await rotate('fal', false);
    await eventually(async () =>
      expect(await app.row(id)).toMatchObject({ provider: 'fal', dispatched_at: expect.any(Date) as Date }),
    );
    await app.submit(id);
    await app.succeed(id);
  });

  it('a plan that is older than the decision gives no slot', async () => {
    await app.database.query(
      `UPDATE provider_instances SET state = 'draining', state_by = $1, state_reason = 'An outage' WHERE id = 'replicate'`,
      [adminId],
    );
    const { id } = await app.create({ model: 'stableVideo' });
    const lanes = [{ provider: 'replicate', model: 'stableVideo', isForPinned: true, isForOthers: true }];
    const target = { provider: 'replicate', slots: 5, submitsPerMinute: 600, isProbe: false, lanes };
    expect(await app.database.query(`SELECT * FROM dispatch_jobs($1, 5)`, [JSON.stringify([target])])).toEqual([]);
    expect(await app.row(id)).toMatchObject({ dispatched_at: null });
    await app.call(generationCalls.cancelRequest, { requestId: id, userId: String((await app.row(id)).user_id) });
  });

  it('a success, a check and a restart leave it out of rotation', async () => {
    const { id } = await app.create();
    const claim = await app.claimSubmission(id);
    if (claim.action !== 'submit') throw new Error(claim.action);
    await app.database.query(`INSERT INTO provider_health (provider, failures) VALUES ('replicate', 1)`);
    await rotate('replicate', true);
    await app.call(generationCalls.recordSubmission, { requestId: id, lease: claim.lease, externalId: id });
    await app.call(generationCalls.recordProviderCheck, { provider: 'replicate', isReachable: true });
    await app.resolve(Dispatcher).round();
    const { failures, stopped } = await overviewOf('replicate');
    expect({ failures, reason: stopped?.reason }).toEqual({ failures: 0, reason: REASON });
  });

  it('each effective change is audited once, with its reason', async () => {
    const before = await auditOf('fal');
    await Promise.all([rotate('fal', true), rotate('fal', true), rotate('fal', true)]);
    await rotate('fal', false);
    await rotate('fal', false);
    expect((await auditOf('fal')).slice(before.length)).toEqual(['provider_state_changed', 'provider_state_changed']);
    await expect(rotate('fal', true, ' ')).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(rotate('nothing', true)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('the overview names the models that no other provider in rotation runs', async () => {
    expect(await overviewOf('replicate')).toMatchObject({ soleFor: ['stableVideo', 'gfpgan'] });
    expect((await overviewOf('fal')).soleFor).toEqual(['zeroscope']);
    await rotate('fal', true);
    expect((await overviewOf('replicate')).soleFor).toEqual(['seedance', 'stableVideo', 'gfpgan']);
    expect(await overviewOf('fal')).toMatchObject({ soleFor: [], unserved: ['zeroscope'] });
  });

  it('the overview shows the typical run time of the last day', async () => {
    await eventually(async () => {
      await app.resolve(JobMetricsAggregator).aggregate();
      expect(await app.database.query(`SELECT FROM job_metric_deltas`)).toEqual([]);
    });
    await app.database.query(`DELETE FROM job_rollups`);
    const { id } = await app.create({ model: 'zeroscope' });
    await app.submit(id);
    await app.set(id, `submitted_at = now() - interval '40 seconds'`);
    await app.succeed(id);
    await eventually(async () => {
      await app.resolve(JobMetricsAggregator).aggregate();
      const { runP50, runP95 } = await overviewOf('fal');
      expect([runP50, runP95]).toEqual([expect.closeTo(42, -1), expect.closeTo(42, -1)]);
    });
  });

  it('a provider whose jobs only failed, before or after their submission, has no typical run time', async () => {
    await app.database.query(`DELETE FROM job_rollups`);
    const [refused, failed] = [await app.create({ model: 'zeroscope' }), await app.create({ model: 'zeroscope' })];
    const claim = await app.claimSubmission(refused.id);
    if (claim.action !== 'submit') throw new Error('expected to submit');
    const report = {
      requestId: refused.id,
      lease: claim.lease,
      result: 'rejected',
      failure: failure('moderation'),
    } as const;
    await app.call(generationCalls.recordSubmissionFailure, report);
    await app.submit(failed.id);
    const lease = await app.track(failed.id);
    const outcome = { kind: 'failed', failure: failure('moderation') } as const;
    await app.call(generationCalls.settleJob, { requestId: failed.id, lease, outcome });
    await eventually(async () => {
      await app.resolve(JobMetricsAggregator).aggregate();
      expect(await overviewOf('fal')).toMatchObject({
        lastHour: { succeeded: 0, finished: 2 },
        runP50: null,
        runP95: null,
      });
    });
  });

  describe('checks that an operator requests', () => {
    const request = (provider = 'replicate') => app.call(generationCalls.checkProvider, { adminId, provider });
    const dueChecks = async () =>
      (await app.call(generationCalls.claimPolls, { workerId: 'worker-1', limit: 1 })).checks;
    const report = (isReachable: boolean) =>
      app.call(generationCalls.recordProviderCheck, { provider: 'replicate', isReachable });

    it('one worker makes the check of a healthy provider, whose result is shown and changes nothing else', async () => {
      expect((await request()).provider).toMatchObject({ isCheckPending: true, lastCheck: null, state: 'closed' });
      const claims = await Promise.all([dueChecks(), dueChecks(), dueChecks()]);
      expect(claims.flat()).toEqual(['replicate']);
      await report(false);
      const checked = await overviewOf('replicate');
      expect(checked).toMatchObject({ isCheckPending: false, lastCheck: { isReachable: false }, state: 'closed' });
      expect(await dueChecks()).toEqual([]);
    });

    it('a provider that answers admits a job at once, although its breaker is open for longer', async () => {
      await app.database.query(
        `INSERT INTO provider_health (provider, failures, open_until, tripped_at, checked_at)
         VALUES ('replicate', 3, now() + interval '1 hour', now(), now())`,
      );
      await request();
      expect(await dueChecks()).toEqual(['replicate']);
      await report(true);
      const { state, openedAt, lastCheck } = await overviewOf('replicate');
      expect({ state, openedAt, lastCheck }).toEqual({
        state: 'half_open',
        openedAt: expect.any(String) as string,
        lastCheck: { at: expect.any(String) as string, isReachable: true, fault: null, facts: null },
      });
    });

    it('repeated requests count once', async () => {
      const before = (await auditOf('replicate')).filter((action) => action === 'provider_checked').length;
      await Promise.all([request(), request(), request()]);
      const after = (await auditOf('replicate')).filter((action) => action === 'provider_checked').length;
      expect(after - before).toBe(1);
      await expect(request('nothing')).rejects.toMatchObject({ code: 'not_found' });
    });
  });
});
