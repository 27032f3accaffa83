import { generationCalls } from '@luit/contracts/generation/messages';
import { RetentionCleaner } from '@luit/platform/retention/retention-cleaner';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

describe('ZIP downloads', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000 });
  });
  afterAll(() => app.close());

  const finished = async (userId: string, prompt: string) => {
    const { id } = await app.create({ userId, prompt });
    await app.submit(id);
    await app.succeed(id);
    return id;
  };
  const create = (userId: string, requestIds: string[]) =>
    app.call(generationCalls.createZipDownload, { userId, requestIds });
  const open = (id: string) => app.call(generationCalls.openZipDownload, { id });
  const notFound = { code: 'not_found' };

  it('holds the outputs in the order of the selection, without duplicates, unfinished requests and those of others', async () => {
    const userId = uuidv7();
    const [boat, kite] = [await finished(userId, 'a boat'), await finished(userId, 'a kite')];
    const open1 = await app.create({ userId });
    const foreign = await finished(uuidv7(), 'not mine');
    const { id, files } = await create(userId, [kite, open1.id, foreign, uuidv7(), boat, kite]);
    const { ownerId, entries } = await open(id);
    expect(ownerId).toBe(userId);
    expect(entries.map(({ requestId, prompt }) => [requestId, prompt])).toEqual([
      [kite, 'a kite'],
      [boat, 'a boat'],
    ]);
    expect(files).toBe(2);
    await expect(create(userId, [open1.id, foreign])).rejects.toMatchObject(notFound);
  });

  it('leaves out what was deleted meanwhile', async () => {
    const userId = uuidv7();
    const [boat, kite] = [await finished(userId, 'a boat'), await finished(userId, 'a kite')];
    const { id } = await create(userId, [boat, kite]);
    await app.call(generationCalls.moveToTrash, { userId, requestId: boat });
    expect((await open(id)).entries.map(({ requestId }) => requestId)).toEqual([kite]);
  });

  it('ends after a day, and is cleaned up', async () => {
    const userId = uuidv7();
    const { id } = await create(userId, [await finished(userId, 'a boat')]);
    await app.database.query(`UPDATE zip_downloads SET created_at = now() - interval '25 hours' WHERE id = $1`, [id]);
    await expect(open(id)).rejects.toMatchObject(notFound);
    await expect(open(uuidv7())).rejects.toMatchObject(notFound);
    await app.database.query(`UPDATE zip_downloads SET created_at = now() - interval '49 hours' WHERE id = $1`, [id]);
    await app.resolve(RetentionCleaner).round();
    expect(await app.database.query('SELECT FROM zip_downloads WHERE id = $1', [id])).toEqual([]);
  });
});
