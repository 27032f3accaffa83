import { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { untilDue } from './until-due';

const BOUNDS = { minMs: 500, maxMs: 60_000 };

describe('untilDue', () => {
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

  const next = async (...seconds: (number | null)[]): Promise<number> => {
    for (const each of seconds)
      await source.query(`INSERT INTO polls VALUES (now() + $1 * interval '1 second')`, [each]);
    return untilDue(source, 'polls', 'next_at', BOUNDS);
  };

  it('a poller sleeps for the longest time if no row is ever due', async () => {
    expect([await next(), await next(null)]).toEqual([60_000, 60_000]);
  });

  it('a poller sleeps until the earliest row is due', async () => {
    const ms = await next(40, 20, null, 30);
    expect(ms).toBeGreaterThan(10_000);
    expect(ms).toBeLessThanOrEqual(20_000);
  });

  it('the sleep stays within its bounds', async () => {
    expect(await next(3_600)).toBe(60_000);
    expect(await next(-5)).toBe(500);
  });
});
