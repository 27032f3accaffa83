import { generationCalls } from '@luit/contracts/generation/messages';
import { GenerationTestApp } from '../test/generation-test-app';

describe('what is usual for a provider at this hour', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ modelProviders: { seedance: ['fal'] } });
  });

  afterEach(() => app.reset());
  afterAll(() => app.close());

  const usualOf = async (name: string) => {
    const { providers } = await app.call(generationCalls.listProviders, {});
    return providers.find((provider) => provider.name === name)?.usualHour;
  };

  /** Every hour of the previous days has the same figures, so that the test may run at the turn of an hour. */
  const addHours = (days: number) =>
    app.database.query(
      `INSERT INTO job_rollups (seconds, at, plan_id, provider, succeeded, failed, canceled)
       SELECT 3600, date_trunc('hour', now()) - hour * interval '1 hour', plan, 'fal', 40, 2, 1
         FROM generate_series(1, $1::int * 24) AS hour, (VALUES ('5s-480p'), ('10s-720p')) AS plans (plan)`,
      [days],
    );

  it('is unknown without figures of previous days', async () => {
    expect(await usualOf('fal')).toBeNull();
    await app.database.query(
      `INSERT INTO job_rollups (seconds, at, plan_id, provider, succeeded) VALUES (3600, date_trunc('hour', now()), '5s-480p', 'fal', 7)`,
    );
    expect(await usualOf('fal')).toBeNull();
  });

  it('counts the same hour of the days with figures, and says how many', async () => {
    await addHours(3);
    expect(await usualOf('fal')).toEqual({ days: 3, succeeded: 3 * 80, finished: 3 * 84 });
    expect(await usualOf('replicate')).toEqual({ days: 3, succeeded: 0, finished: 0 });
  });

  it('counts seven days at most', async () => {
    await addHours(9);
    expect(await usualOf('fal')).toEqual({ days: 7, succeeded: 7 * 80, finished: 7 * 84 });
  });
});
