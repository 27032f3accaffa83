import { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { whenDue } from './until-due';

const BOUNDS = { minMs: 500, maxMs: 60_000 };

describe('whenDue', () => {
  let database: TestDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    source = await new DataSource({ type: 'postgres', url: database.adminUrl }).initialize();
    await source.query('CREATE TABLE polls (next_at timestamptz)');
  });
  beforeEach(() => source.query('TRUNCATE polls'));
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  /** @returns how often the work ran, and the milliseconds until the next round */
  const round = async (...seconds: (number | null)[]): Promise<{ ran: number; nextMs: number | void }> => {
    for (const each of seconds)
      await source.query(`INSERT INTO polls VALUES (now() + $1 * interval '1 second')`, [each]);
    let ran = 0;
    const nextMs = await whenDue(source, 'polls', 'next_at', BOUNDS, () => Promise.resolve((ran += 1)))();
    return { ran, nextMs };
  };

  it('a poller sleeps for the longest time if no row is ever due', async () => {
    const longest = { ran: 0, nextMs: 60_000 };
    expect([await round(), await round(null), await round(3_600)]).toEqual([longest, longest, longest]);
  });

  it('a poller sleeps until the earliest row is due', async () => {
    const { ran, nextMs } = await round(40, 20, null, 30);
    expect(ran).toBe(0);
    expect(nextMs).toBeGreaterThan(10_000);
    expect(nextMs).toBeLessThanOrEqual(20_000);
  });

  it('a poller works if a row is due, and soon again, because the row may be locked by another replica', async () => {
    expect(await round(40, -5)).toEqual({ ran: 1, nextMs: 500 });
  });
});
