import { authCalls } from '@luit/contracts/auth/messages';
import { TAKEDOWN_KINDS } from '@luit/contracts/auth/takedown-kinds';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { startFakeService } from '@luit/platform/testing/services';
import { type AuthTestApp, startAuthTestApp } from '../../test/auth-test-app';

/** 400 reports from February to October 2025, in each state, some of them on the first and last second of a quarter in India. */
const REPORTS = `
  INSERT INTO content_reports (id, number, kind, target, text, received_at, due_at, state, answer, decided_at, decided_by)
  SELECT gen_random_uuid(), i, kind, 'a', 'b', received_at, received_at + interval '7 days', state,
         CASE WHEN state <> 'open' THEN '-' END, CASE WHEN state <> 'open' THEN received_at + i * interval '37 minutes' END,
         CASE WHEN state <> 'open' THEN '-' END
    FROM (SELECT i, (ARRAY['intimate_imagery', 'order', 'unlawful', 'grievance'])[1 + i % 4] AS kind,
                 (ARRAY['open', 'taken_down', 'rejected', 'answered', 'taken_down'])[1 + i % 5] AS state,
                 CASE i % 50 WHEN 0 THEN '2025-03-31T18:29:59Z' WHEN 1 THEN '2025-03-31T18:30:00Z' WHEN 2 THEN '2025-06-30T18:29:59Z'
                             WHEN 3 THEN '2025-06-30T18:30:00Z' ELSE '2025-02-01T00:00:00Z'::timestamptz + i * interval '15 hours' END
                   AS received_at FROM generate_series(1, 400) AS i) AS report`;

/** The same counts, computed from each report on its own. */
const EXPECTED = `
  SELECT kind, sum(1)::int AS received, sum((state <> 'open' AND decided_at <= due_at)::int)::int AS "decidedInTime",
         sum((state <> 'open' AND decided_at > due_at)::int)::int AS "decidedLate", sum((decided_at IS NULL)::int)::int AS open,
         sum((state = 'taken_down')::int)::int AS "takenDown", sum((state = 'rejected')::int)::int AS rejected,
         sum((state = 'answered')::int)::int AS answered,
         array_agg(extract(epoch FROM decided_at - received_at)::float8 ORDER BY decided_at - received_at)
           FILTER (WHERE decided_at IS NOT NULL) AS seconds
    FROM content_reports WHERE to_char(received_at AT TIME ZONE 'Asia/Kolkata', 'YYYY"-Q"Q') = $1 GROUP BY kind`;

function medianHours(seconds: number[]): number {
  const middle = (seconds.length - 1) / 2;
  const median = (seconds[Math.floor(middle)]! + seconds[Math.ceil(middle)]!) / 2;
  return median / 3_600;
}

describe('statistics of reports', () => {
  let app: AuthTestApp;
  let generation: { close(): Promise<void> };

  beforeAll(async () => {
    app = await startAuthTestApp();
    generation = await startFakeService('generation', app.redis.url, {
      [operationsCalls.countTakedowns.name]: () => ({ kinds: [{ kind: 'order', takedowns: 3, lifts: 1 }] }),
    });
    await app.rows(REPORTS);
  });
  afterAll(async () => {
    await generation.close();
    await app.close();
  });

  const count = async (quarter: string) => (await app.calls.call(authCalls.getReportStatistics, { quarter })).kinds;

  it.each(['2025-Q1', '2025-Q2', '2025-Q3', '2025-Q4'])('of %s are those of its reports', async (quarter) => {
    const expected = await app.rows<{ kind: string; received: number; seconds: number[] }>(EXPECTED, [quarter]);
    const kinds = await count(quarter);
    for (const { seconds, ...counts } of expected) {
      const found = kinds.find(({ kind }) => kind === counts.kind);
      expect(found).toMatchObject(counts);
      // Rounded to a tenth.
      expect(Math.abs((found?.medianHours ?? 0) - medianHours(seconds))).toBeLessThan(0.051);
    }
    expect(expected.length).toBe(4);
  });

  it('have every kind, with the takedowns that generation counts', async () => {
    const kinds = await count('2024-Q1');
    expect(kinds.map(({ kind }) => kind)).toEqual(TAKEDOWN_KINDS);
    const none = { received: 0, decidedInTime: 0, decidedLate: 0, open: 0, takenDown: 0, rejected: 0, answered: 0 };
    for (const { kind, ...counts } of kinds) {
      const takedowns = kind === 'order' ? { takedowns: 3, lifts: 1 } : { takedowns: 0, lifts: 0 };
      expect(counts).toEqual({ ...none, medianHours: null, ...takedowns });
    }
  });

  it('are refused for anything that is not a quarter', async () => {
    await expect(count('2025-Q5')).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
