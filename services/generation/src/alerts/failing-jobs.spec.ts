import { generationCalls } from '@luit/contracts/generation/messages';
import { JobMetricsAggregator } from '../job-metrics/job-metrics-aggregator';
import { failure, GenerationTestApp } from '../test/generation-test-app';
import { AlertCauses } from './alert-causes';

describe('the alert about failing jobs', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({
      limits: { reconcileIntervalMs: 600_000 },
      providerConcurrency: 1_000,
      modelProviders: {
        seedance: ['replicate'],
        stableVideo: ['fal'],
      },
    });
  });

  afterEach(() => app.reset());
  afterAll(() => app.close());

  const fail = async (kind: Parameters<typeof failure>[0] = 'provider', model = 'seedance') => {
    const { id } = await app.create({ model });
    await app.submit(id);
    const lease = await app.track(id);
    const outcome = { kind: 'failed', failure: failure(kind) } as const;
    await app.call(generationCalls.settleJob, { requestId: id, lease, outcome });
  };
  const succeed = async (model = 'seedance') => {
    const { id } = await app.create({ model });
    await app.submit(id);
    await app.succeed(id);
  };
  const repeat = async (times: number, work: () => Promise<void>) => {
    for (let i = 0; i < times; i += 1) await work();
  };
  const failing = async () => {
    // Readers may see figures that are half a second old.
    await app.resolve(JobMetricsAggregator).aggregate();
    const { mayExist } = app.resolve(AlertCauses);
    const [row] = await app.database.query<{ mayExist: boolean }[]>(`SELECT (${mayExist}) AS "mayExist"`);
    const causes = await app.resolve(AlertCauses).list();
    if (causes.length > 0) expect(row?.mayExist).toBe(true);
    return causes.filter(({ kind }) => kind === 'jobs_failing').map(({ subject, summary }) => [subject, summary]);
  };

  it('names a provider that fails every job it accepts, and ends after five minutes without failures', async () => {
    await repeat(4, () => fail());
    expect(await failing()).toEqual([]);
    await fail('bad_output');
    expect(await failing()).toEqual([
      [
        'provider replicate',
        '5 of 5 jobs of provider replicate failed in the last 5 minutes, most with the error kind provider.',
      ],
    ]);
    const [sums] = await app.database.query<unknown[]>(
      `SELECT failed, failures FROM job_rollups WHERE seconds = 3600 AND provider = 'replicate'`,
    );
    expect(sums).toEqual({ failed: 5, failures: { provider: 4, bad_output: 1 } });
    await app.database.query(`UPDATE job_rollups SET at = at - interval '6 minutes' WHERE seconds = 60`);
    expect(await failing()).toEqual([]);
  });

  it('does not fire for failures that the request caused, or for few among many', async () => {
    await repeat(6, () => fail('moderation'));
    await repeat(5, () => fail());
    await repeat(16, () => succeed());
    expect(await failing()).toEqual([]);
  });

  it('names the error kind if no single provider or plan fails too often', async () => {
    for (const model of ['seedance', 'stableVideo']) {
      await repeat(3, () => fail('timeout', model));
      await repeat(3, () => succeed(model));
    }
    // Both providers have the same plan, which fails too often.
    expect((await failing()).map(([subject]) => subject)).toEqual(['plan 5s-480p']);
  });
});
