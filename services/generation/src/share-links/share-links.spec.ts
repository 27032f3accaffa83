import { authEvents } from '@luit/contracts/auth/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { ShareLink, ShareSettings } from '@luit/contracts/generation/share-links';
import { Queues } from '@luit/platform/queues/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

const DAY_MS = 86_400_000;
const PRIVATE: ShareSettings = { showsPrompt: false, isIndexed: false, expiresAt: null };

describe('share links', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000 });
  });
  afterAll(() => app.close());

  const finished = async (userId = uuidv7()) => {
    const { id } = await app.create({ userId, prompt: 'a boat at dawn' });
    await app.submit(id);
    await app.succeed(id);
    return { userId, requestId: id };
  };
  type Finished = Awaited<ReturnType<typeof finished>>;
  const find = async (of: Finished) => (await app.call(generationCalls.getShareLink, of)).link;
  const share = async (of: Finished, settings: Partial<ShareSettings> = {}): Promise<ShareLink> =>
    (await app.call(generationCalls.putShareLink, { ...of, ...PRIVATE, ...settings })).link;
  const open = ({ token }: { token: string }) => app.call(generationCalls.openShareLink, { token });
  const expire = (requestId: string) =>
    app.database.query(`UPDATE share_links SET expires_at = now() - interval '1 second' WHERE request_id = $1`, [
      requestId,
    ]);
  const notFound = { code: 'not_found' };

  it('a link opens the output, and the prompt only if its owner shows it', async () => {
    const video = await finished();
    expect(await find(video)).toBeNull();
    const link = await share(video);
    expect(link).toMatchObject(PRIVATE);
    expect(await find(video)).toEqual(link);
    expect(await open(link)).toMatchObject({
      ownerId: video.userId,
      type: 'video',
      prompt: null,
      duration: 5,
      outputKey: expect.stringContaining(video.requestId) as string,
      isIndexed: false,
    });
    const shown = await share(video, { showsPrompt: true, isIndexed: true });
    expect(shown).toMatchObject({ token: link.token, createdAt: link.createdAt, showsPrompt: true, isIndexed: true });
    expect(await open(link)).toMatchObject({ prompt: 'a boat at dawn', isIndexed: true });
  });

  it('the links of an account are listed, and end at a password reset unless the owner keeps them', async () => {
    const [kept, ended] = [await finished(), await finished()];
    ended.userId = kept.userId;
    await app.database.query('UPDATE requests SET user_id = $2 WHERE id = $1', [ended.requestId, kept.userId]);
    const foreign = await finished();
    const links = [await share(kept), await share(ended), await share(foreign)];
    const list = async () => (await app.call(generationCalls.listShareLinks, { userId: kept.userId })).links;
    expect(await list()).toMatchObject([
      { requestId: ended.requestId, prompt: 'a boat at dawn' },
      { requestId: kept.requestId },
    ]);
    expect(JSON.stringify(await list())).not.toContain(links[0]?.token);
    const at = new Date(Date.now() + 1_000).toISOString();
    const queue = app.resolve(Queues).named('events-generation');
    const payload = { userId: kept.userId, keep: [kept.requestId, uuidv7()], at };
    await queue.add(authEvents.accessRevoked.name, { payload }, { jobId: uuidv7() });
    await eventually(async () => expect(await list()).toMatchObject([{ requestId: kept.requestId }]));
    await expect(open(links[1] as ShareLink)).rejects.toMatchObject(notFound);
    await open(links[2] as ShareLink);
  });

  it('calls at the same time create one link', async () => {
    const video = await finished();
    const tokens = await Promise.all([share(video), share(video), share(video)]);
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(1);
  });

  it('a revoked link ends at once, and the next one has another address', async () => {
    const video = await finished();
    const first = await share(video);
    await app.call(generationCalls.revokeShareLink, video);
    await app.call(generationCalls.revokeShareLink, video);
    await expect(open(first)).rejects.toMatchObject(notFound);
    expect(await find(video)).toBeNull();
    const second = await share(video);
    expect(second.token).not.toBe(first.token);
    await expect(open(first)).rejects.toMatchObject(notFound);
  });

  it('an expired link ends, and is not revived by new settings', async () => {
    const video = await finished();
    const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
    const first = await share(video, { expiresAt });
    expect(await open(first)).toMatchObject({ expiresAt });
    await expire(video.requestId);
    await expect(open(first)).rejects.toMatchObject(notFound);
    expect(await find(video)).toBeNull();
    const second = await share(video);
    expect(second.token).not.toBe(first.token);
    await expect(open(first)).rejects.toMatchObject(notFound);
    expect(await open(second)).toMatchObject({ expiresAt: null });
    const past = new Date(Date.now() - 1_000).toISOString();
    await expect(share(video, { expiresAt: past })).rejects.toMatchObject({
      code: 'validation_failed',
      details: { expiresAt: expect.any(String) as string },
    });
  });

  it('the library says which requests are shared, and can be limited to them', async () => {
    const first = await finished();
    const second = await finished(first.userId);
    const third = await finished(first.userId);
    await share(first);
    await share(third);
    const list = (query: { shared?: boolean } = {}) =>
      app.call(generationCalls.listRequests, { userId: first.userId, limit: 50, ...query });
    expect((await list()).shared.sort()).toEqual([first.requestId, third.requestId]);
    const idsOf = async (query: { shared: boolean }) => (await list(query)).requests.map(({ id }) => id);
    expect(await idsOf({ shared: true })).toEqual([third.requestId, first.requestId]);
    expect(await idsOf({ shared: false })).toEqual([third.requestId, second.requestId, first.requestId]);
    await expire(third.requestId);
    expect((await list()).shared).toEqual([first.requestId]);
    expect(await idsOf({ shared: true })).toEqual([first.requestId]);
  });

  it('only the owner of a finished request in the library can share it', async () => {
    const userId = uuidv7();
    const { id } = await app.create({ userId, prompt: 'a kite' });
    await expect(share({ userId, requestId: id })).rejects.toMatchObject({ code: 'conflict' });
    expect(await find({ userId, requestId: id })).toBeNull();
    const video = await finished();
    for (const of of [
      { userId: uuidv7(), requestId: video.requestId },
      { userId, requestId: uuidv7() },
      { userId, requestId: 'nothing' },
    ]) {
      await expect(share(of)).rejects.toMatchObject(notFound);
      await expect(find(of)).rejects.toMatchObject(notFound);
      await expect(app.call(generationCalls.revokeShareLink, of)).rejects.toMatchObject(notFound);
    }
    await expect(open({ token: 'A'.repeat(22) })).rejects.toMatchObject(notFound);
  });

  it('a link ends with its request, and with the account', async () => {
    const kept = await finished();
    const deleted = await finished(kept.userId);
    const [keptLink, deletedLink] = [await share(kept), await share(deleted)];
    await app.call(generationCalls.deleteRequest, deleted);
    await expect(open(deletedLink)).rejects.toMatchObject(notFound);
    await expect(share(deleted)).rejects.toMatchObject(notFound);
    expect(await open(keptLink)).toMatchObject({ ownerId: kept.userId });
    await app.call(generationCalls.eraseRequests, { userId: kept.userId });
    await expect(open(keptLink)).rejects.toMatchObject(notFound);
    const rows = await app.database.query<object[]>('SELECT FROM share_links WHERE request_id = ANY ($1)', [
      [kept.requestId, deleted.requestId],
    ]);
    expect(rows).toHaveLength(0);
  });
});
