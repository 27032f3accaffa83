import { eraseJob } from '@luit/contracts/generation/account-deletion';
import { generationBroadcasts, generationCalls } from '@luit/contracts/generation/messages';
import { TestBroadcasts } from '@luit/platform/testing/broadcasts';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

const DAY_MS = 86_400_000;
const MONTH_MS = 30 * DAY_MS;

describe('the trash', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000 });
  });
  afterAll(() => app.close());

  const finished = async (userId = uuidv7(), input: Parameters<typeof app.create>[0] = {}) => {
    const { id } = await app.create({ userId, ...input });
    await app.submit(id);
    await app.succeed(id);
    return { userId, requestId: id };
  };
  type Finished = Awaited<ReturnType<typeof finished>>;
  const move = (of: Finished) => app.call(generationCalls.moveToTrash, of);
  const takeBack = (of: Finished) => app.call(generationCalls.takeFromTrash, of);
  const remove = (of: Finished) => app.call(generationCalls.deleteRequest, of);
  const libraryOf = async (userId: string) =>
    (await app.call(generationCalls.listRequests, { userId, limit: 50 })).requests.map(({ id }) => id);
  const trashOf = async (userId: string, page: { limit?: number; cursor?: string } = {}) =>
    app.call(generationCalls.listTrash, { userId, limit: 50, ...page });
  const trashedIds = async (userId: string) => (await trashOf(userId)).items.map(({ request }) => request.id);
  const filesOf = async ({ requestId }: Finished) =>
    (await app.call(generationCalls.listErasableFiles, { requestId })).keys;
  const eraseJobsOf = async ({ requestId }: Finished) =>
    (
      await app.database.query<object[]>(`SELECT FROM outbox WHERE name = $1 AND payload ->> 'id' = $2`, [
        eraseJob.name,
        requestId,
      ])
    ).length;
  const endTime = (of: Finished) => app.set(of.requestId, `erase_at = now() - interval '31 seconds'`);
  const notFound = { code: 'not_found' };

  it('a request leaves the library for the trash and comes back as it was, with its favorite and its link', async () => {
    const video = await finished();
    await app.call(generationCalls.setFavorite, { ...video, isFavorite: true });
    const settings = { showsPrompt: true, isIndexed: false, expiresAt: null };
    const { link } = await app.call(generationCalls.putShareLink, { ...video, ...settings });
    const before = await app.call(generationCalls.getRequest, video);

    const { eraseAt } = await move(video);
    expect(Math.abs(Date.parse(eraseAt) - Date.now() - MONTH_MS)).toBeLessThan(60_000);
    expect(await move(video)).toEqual({ eraseAt });
    expect(await libraryOf(video.userId)).toEqual([]);
    expect(await trashOf(video.userId)).toEqual({ items: [{ request: before, eraseAt }], nextCursor: null });
    await expect(app.call(generationCalls.getRequest, video)).rejects.toMatchObject(notFound);
    await expect(app.call(generationCalls.openShareLink, { token: link.token })).rejects.toMatchObject(notFound);

    await takeBack(video);
    await takeBack(video);
    expect(await trashedIds(video.userId)).toEqual([]);
    expect(await app.call(generationCalls.getRequest, video)).toEqual(before);
    const { favorites, shared } = await app.call(generationCalls.listRequests, { userId: video.userId, limit: 1 });
    expect([favorites, shared]).toEqual([[video.requestId], [video.requestId]]);
    expect(await app.call(generationCalls.openShareLink, { token: link.token })).toMatchObject({ type: 'video' });
  });

  it('nothing is erased before the 30 days are over, and then it cannot be taken back', async () => {
    const video = await finished();
    await move(video);
    await app.reconcile(600_000);
    expect([await filesOf(video), await eraseJobsOf(video)]).toEqual([null, 0]);
    await app.call(generationCalls.recordErased, video);
    expect(await app.row(video.requestId)).toMatchObject({ erased_at: null });

    await endTime(video);
    await expect(takeBack(video)).rejects.toMatchObject(notFound);
    expect(await trashedIds(video.userId)).toEqual([]);
    await app.reconcile(600_000);
    expect(await eraseJobsOf(video)).toBe(1);
    expect(await filesOf(video)).not.toEqual([]);
    await app.call(generationCalls.recordErased, video);
    expect(await app.row(video.requestId)).toMatchObject({ prompt: '', output_key: null });
  });

  it('a request in the trash can be deleted at once, and is deleted with the account', async () => {
    const video = await finished();
    const other = await finished(video.userId);
    await move(video);
    await move(other);
    await remove(video);
    expect(await eraseJobsOf(video)).toBe(1);
    await expect(takeBack(video)).rejects.toMatchObject(notFound);
    await expect(move(video)).rejects.toMatchObject(notFound);
    expect(await trashedIds(video.userId)).toEqual([other.requestId]);
    await app.call(generationCalls.eraseRequests, { userId: video.userId });
    expect(await eraseJobsOf(other)).toBe(1);
    expect(await trashedIds(video.userId)).toEqual([]);
  });

  it('an image stays while a request in the trash needs it', async () => {
    const userId = uuidv7();
    const input = { type: 'image_video', imageKey: `uploads/${userId}/a.png` } as const;
    const [first, second] = [await finished(userId, input), await finished(userId, input)];
    await move(first);
    await remove(second);
    expect(await filesOf(second)).not.toContain(input.imageKey);
    await remove(first);
    expect(await filesOf(first)).toContain(input.imageKey);
  });

  it('taking back and deleting at the same time leaves one of both outcomes', async () => {
    for (let round = 0; round < 8; round += 1) {
      const video = await finished();
      await move(video);
      const [taken, removed] = await Promise.allSettled([takeBack(video), remove(video)]);
      expect(removed.status).toBe('fulfilled');
      // Deleted either from the trash, or from the library after it had been taken back.
      if (taken.status === 'rejected') expect(taken.reason).toMatchObject(notFound);
      expect(await libraryOf(video.userId)).toEqual([]);
      expect(await eraseJobsOf(video)).toBe(1);
    }
  });

  it('every gateway forgets a request that was moved to the trash', async () => {
    const broadcasts = TestBroadcasts.connect(app.redis.url);
    const heard: string[] = [];
    await broadcasts.subscribe(generationBroadcasts.requestsErased, ({ requestIds }) => void heard.push(...requestIds));
    const video = await finished();
    await move(video);
    await eventually(() => Promise.resolve(expect(heard).toEqual([video.requestId])));
    await broadcasts.close();
  });

  it('only the owner of a finished request can use its trash, page by page', async () => {
    const userId = uuidv7();
    const open = await app.create({ userId });
    await expect(move({ userId, requestId: open.id })).rejects.toMatchObject({ code: 'not_finished' });
    const videos = [await finished(userId), await finished(userId), await finished(userId)];
    for (const video of videos) {
      const stranger = { ...video, userId: uuidv7() };
      await expect(move(stranger)).rejects.toMatchObject(notFound);
      await move(video);
      await expect(takeBack(stranger)).rejects.toMatchObject(notFound);
    }
    for (const requestId of [uuidv7(), 'nothing']) {
      await expect(move({ userId, requestId })).rejects.toMatchObject(notFound);
      await expect(takeBack({ userId, requestId })).rejects.toMatchObject(notFound);
    }
    const first = await trashOf(userId, { limit: 2 });
    expect(first.items.map(({ request }) => request.id)).toEqual([videos[2]?.requestId, videos[1]?.requestId]);
    const rest = await trashOf(userId, { limit: 2, cursor: first.nextCursor! });
    expect(rest.items.map(({ request }) => request.id)).toEqual([videos[0]?.requestId]);
    expect(rest.nextCursor).toBeNull();
    expect(await libraryOf(userId)).toEqual([open.id]);
  });
});
