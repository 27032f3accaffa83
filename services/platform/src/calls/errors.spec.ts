import { LuitError } from '@luit/contracts/errors';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { toLuitError } from './errors';

describe('what a caller may see of an error', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.drop());

  /** Asks on a connection of its own, and answers how that failed. */
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
      // One that waits for an answer that never comes does not end by being asked to.
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    }
  };

  it('of its own is all', () => {
    const own = new LuitError('not_found', 'Gone');
    expect(toLuitError(own)).toBe(own);
  });

  it.each([
    ['a statement that took too long', {}, [`SET statement_timeout = 50`, 'SELECT pg_sleep(60)']],
    ['a server that does not answer', { query_timeout: 50 }, ['SELECT pg_sleep(60)']],
    ['a connection that an operator ended', {}, ['SELECT pg_terminate_backend(pg_backend_pid())']],
  ])('of %s is that it may be asked again', async (_what, settings, statements) => {
    const failure = await failureOf(settings, ...statements);
    expect(failure).toBeInstanceOf(Error);
    expect(toLuitError(failure)).toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 });
  });

  it('of a transaction that stood still for too long, as a frozen process leaves it, is the same', () => {
    const ended = Object.assign(new Error('terminating connection due to idle-in-transaction timeout'), {
      code: '25P03',
    });
    expect(toLuitError(ended)).toMatchObject({ code: 'unavailable' });
  });

  it('of a bug is that it was our fault, and nothing of its cause', async () => {
    const failure = await failureOf({}, 'SELECT secret FROM nowhere');
    expect(toLuitError(failure)).toMatchObject({ code: 'internal_error' });
    expect(toLuitError(failure).message).not.toContain('nowhere');
  });
});
