import { LuitError } from '@luit/contracts/errors';
import { Redis } from 'ioredis';
import { writeFile } from 'node:fs/promises';
import { Client } from 'pg';
import { metrics } from '../metrics/metrics';
import { assertAcceptsWrites } from './refused-writes';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { startTestRedis } from '../testing/redis';
import { toLuitError } from './errors';

describe('toLuitError', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.drop());

  /** Runs the statements on a new connection and returns the error. */
  const failureOf = async (settings: object, ...statements: string[]): Promise<unknown> => {
    const client = new Client({ connectionString: database.urlOf('generation'), ...settings });
    client.on('error', () => undefined);
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
      return null;
    } catch (error) {
      return error;
    } finally {
      // `end()` would wait for the response of a statement that is still running.
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    }
  };

  it('returns a LuitError unchanged', () => {
    const error = new LuitError('not_found', 'Not found');
    expect(toLuitError(error)).toBe(error);
  });

  it.each([
    ['a statement that took too long', {}, [`SET statement_timeout = 50`, 'SELECT pg_sleep(60)']],
    ['a server that does not respond', { query_timeout: 50 }, ['SELECT pg_sleep(60)']],
    ['a connection that an operator terminated', {}, ['SELECT pg_terminate_backend(pg_backend_pid())']],
    ['a read-only server', {}, ['SET default_transaction_read_only = on', 'CREATE TABLE written ()']],
  ])('converts %s to unavailable with a retry delay', async (_what, settings, statements) => {
    const failure = await failureOf(settings, ...statements);
    expect(failure).toBeInstanceOf(Error);
    expect(toLuitError(failure)).toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 });
  });

  it('converts an idle-in-transaction timeout, which a frozen process causes, to unavailable', () => {
    const ended = Object.assign(new Error('terminating connection due to idle-in-transaction timeout'), {
      code: '25P03',
    });
    expect(toLuitError(ended)).toMatchObject({ code: 'unavailable' });
  });

  it('converts an error of a full disk to storage_full, and of a full Postgres to unavailable', async () => {
    const failure = await writeFile('/dev/full', 'x').catch((error: unknown) => error);
    expect(toLuitError(failure)).toMatchObject({ code: 'storage_full', status: 507, retryAfterSeconds: 60 });
    const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' });
    expect(toLuitError(full)).toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 });
  });

  it('converts the error of a full Redis to unavailable, and counts it', async () => {
    const redis = await startTestRedis();
    const client = new Redis(redis.url);
    try {
      await client.config('SET', 'maxmemory', '1');
      const failure = await client.set('key', 'value').catch((error: unknown) => error);
      expect(toLuitError(failure)).toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 });
      expect(() => assertAcceptsWrites('redis')).toThrow('Writes are refused: full');
      expect(await metrics.getSingleMetricAsString('luit_writes_refused_total')).toContain(
        'luit_writes_refused_total{store="redis",reason="full"} 1',
      );
    } finally {
      client.disconnect();
      await redis.stop();
    }
  });

  it('converts an error for want of file descriptors to unavailable', () => {
    const failure = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
    expect(toLuitError(failure)).toMatchObject({ code: 'unavailable' });
  });

  it('converts an unexpected error to internal_error without its cause', async () => {
    const failure = await failureOf({}, 'SELECT secret FROM nowhere');
    expect(toLuitError(failure)).toMatchObject({ code: 'internal_error' });
    expect(toLuitError(failure).message).not.toContain('nowhere');
  });
});
