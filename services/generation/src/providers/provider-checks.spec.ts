import { generationCalls } from '@luit/contracts/generation/messages';
import { NO_KEY } from '@luit/contracts/generation/limits';
import { eventually } from '@luit/platform/testing/eventually';
import { AlertCauses } from '../alerts/alert-causes';
import { failure, GenerationTestApp } from '../test/generation-test-app';
import { ProviderSteps } from '../test/provider-steps';

describe('providers whose circuit breaker is not closed', () => {
  let app: GenerationTestApp;
  let steps: ProviderSteps;

  beforeAll(async () => {
    app = await GenerationTestApp.start({
      providerConcurrency: 1_000,
      limits: { breakerFailures: 3, breakerOpenMs: 60_000, submitRetryLimit: 100 },
      modelProviders: {
        seedance: ['replicate', 'fal'],
        stableVideo: ['replicate'],
      },
    });
    steps = new ProviderSteps(app);
  });

  afterAll(() => app.close());

  beforeEach(async () => {
    await app.database.query(`DELETE FROM provider_health`);
    await endWaitingJobs();
  });

  /** Otherwise one of them may probe a provider. */
  const endWaitingJobs = () =>
    app.database.query(`UPDATE requests SET state = 'failed', completed_at = now() WHERE state = 'pending'`);

  describe('checks by workers', () => {
    const dueChecks = async () =>
      (await app.call(generationCalls.claimPolls, { workerId: 'worker-1', limit: 1 })).checks;
    const check = async (isReachable: boolean, isRefused = false) => {
      await app.call(generationCalls.recordProviderCheck, { provider: 'replicate', isReachable, isRefused });
      return (await steps.overviewOf('replicate'))?.state;
    };
    const passUnusedTime = () =>
      app.database.query(`UPDATE provider_health SET open_until = now() - interval '6 seconds'`);
    /** A job that backs off from Replicate, its only provider. */
    const backingOff = async () => {
      const refused = await steps.claimed('stableVideo');
      await steps.fail(refused, 'retry');
      await app.set(refused.id, `next_attempt_at = now() + interval '1 hour', dispatched_at = NULL`);
      return refused.id;
    };

    it('are claimed by one worker while the breaker is not closed, every few seconds', async () => {
      expect(await dueChecks()).toEqual([]);
      await steps.trip();
      const claims = await Promise.all([dueChecks(), dueChecks(), dueChecks()]);
      expect(claims.flat()).toEqual(['replicate']);
      await app.database.query(`UPDATE provider_health SET checked_at = checked_at - interval '5 seconds'`);
      await app.dispatch();
      expect(await app.takeWakeUp()).toBe(0);
      expect(await dueChecks()).toEqual(['replicate']);
    });

    it('admit a probe as soon as the provider answers again, but not while it has answered all along', async () => {
      await steps.trip();
      expect(await check(true)).toBe('open');
      expect(await check(false)).toBe('open');
      expect(await check(true)).toBe('half_open');
      expect((await steps.claimed()).provider).toBe('replicate');
    });

    it('close the breaker of a provider that no job probes, until its next failed submission', async () => {
      await steps.trip();
      await steps.endOpenTime();
      expect(await check(true)).toBe('half_open');
      await passUnusedTime();
      expect(await check(false)).toBe('half_open');
      expect(await check(true)).toBe('closed');
      expect(await steps.overviewOf('replicate')).toMatchObject({ failures: 3 });
      await steps.fail(await steps.claimed());
      expect(await steps.overviewOf('replicate')).toMatchObject({ state: 'open', failures: 4 });
    });

    it('that are answered for the first time since an outage end the back-off of the jobs that wait', async () => {
      const id = await backingOff();
      await steps.trip();
      await check(false);
      expect((await app.row(id)).next_attempt_at).not.toBeNull();
      await check(true);
      expect((await app.row(id)).next_attempt_at).toBeNull();
    });

    it('that close a breaker end the back-off of the jobs that wait, and start them', async () => {
      const id = await backingOff();
      await steps.trip();
      await passUnusedTime();
      expect(await check(true)).toBe('closed');
      await eventually(async () =>
        expect(await app.row(id)).toMatchObject({ next_attempt_at: null, dispatched_at: expect.any(Date) as Date }),
      );
    });

    it('do not close a breaker that a rejection of our account opened, unless the rejection showed in checks', async () => {
      await steps.fail(await steps.claimed(), 'rejected', failure('quota'));
      await passUnusedTime();
      expect(await check(true)).toBe('half_open');
      expect(await check(false)).toBe('half_open');
      expect(await check(true)).toBe('half_open');
    });

    it('close a breaker that a rejection of our account opened once the provider accepts the account again', async () => {
      await steps.fail(await steps.claimed(), 'rejected', failure('quota'));
      expect(await check(false, true)).toBe('open');
      // An outage in between proves nothing.
      expect(await check(false)).toBe('open');
      expect(await check(true)).toBe('half_open');
      expect(await check(true)).toBe('half_open');
      await passUnusedTime();
      expect(await check(true)).toBe('closed');
    });
  });

  describe('a provider of which workers have no key', () => {
    const checkWithoutKey = () =>
      app.call(generationCalls.recordProviderCheck, { provider: 'replicate', isReachable: false, isConfigured: false });
    const noKey = { kind: 'provider', code: NO_KEY, message: 'replicate' } as const;
    /** A worker without the key has claimed a job. */
    const putBack = async (model?: string) => {
      const job = await steps.claimed(model);
      await steps.fail(job, 'retry', noKey);
      return job;
    };
    /** Workers without the key have put jobs back for a while. */
    const onlyPutBack = async () => {
      await putBack();
      await app.database.query(`UPDATE provider_health SET keyless_since = keyless_since - interval '11 seconds'`);
      await putBack();
    };

    it('is available while another worker may have it: the job waits for that worker', async () => {
      await putBack('stableVideo');
      const { id } = await putBack('stableVideo');
      expect(await app.row(id)).toMatchObject({ state: 'pending', submit_failures: 0, first_claim_at: null });
      expect(await steps.overviewOf('replicate')).toMatchObject({ state: 'closed', failures: 0, reason: null });
      await app.set(id, `next_attempt_at = now()`);
      await app.dispatch();
      const claim = await app.claimSubmission(id);
      expect(claim).toMatchObject({ action: 'submit', task: { provider: 'replicate' } });
      if (claim.action === 'submit') await steps.accept({ id, lease: claim.lease, provider: 'replicate' });
      await app.database.query(`UPDATE provider_health SET keyless_since = keyless_since - interval '11 seconds'`);
      await putBack();
      expect(await steps.overviewOf('replicate')).toMatchObject({ state: 'closed' });
    });

    it('what workers lacked an hour ago says nothing about those of now', async () => {
      await putBack();
      await app.database.query(`UPDATE provider_health SET keyless_since = keyless_since - interval '1 hour'`);
      await putBack();
      expect(await steps.overviewOf('replicate')).toMatchObject({ state: 'closed' });
    });

    it('a canceled job that a worker without the key has claimed ends', async () => {
      const { id, lease } = await steps.claimed();
      await app.set(id, 'cancel_requested = true');
      await steps.fail({ id, lease }, 'retry', noKey);
      expect((await app.row(id)).state).toBe('canceled');
    });

    it('is unavailable, which its alert says, and no job probes it', async () => {
      await onlyPutBack();
      await steps.endOpenTime();
      await checkWithoutKey();
      expect(await steps.overviewOf('replicate')).toMatchObject({ state: 'open', reason: NO_KEY });
      expect((await steps.claimed()).provider).toBe('fal');
      const causes = await app.resolve(AlertCauses).list();
      expect(causes).toContainEqual(
        expect.objectContaining({ subject: 'replicate', summary: 'Workers cannot use provider replicate.' }),
      );
    });

    it('is found by a check that an operator requests', async () => {
      await app.database.query(
        `INSERT INTO provider_health (provider, check_requested_at) VALUES ('replicate', now())`,
      );
      await checkWithoutKey();
      expect(await steps.overviewOf('replicate')).toMatchObject({
        state: 'open',
        reason: NO_KEY,
        isCheckPending: false,
      });
    });

    it('is available if only one of the workers lacks the key', async () => {
      await steps.trip();
      await endWaitingJobs();
      const withKey = { provider: 'replicate', isReachable: true };
      await app.call(generationCalls.recordProviderCheck, withKey);
      await checkWithoutKey();
      await app.database.query(`UPDATE provider_health SET open_until = now() - interval '6 seconds'`);
      expect(await steps.overviewOf('replicate')).toMatchObject({ state: 'half_open', reason: 'E_TEST' });
      await app.call(generationCalls.recordProviderCheck, withKey);
      await onlyPutBack();
      expect(await steps.overviewOf('replicate')).not.toMatchObject({ reason: NO_KEY });
    });

    it('is trusted again soon after a worker has its key', async () => {
      await onlyPutBack();
      await endWaitingJobs();
      await checkWithoutKey();
      const check = { provider: 'replicate', isReachable: true };
      await app.call(generationCalls.recordProviderCheck, check);
      expect(await steps.overviewOf('replicate')).toMatchObject({ state: 'half_open' });
      await app.database.query(`UPDATE provider_health SET open_until = now() - interval '6 seconds'`);
      await app.call(generationCalls.recordProviderCheck, check);
      expect(await steps.overviewOf('replicate')).toMatchObject({ state: 'closed' });
    });
  });

  describe('a standby provider that refuses our account', () => {
    const refuse = (isReachable: boolean) =>
      app.database.query(
        `INSERT INTO provider_health (provider, failures, open_until, is_account_refused, is_reachable)
         VALUES ('fal', 1, now(), true, $1)`,
        [isReachable],
      );

    it('gets one job to find out whether it accepts the account again, and the job moves on if not', async () => {
      await refuse(true);
      const probe = await steps.claimed();
      const other = await steps.claimed();
      expect([probe.provider, other.provider]).toEqual(['fal', 'replicate']);
      await steps.fail(probe, 'rejected', failure('quota'));
      expect(await steps.overviewOf('fal')).toMatchObject({ state: 'open' });
      expect(await app.claimSubmission(probe.id)).toMatchObject({ action: 'submit', task: { provider: 'replicate' } });
    });

    it('is healthy once it has accepted a job', async () => {
      await refuse(true);
      await steps.accept(await steps.claimed());
      expect(await steps.overviewOf('fal')).toMatchObject({ state: 'closed', failures: 0 });
    });

    it('gets none while it refuses checks as well', async () => {
      await refuse(false);
      expect((await steps.claimed()).provider).toBe('replicate');
    });

    it('is named in an alert that says so', async () => {
      await steps.fail(await steps.claimed(), 'rejected', failure('quota'));
      const causes = await app.resolve(AlertCauses).list();
      expect(causes.filter(({ kind }) => kind === 'provider_down')).toEqual([
        expect.objectContaining({ subject: 'replicate', summary: 'Provider replicate rejects our account (E_TEST).' }),
      ]);
    });
  });
});
