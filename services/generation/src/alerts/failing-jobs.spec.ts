import type { AlertCause } from '@luit/contracts/alerts/alerts';
import { generationCalls } from '@luit/contracts/generation/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { JobMetricsAggregator } from '../job-metrics/job-metrics-aggregator';
import { failure, GenerationTestApp } from '../test/generation-test-app';
import { AlertCauses } from './alert-causes';

describe('alerts about jobs that fail, run too long or whose results wait', () => {
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
  const causes = async (wanted: AlertCause['kind']) => {
    const { mayExist } = app.resolve(AlertCauses);
    const [row] = await app.database.query<{ mayExist: boolean }[]>(`SELECT (${mayExist}) AS "mayExist"`);
    const found = await app.resolve(AlertCauses).list();
    if (found.length > 0) expect(row?.mayExist).toBe(true);
    return found.filter(({ kind }) => kind === wanted).map(({ subject, summary }) => [subject, summary]);
  };
  const failing = async () => {
    // Readers may see figures that are half a second old.
    await app.resolve(JobMetricsAggregator).aggregate();
    return causes('jobs_failing');
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

  it('names a provider whose job runs four times as long as usual, and for five minutes at least', async () => {
    await repeat(5, () => succeed());
    await app.database.query(`UPDATE requests SET submitted_at = completed_at - interval '3 minutes'`);
    const { id } = await app.create();
    await app.submit(id);
    const runFor = (minutes: number) =>
      app.database.query(`UPDATE requests SET submitted_at = now() - $1 * interval '1 minute' WHERE id = $2`, [
        minutes,
        id,
      ]);
    await runFor(13);
    // The usual times are cached for ten seconds.
    await eventually(async () =>
      expect(await causes('jobs_overdue')).toEqual([
        [
          'replicate',
          '1 job at replicate runs far longer than usual, the oldest for more than 10 minutes. Nine of ten took less than 3 min.',
        ],
      ]),
    );
    await runFor(11);
    expect(await causes('jobs_overdue')).toEqual([]);
  });

  it('counts jobs whose results no worker reads', async () => {
    const { id } = await app.create();
    await app.submit(id);
    expect(await causes('results_waiting')).toEqual([]);
    await app.database.query(`UPDATE requests SET next_poll_at = now() - interval '3 minutes' WHERE id = $1`, [id]);
    expect(await causes('results_waiting')).toEqual([
      [
        'results',
        '1 job waits for a worker to read or copy the result, 0 of them with a finished output, the oldest for more than 2 minutes.',
      ],
    ]);
  });

  it('notes for five minutes that Redis lost its data', async () => {
    await app.database.query(`UPDATE relay_state SET redis_emptied_at = now()`);
    expect(await causes('redis_emptied')).toEqual([
      ['redis', expect.stringMatching(/^Redis lost its data; Luit noticed at \d\d:\d\d IST and put the queues back/)],
    ]);
    await app.database.query(`UPDATE relay_state SET redis_emptied_at = now() - interval '6 minutes'`);
    expect(await causes('redis_emptied')).toEqual([]);
  });
});
