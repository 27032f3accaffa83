import { generationCalls } from '@luit/contracts/generation/messages';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

describe('favorites', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000 });
  });
  afterAll(() => app.close());

  const mark = (userId: string, requestId: string, isFavorite = true) =>
    app.call(generationCalls.setFavorite, { userId, requestId, isFavorite });
  const list = (userId: string, query: { favorite?: boolean; q?: string; limit?: number; cursor?: string } = {}) =>
    app.call(generationCalls.listRequests, { userId, limit: 50, ...query });
  const idsOf = async (userId: string, query?: Parameters<typeof list>[1]) =>
    (await list(userId, query)).requests.map(({ id }) => id);
  const three = async () => {
    const userId = uuidv7();
    const requests = [];
    for (const prompt of ['a boat', 'a kite', 'a boat at dawn']) requests.push(await app.create({ userId, prompt }));
    return { userId, ids: requests.map(({ id }) => id) as [string, string, string] };
  };
  const rows = async (requestId: string) =>
    (await app.database.query<object[]>('SELECT FROM favorites WHERE request_id = $1', [requestId])).length;

  it('a mark is set and removed, repeated calls change nothing, and the list says which requests have one', async () => {
    const { userId, ids } = await three();
    expect((await list(userId)).favorites).toEqual([]);
    const { sequence } = await app.call(generationCalls.getRequest, { userId, requestId: ids[0] });
    await Promise.all([mark(userId, ids[0]), mark(userId, ids[0]), mark(userId, ids[2])]);
    expect((await list(userId)).favorites.sort()).toEqual([ids[0], ids[2]]);
    await mark(userId, ids[0], false);
    await mark(userId, ids[0], false);
    expect((await list(userId)).favorites).toEqual([ids[2]]);
    expect(await app.call(generationCalls.getRequest, { userId, requestId: ids[0] })).toMatchObject({ sequence });
  });

  it('the list can be limited to favorites, also by words and in pages', async () => {
    const { userId, ids } = await three();
    await mark(userId, ids[0]);
    await mark(userId, ids[1]);
    expect(await idsOf(userId, { favorite: true })).toEqual([ids[1], ids[0]]);
    expect(await idsOf(userId, { favorite: true, q: 'boat' })).toEqual([ids[0]]);
    expect(await idsOf(userId, { favorite: false })).toEqual([...ids].reverse());
    const { nextCursor, requests } = await list(userId, { favorite: true, limit: 1 });
    expect(requests.map(({ id }) => id)).toEqual([ids[1]]);
    expect(await idsOf(userId, { favorite: true, limit: 1, cursor: nextCursor ?? undefined })).toEqual([ids[0]]);
  });

  it('only the owner of a visible request can mark it', async () => {
    const { userId, ids } = await three();
    for (const [who, what] of [
      [uuidv7(), ids[0]],
      [userId, uuidv7()],
      [userId, 'nothing'],
    ] as const) {
      await expect(mark(who, what)).rejects.toMatchObject({ code: 'not_found' });
      await expect(mark(who, what, false)).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await rows(ids[0])).toBe(0);
  });

  it('a mark ends with its request, and with the account', async () => {
    const { userId, ids } = await three();
    for (const id of ids) {
      await mark(userId, id);
      await app.submit(id);
      await app.succeed(id);
    }
    await app.call(generationCalls.deleteRequest, { userId, requestId: ids[0] });
    expect(await rows(ids[0])).toBe(0);
    expect((await list(userId)).favorites.sort()).toEqual([ids[1], ids[2]]);
    await expect(mark(userId, ids[0])).rejects.toMatchObject({ code: 'not_found' });
    await app.call(generationCalls.eraseRequests, { userId });
    expect([await rows(ids[1]), await rows(ids[2])]).toEqual([0, 0]);
  });
});
