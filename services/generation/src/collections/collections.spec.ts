import { MAX_COLLECTION_ITEMS, MAX_COLLECTIONS } from '@luit/contracts/generation/limits';
import { generationCalls } from '@luit/contracts/generation/messages';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';
import { COLLECTIONS } from './collections.service';

describe('collections', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({
      providerConcurrency: 1_000,
      userConcurrency: 1_000,
      limits: { reconcileIntervalMs: 600_000 },
    });
  });
  afterAll(() => app.close());

  const create = (userId: string, name = 'Boats') => app.call(generationCalls.createCollection, { userId, name });
  const list = async (userId: string) => (await app.call(generationCalls.listCollections, { userId })).collections;
  const add = (userId: string, collectionId: string, requestIds: string[]) =>
    app.call(generationCalls.addToCollection, { userId, collectionId, requestIds });
  const take = (userId: string, collectionId: string, requestIds: string[]) =>
    app.call(generationCalls.removeFromCollection, { userId, collectionId, requestIds });
  const shown = async (userId: string, collection: string, query: { limit?: number; cursor?: string } = {}) =>
    (await app.call(generationCalls.listRequests, { userId, limit: 50, collection, ...query })).requests.map(
      ({ id }) => id,
    );
  const three = async () => {
    const userId = uuidv7();
    const ids = [];
    for (const prompt of ['a boat', 'a kite', 'a boat at dawn']) ids.push((await app.create({ userId, prompt })).id);
    return { userId, ids: ids as [string, string, string] };
  };
  const finish = async (id: string) => {
    await app.submit(id);
    await app.succeed(id);
  };

  it('names are trimmed, listed in order, and unique whatever their case', async () => {
    const userId = uuidv7();
    const boats = await create(userId, '  Boats ');
    expect(boats).toMatchObject({ name: 'Boats', size: 0 });
    await create(userId, 'नाव');
    await create(userId, 'animals');
    expect((await list(userId)).map(({ name }) => name)).toEqual(['animals', 'Boats', 'नाव']);
    await expect(create(userId, 'BOATS')).rejects.toMatchObject({ code: 'conflict' });
    await expect(create(userId, 'x'.repeat(81))).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(create(userId, ' \t ')).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(create(userId, 'a\0b')).rejects.toMatchObject({ code: 'validation_failed' });
    await create(userId, '🚣'.repeat(80));
    await create(uuidv7(), 'Boats');
  });

  it('of concurrent collections with the same name, one is created', async () => {
    const userId = uuidv7();
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => create(userId)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await list(userId)).toHaveLength(1);
  });

  it('a collection is renamed, also to another case, but not to the name of another one', async () => {
    const userId = uuidv7();
    const { id: collectionId } = await create(userId);
    await create(userId, 'Kites');
    const rename = (name: string) => app.call(generationCalls.renameCollection, { userId, collectionId, name });
    expect(await rename('boats')).toMatchObject({ id: collectionId, name: 'boats' });
    await expect(rename('kites')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('requests are added and removed, repeated calls change nothing, and the library shows those of a collection', async () => {
    const { userId, ids } = await three();
    const { id } = await create(userId);
    expect(await add(userId, id, [ids[0], ids[2], uuidv7()])).toMatchObject({ size: 2 });
    expect(await add(userId, id, [ids[0]])).toMatchObject({ size: 2 });
    expect(await shown(userId, id)).toEqual([ids[2], ids[0]]);
    expect(await shown(userId, id, { limit: 1, cursor: ids[2] })).toEqual([ids[0]]);
    expect(await take(userId, id, [ids[2], ids[1]])).toMatchObject({ size: 1 });
    expect(await shown(userId, id)).toEqual([ids[0]]);
    await expect(add(userId, id, [uuidv7()])).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a deleted collection keeps its requests in the library', async () => {
    const { userId, ids } = await three();
    const { id: collectionId } = await create(userId);
    await add(userId, collectionId, ids);
    await app.call(generationCalls.deleteCollection, { userId, collectionId });
    expect(await list(userId)).toEqual([]);
    expect(await shown(userId, collectionId)).toEqual([]);
    expect((await app.call(generationCalls.listRequests, { userId, limit: 50 })).requests).toHaveLength(3);
    await expect(app.call(generationCalls.deleteCollection, { userId, collectionId })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('only the owner sees and changes a collection, and only with requests of their own', async () => {
    const { userId, ids } = await three();
    const { id: collectionId } = await create(userId);
    await add(userId, collectionId, [ids[0]]);
    const other = await three();
    for (const [who, what] of [
      [other.userId, collectionId],
      [userId, uuidv7()],
      [userId, 'nothing'],
    ] as const) {
      const calls = [
        app.call(generationCalls.renameCollection, { userId: who, collectionId: what, name: 'Mine' }),
        app.call(generationCalls.deleteCollection, { userId: who, collectionId: what }),
        app.call(generationCalls.listCollectionItems, { userId: who, collectionId: what, limit: 10 }),
        add(who, what, [ids[0]]),
        take(who, what, [ids[0]]),
      ];
      for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'not_found' });
    }
    await expect(add(userId, collectionId, [other.ids[0]])).rejects.toMatchObject({ code: 'not_found' });
    expect(await list(other.userId)).toEqual([]);
    expect(await shown(other.userId, collectionId)).toEqual([]);
    expect(await list(userId)).toMatchObject([{ name: 'Boats', size: 1 }]);
  });

  it('a request in the trash is not counted and comes back, an erased one leaves, and the account takes its collections with it', async () => {
    const { userId, ids } = await three();
    for (const id of ids) await finish(id);
    const { id } = await create(userId);
    await add(userId, id, ids);
    const items = async () =>
      (await app.call(generationCalls.listCollectionItems, { userId, collectionId: id, limit: 10 })).requestIds;
    await app.call(generationCalls.moveToTrash, { userId, requestId: ids[0] });
    expect(await list(userId)).toMatchObject([{ size: 2 }]);
    expect(await items()).toHaveLength(3);
    await app.call(generationCalls.takeFromTrash, { userId, requestId: ids[0] });
    expect(await list(userId)).toMatchObject([{ size: 3 }]);
    await app.call(generationCalls.deleteRequest, { userId, requestId: ids[0] });
    expect(await items()).toEqual([ids[2], ids[1]]);
    await app.call(generationCalls.eraseRequests, { userId });
    expect(await list(userId)).toEqual([]);
    const left = await app.database.query<object[]>('SELECT FROM collection_items WHERE collection_id = $1', [id]);
    expect(left).toEqual([]);
  });

  it('an account has at most 200 collections, and a collection at most 10,000 requests', async () => {
    const { userId, ids } = await three();
    const { id } = await create(userId);
    await app.database.query(
      `INSERT INTO collections (user_id, name) SELECT $1, 'Number ' || n FROM generate_series(2, $2) AS n`,
      [userId, MAX_COLLECTIONS],
    );
    await expect(create(userId, 'One more')).rejects.toMatchObject({ code: 'conflict' });
    await finish(ids[0]);
    await copies(ids[0], MAX_COLLECTION_ITEMS - 1, userId);
    await app.database.query(
      `INSERT INTO collection_items SELECT $1, id FROM requests WHERE user_id = $2 AND client_ref LIKE 'copy%'`,
      [id, userId],
    );
    await expect(add(userId, id, [ids[0], ids[1]])).rejects.toMatchObject({ code: 'conflict' });
    expect(await add(userId, id, [ids[0]])).toMatchObject({ size: MAX_COLLECTION_ITEMS });
    const page = { userId, collectionId: id, limit: 1_000 };
    const first = await app.call(generationCalls.listCollectionItems, page);
    const second = await app.call(generationCalls.listCollectionItems, { ...page, cursor: first.nextCursor ?? '' });
    expect(new Set([...first.requestIds, ...second.requestIds]).size).toBe(2_000);
  });

  it('sizes and pages are read from indexes, whatever the number of requests in the store', async () => {
    const { userId, ids } = await three();
    const { id } = await create(userId);
    await add(userId, id, ids);
    const others = uuidv7();
    await finish(ids[0]);
    await copies(ids[0], 3_000, others);
    await app.database.query(
      `INSERT INTO collections (user_id, name) SELECT gen_random_uuid(), 'Boats' FROM generate_series(1, 600)`,
    );
    await app.database.query(
      `INSERT INTO collection_items
       SELECT c.id, r.id FROM (SELECT id, row_number() OVER () AS n FROM collections WHERE name = 'Boats') c
         JOIN (SELECT id, row_number() OVER () AS n FROM requests WHERE user_id = $1) r ON r.n % 600 = c.n % 600
       ON CONFLICT DO NOTHING`,
      [others],
    );
    await app.database.query('ANALYZE requests, collections, collection_items');
    const planOf = async (sql: string, values: unknown[]) => {
      const lines = await app.database.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${sql}`, values);
      return lines.map((line) => line['QUERY PLAN']).join('\n');
    };
    const page = `SELECT r.id FROM requests r
      WHERE r.state NOT IN ('awaiting_payment', 'accepting', 'rejected') AND r.user_id = $1 AND r.erase_at IS NULL
        AND r.id IN (SELECT i.request_id FROM collection_items i JOIN collections c ON c.id = i.collection_id
                      WHERE c.id = $2 AND c.user_id = $1)
      ORDER BY r.id DESC LIMIT 25`;
    for (const plan of [await planOf(COLLECTIONS, [userId]), await planOf(page, [userId, id])]) {
      expect(plan).not.toContain('Seq Scan');
    }
  });

  /** Copies a finished request, which waits for no slot, without triggers, which count jobs. */
  async function copies(id: string, count: number, userId: string): Promise<void> {
    const own = ['id', 'client_ref', 'user_id', 'idempotency_key'];
    const columns = await app.database.query<{ name: string }[]>(
      `SELECT column_name AS name FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name = 'requests' AND column_name <> ALL ($1)`,
      [own],
    );
    const shared = columns.map(({ name }) => name).join(', ');
    await app.database.transaction(async (manager) => {
      await manager.query(`SET LOCAL session_replication_role = replica`);
      await manager.query(
        `INSERT INTO requests (id, client_ref, user_id, ${shared})
         SELECT uuidv7(-n * interval '1 second'), 'copy-' || n || $3, $3::uuid, ${shared}
           FROM requests, generate_series(1, $2::int) AS n WHERE id = $1`,
        [id, count, userId],
      );
    });
  }
});
