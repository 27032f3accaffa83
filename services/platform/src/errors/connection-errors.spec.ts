import { DataSource, type EntityManager } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { eventually } from '../testing/eventually';
import { isConnectionError } from './connection-errors';

describe('isConnectionError', () => {
  let database: TestDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    source = await new DataSource({ type: 'postgres', url: database.adminUrl }).initialize();
  });

  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  /** Terminates the connection of a transaction and waits until TypeORM has noticed. */
  async function disconnect(manager: EntityManager): Promise<void> {
    const [{ pid }] = await manager.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid');
    await source.query('SELECT pg_terminate_backend($1)', [pid]);
    await eventually(() => expect(manager.queryRunner?.isReleased).toBe(true));
  }

  it.each([
    ['before a statement', (manager: EntityManager) => disconnect(manager).then(() => manager.query('SELECT 1'))],
    ['before the commit', disconnect],
    ['during a statement', (manager: EntityManager) => manager.query('SELECT pg_terminate_backend(pg_backend_pid())')],
  ])('recognizes a connection that a transaction loses %s', async (_moment, work) => {
    const error = await source.transaction<unknown>(work).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(isConnectionError(error)).toBe(true);
  });

  it('does not recognize an invalid statement', async () => {
    const error = await source.query('SELECT FROM nothing').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(isConnectionError(error)).toBe(false);
  });
});
