import { deriveJob } from '@luit/contracts/generation/derived-files';
import { generationCalls } from '@luit/contracts/generation/messages';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

describe('derived files', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000, limits: { reconcileIntervalMs: 600_000 } });
  });
  afterAll(() => app.close());

  const finished = async () => {
    const userId = uuidv7();
    const { id: requestId } = await app.create({ userId });
    await app.submit(requestId);
    await app.succeed(requestId);
    return { userId, requestId };
  };
  const jobsOf = async (requestId: string) =>
    (
      await app.database.query<object[]>(
        `SELECT FROM outbox WHERE kind = 'job' AND name = $1 AND payload ->> 'id' = $2`,
        [deriveJob.name, requestId],
      )
    ).length;
  const files = (requestId: string) => ({
    small: { key: `outputs/${requestId}/small.mp4`, bytes: 300 },
    animation: { key: `outputs/${requestId}/animation.webp`, bytes: 200 },
  });
  const request = (of: { userId: string; requestId: string }) => app.call(generationCalls.requestDerivedFiles, of);
  const get = (of: { userId: string; requestId: string }) => app.call(generationCalls.getDerivedFiles, of);

  it('they are made once, when someone asks for them, and not before', async () => {
    const of = await finished();
    const { requestId } = of;
    expect(await get(of)).toEqual({ derived: null });
    expect(await jobsOf(requestId)).toBe(0);
    const making = { derived: { state: 'making', small: null, animation: null } };
    expect(await Promise.all([request(of), request(of)])).toEqual([making, making]);
    expect(await jobsOf(requestId)).toBe(1);
    const claim = await app.call(generationCalls.claimDerivation, { requestId });
    expect(claim).toEqual({ action: 'make', outputKey: `outputs/${requestId}.mp4` });
    const record = { requestId, ...files(requestId) };
    expect(await app.call(generationCalls.recordDerivation, record)).toEqual({ isKept: true });
    expect(await app.call(generationCalls.claimDerivation, { requestId })).toEqual({ action: 'none' });
    expect(await request(of)).toEqual({ derived: { state: 'ready', ...files(requestId) } });
    expect(await jobsOf(requestId)).toBe(1);
    const { total } = await app.call(generationCalls.getStorageUsage, { userId: of.userId });
    expect(total).toEqual({ items: 1, bytes: 1_500 });
  });

  it('a failed conversion is tried again only when someone asks again', async () => {
    const of = await finished();
    const { requestId } = of;
    await request(of);
    await app.call(generationCalls.recordDerivationFailure, { requestId });
    expect(await get(of)).toMatchObject({ derived: { state: 'failed' } });
    expect(await app.call(generationCalls.claimDerivation, { requestId })).toEqual({ action: 'none' });
    expect(await request(of)).toMatchObject({ derived: { state: 'making' } });
    expect(await jobsOf(requestId)).toBe(2);
  });

  it('the files of a request that was deleted meanwhile are removed', async () => {
    const of = await finished();
    const { requestId } = of;
    await request(of);
    await app.call(generationCalls.deleteRequest, of);
    const record = { requestId, ...files(requestId) };
    expect(await app.call(generationCalls.recordDerivation, record)).toEqual({ isKept: false });
    expect(await app.call(generationCalls.claimDerivation, { requestId })).toEqual({ action: 'remove' });
    await app.call(generationCalls.recordErased, { requestId });
    const rows = await app.database.query<object[]>('SELECT FROM derived_files WHERE request_id = $1', [requestId]);
    expect(rows).toEqual([]);
    await expect(request(of)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('only the owner of a finished video can ask for them', async () => {
    const of = await finished();
    for (const who of [
      { ...of, userId: uuidv7() },
      { ...of, requestId: uuidv7() },
      { ...of, requestId: 'nothing' },
    ]) {
      await expect(request(who)).rejects.toMatchObject({ code: 'not_found' });
      await expect(get(who)).rejects.toMatchObject({ code: 'not_found' });
    }
    const userId = uuidv7();
    const { id: requestId } = await app.create({ userId });
    await expect(request({ userId, requestId })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('a shared video gets them at once, and the link shows them when they are there', async () => {
    const of = await finished();
    const settings = { showsPrompt: false, isIndexed: false, expiresAt: null };
    const { link } = await app.call(generationCalls.putShareLink, { ...of, ...settings });
    expect(await jobsOf(of.requestId)).toBe(1);
    const open = () => app.call(generationCalls.openShareLink, { token: link.token });
    expect(await open()).toMatchObject({ smallKey: null, animationKey: null });
    const { small, animation } = files(of.requestId);
    await app.call(generationCalls.recordDerivation, { requestId: of.requestId, small, animation });
    expect(await open()).toMatchObject({ smallKey: small.key, animationKey: animation.key });
  });

  it('a lost job is enqueued again, and counts as failed after five attempts', async () => {
    const of = await finished();
    const { requestId } = of;
    await request(of);
    const lose = () =>
      app.database.query(`UPDATE derived_files SET enqueued_at = now() - interval '3 minutes' WHERE request_id = $1`, [
        requestId,
      ]);
    await lose();
    await app.reconcile(0);
    expect(await jobsOf(requestId)).toBe(2);
    await app.reconcile(0);
    expect(await jobsOf(requestId)).toBe(2);
    for (let attempt = 3; attempt <= 6; attempt += 1) {
      await lose();
      await app.reconcile(0);
    }
    expect(await jobsOf(requestId)).toBe(5);
    expect(await get(of)).toMatchObject({ derived: { state: 'failed' } });
  });
});
