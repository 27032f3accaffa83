import { generationCalls } from '@luit/contracts/generation/messages';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';
import { STORAGE_USAGE } from './storage-usage.service';

/** Bytes of an output in these tests. */
const BYTES = 1_000;

describe('storage usage', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000 });
  });
  afterAll(() => app.close());

  it('counts what is stored, names what is in the trash, and no longer counts what was erased', async () => {
    const userId = uuidv7();
    const usage = () => app.call(generationCalls.getStorageUsage, { userId });
    expect(await usage()).toEqual({ total: { items: 0, bytes: 0 }, trash: { items: 0, bytes: 0 } });
    const [first, second] = [await app.create({ userId }), await app.create({ userId }), await app.create({ userId })];
    for (const { id } of [first, second]) {
      await app.submit(id);
      await app.succeed(id);
    }
    expect(await usage()).toEqual({ total: { items: 2, bytes: 2 * BYTES }, trash: { items: 0, bytes: 0 } });
    await app.call(generationCalls.moveToTrash, { userId, requestId: first.id });
    expect(await usage()).toEqual({ total: { items: 2, bytes: 2 * BYTES }, trash: { items: 1, bytes: BYTES } });
    await app.call(generationCalls.deleteRequest, { userId, requestId: first.id });
    await app.call(generationCalls.recordErased, { requestId: first.id });
    expect(await usage()).toEqual({ total: { items: 1, bytes: BYTES }, trash: { items: 0, bytes: 0 } });
    expect((await app.call(generationCalls.getStorageUsage, { userId: uuidv7() })).total.items).toBe(0);
  });

  it('is read from an index alone', async () => {
    const lines = await app.database.transaction(async (manager) => {
      // The planner would read a table of a few rows.
      await manager.query('SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off');
      return manager.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${STORAGE_USAGE}`, [uuidv7()]);
    });
    expect(lines.map((line) => line['QUERY PLAN']).join('\n')).toContain('Index Only Scan using requests_stored');
  });
});
