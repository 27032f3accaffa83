import { generationCalls } from '@luit/contracts/generation/messages';
import { fingerprintOf, possibleFingerprints } from '@luit/media/fingerprints/fingerprint';
import { VIDEO_FRAMES } from '@luit/media/fingerprints/frames';
import { testFrames } from '@luit/media/testing/frames';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

describe('verifications', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000 });
  });
  afterAll(() => app.close());

  const hex = (bytes: Buffer) => bytes.toString('hex');
  const made = async (
    seed: number,
    completedAt: string,
    fingerprint = fingerprintOf(testFrames(seed, VIDEO_FRAMES)),
  ) => {
    const { id, userId } = await app.create();
    await app.submit(id);
    await app.succeed(id, fingerprint && hex(fingerprint));
    await app.set(id, `completed_at = '${completedAt}'`);
    return { id, userId };
  };
  const possible = async (seed: number) => (await possibleFingerprints(testFrames(seed, VIDEO_FRAMES))).map(hex);
  const similar = async (seed: number) =>
    (await app.call(generationCalls.findSimilarOutputs, { possible: await possible(seed) })).outputs;
  const find = async (requestId: string, seed: number) =>
    app.call(generationCalls.findNamedOutput, { requestId, kind: 'video', possible: await possible(seed) });
  const named = async (requestId: string, seed: number) => (await find(requestId, seed)).output;

  it('a copy without metadata is found by its looks, and the answer holds for all outputs that look like it', async () => {
    const [first, second] = ['2026-11-02T10:00:00.000Z', '2026-11-20T10:00:00.000Z'];
    await made(1, second);
    await made(1, first);
    await made(2, '2026-10-01T10:00:00.000Z');
    expect(await similar(1)).toEqual({ kind: 'video', madeFrom: first, madeUntil: second, models: ['Seedance'] });
    expect(await similar(3)).toBeNull();
    expect((await app.call(generationCalls.findSimilarOutputs, { possible: [] })).outputs).toBeNull();
  });

  it('metadata names an output, and whether it looks like the file is said if that is known', async () => {
    const at = '2026-11-03T10:00:00.000Z';
    const { id } = await made(4, at);
    const facts = { kind: 'video', madeFrom: at, madeUntil: at, models: ['Seedance'] };
    expect(await named(id, 4)).toEqual({ ...facts, isSimilar: true });
    expect(await named(id, 5)).toEqual({ ...facts, isSimilar: false });
    const plain = await made(4, at, null);
    expect(await named(plain.id, 4)).toEqual({ ...facts, isSimilar: null });
    expect(await find(uuidv7(), 4)).toEqual({ output: null, isErased: false });
  });

  it('a picture that names a video differs from it, whatever it looks like; a plain video cannot be compared', async () => {
    const { id } = await made(7, '2026-11-03T10:00:00.000Z');
    const picture = (await possibleFingerprints(testFrames(7, 1))).map(hex);
    for (const ofFile of [picture, []]) {
      const found = app.call(generationCalls.findNamedOutput, { requestId: id, kind: 'photo', possible: ofFile });
      expect((await found).output).toMatchObject({ isSimilar: false });
    }
    const plain = app.call(generationCalls.findNamedOutput, { requestId: id, kind: 'video', possible: [] });
    expect((await plain).output).toMatchObject({ isSimilar: null });
  });

  it('an output that is taken down was made here as well; an erased one has left nothing to compare', async () => {
    const { id, userId } = await made(6, '2026-11-04T10:00:00.000Z');
    const notice = { kind: 'unlawful', reason: 'an order', takenDownAt: '2026-11-05T10:00:00.000Z' };
    await app.set(id, `takedown = '${JSON.stringify(notice)}'`);
    expect(await similar(6)).not.toBeNull();
    await app.set(id, 'takedown = NULL');
    await app.call(generationCalls.deleteRequest, { requestId: id, userId });
    await app.call(generationCalls.recordErased, { requestId: id });
    expect(await similar(6)).toBeNull();
    expect(await find(id, 6)).toEqual({ output: null, isErased: true });
    expect(await app.row(id)).toMatchObject({ fingerprint: null, fingerprint_bucket: null });
  });
});
