import { LuitError } from '@luit/contracts/errors';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../testing/database';
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

  it('converts an unexpected error to internal_error without its cause', async () => {
    const failure = await failureOf({}, 'SELECT secret FROM nowhere');
    expect(toLuitError(failure)).toMatchObject({ code: 'internal_error' });
    expect(toLuitError(failure).message).not.toContain('nowhere');
  });
});
