import type { LuitError } from '@luit/contracts/errors';
import { MAX_SEED } from '@luit/contracts/generation/limits';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { AcceptedRecord, NewRequest, RequestRecord } from '@luit/contracts/generation/requests';
import { unavailable } from '@luit/platform/errors/errors';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { failure, GenerationTestApp } from '../test/generation-test-app';

const KEY_CONCURRENCY = 5;
/** Of the default model, for one image. */
const CREDITS = 8;

describe('results that are asked for at once', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    const roomy = { providerConcurrency: 1_000, userConcurrency: 1_000 };
    app = await GenerationTestApp.start({ replicas: 2, apiKeyConcurrency: KEY_CONCURRENCY, ...roomy });
  });
  afterAll(() => app.close());
  afterEach(() => {
    app.billing.holdOverride = undefined;
  });

  const createImages = (count: number, input: Partial<NewRequest> = {}) =>
    app.create({ type: 'image', duration: undefined, count, ...input });
  const allOf = ({ siblings, ...first }: AcceptedRecord): RequestRecord[] => [first, ...siblings];
  const holdsOf = (userId: string) => [...app.billing.holds.values()].filter((hold) => hold.userId === userId);
  const rowsOf = (userId: string) =>
    app.database.query<{ state: string }[]>(`SELECT state FROM requests WHERE user_id = $1`, [userId]);

  it.each([1, 2, 4])('%i images are as many requests, each with its own hold, price, place and seed', async (count) => {
    const records = allOf(await createImages(count, { seed: MAX_SEED - 1, expectedCredits: CREDITS * count }));
    const [{ id, userId }] = records as [RequestRecord];
    const set = (index: number) => (count === 1 ? null : { id, index });
    expect(records.map((record) => [record.set, record.credits, record.jobStatus, record.options?.seed])).toEqual(
      [MAX_SEED - 1, MAX_SEED, 0, 1].slice(0, count).map((seed, i) => [set(i), CREDITS, 'pending', seed]),
    );
    expect(new Set(holdsOf(userId).map(({ holdId }) => holdId))).toEqual(new Set(records.map((record) => record.id)));
    expect(holdsOf(userId).map(({ credits }) => credits)).toEqual(records.map(() => CREDITS));
    const { requests } = await app.call(generationCalls.listRequests, { userId, limit: 10, set: id });
    expect(requests.map((record) => record.id).sort()).toEqual(count === 1 ? [] : records.map((record) => record.id));
  });

  it('a balance that does not cover all of them refuses all of them', async () => {
    const userId = uuidv7();
    app.billing.balances.set(userId, CREDITS * 4 - 1);
    const error = await createImages(4, { userId }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'insufficient_credits', details: { required: CREDITS * 4, shortfall: 1 } });
    expect([holdsOf(userId), await rowsOf(userId)]).toEqual([[], []]);
    expect(allOf(await createImages(3, { userId }))).toHaveLength(3);
  });

  it('an unknown answer about the holds rejects all of them, so that billing releases each', async () => {
    const userId = uuidv7();
    app.billing.holdOverride = () => {
      throw unavailable();
    };
    await expect(createImages(3, { userId, idempotencyKey: 'key' })).rejects.toMatchObject({ code: 'unavailable' });
    expect(await rowsOf(userId)).toEqual([{ state: 'rejected' }, { state: 'rejected' }, { state: 'rejected' }]);
    const settled = (await app.settled()).filter((event) => event.userId === userId && event.outcome === 'rejected');
    expect(settled).toHaveLength(3);
  });

  it('a repeated key returns the same results; concurrent repeats create them once', async () => {
    const input = { userId: uuidv7(), idempotencyKey: 'images' };
    const answers = await Promise.all(Array.from({ length: 6 }, () => createImages(4, input)));
    const ids = answers.map((answer) => allOf(answer).map(({ id }) => id));
    expect(new Set(ids.map(String)).size).toBe(1);
    expect(ids[0]).toHaveLength(4);
    expect(await rowsOf(input.userId)).toHaveLength(4);
    for (const count of [1, 3]) {
      const refused: Promise<unknown> = createImages(count, input);
      await expect(refused).rejects.toMatchObject({ code: 'idempotency_conflict' });
    }
    expect(await rowsOf(input.userId)).toHaveLength(4);
  });

  it('all of them count against the limit of an API key, which admits a set as a whole', async () => {
    const input = { userId: uuidv7(), apiKeyId: uuidv7() };
    await createImages(3, input);
    await expect(createImages(3, input)).rejects.toMatchObject({ code: 'key_concurrency_reached' });
    expect(await rowsOf(input.userId)).toHaveLength(3);
    await createImages(2, input);
    await expect(createImages(1, input)).rejects.toMatchObject({ code: 'key_concurrency_reached' });
  });

  it('one that fails returns its credits and can be retried alone; the others go on', async () => {
    const records = allOf(await createImages(2));
    for (const { id } of records) await app.submit(id);
    const [failed, other] = records as [RequestRecord, RequestRecord];
    const lease = await app.track(failed.id);
    const outcome = { kind: 'failed', failure: failure('moderation') } as const;
    await app.call(generationCalls.settleJob, { requestId: failed.id, lease, outcome });
    expect(await app.settled(failed.id)).toMatchObject([{ outcome: 'failed', credits: CREDITS }]);
    expect(await app.settled(other.id)).toEqual([]);
    const { userId, id: requestId } = failed;
    const retried = await app.call(generationCalls.retryRequest, { userId, requestId });
    expect(retried).toMatchObject({ type: 'image', set: null, credits: CREDITS, retryOf: failed.id });
    await app.succeed(other.id);
    await eventually(async () => expect(await app.get(other)).toMatchObject({ status: 'completed' }));
  });

  it('a set that is stuck in acceptance is rejected as a whole', async () => {
    const userId = uuidv7();
    const records = allOf(await createImages(2, { userId }));
    for (const { id } of records) await app.set(id, `state = 'accepting', created_at = now() - interval '1 hour'`);
    await app.reconcile(0);
    expect(await rowsOf(userId)).toEqual([{ state: 'rejected' }, { state: 'rejected' }]);
  });

  const refusals: [string, Partial<NewRequest>, string, string][] = [
    ['five images', { count: 5 }, 'validation_failed', 'count'],
    ['an image with a duration', { duration: 5 }, 'unsupported_combination', 'duration'],
    ['an image with a camera motion', { cameraMotion: 'push-in' }, 'validation_failed', 'cameraMotion'],
    ['an image that continues a video', { extendOf: uuidv7() }, 'validation_failed', 'extendOf'],
    ['an image of a model for videos', { model: 'seedance' }, 'unsupported_combination', 'type'],
    ['a video of a model for images', { type: 'video', model: 'flux-dev' }, 'unsupported_combination', 'type'],
    [
      'a changed image of a model without a start',
      { model: 'flux-dev', imageKey: 'i' },
      'unsupported_combination',
      'start',
    ],
    [
      'two videos of a model that makes one',
      { type: 'video', model: 'seedance', count: 2 },
      'unsupported_combination',
      'count',
    ],
    ['another price', { count: 4, expectedCredits: CREDITS }, 'price_changed', 'credits'],
  ];
  it.each(refusals)('%s is refused at its field, without a row', async (_, input, code, field) => {
    const userId = uuidv7();
    const refused = createImages(1, { userId, ...input });
    const error = await refused.catch((caught: unknown) => caught as LuitError);
    expect(error).toMatchObject({ code, details: { [field]: expect.anything() as unknown } });
    expect(await rowsOf(userId)).toEqual([]);
  });

  it('the task of an edit has its image and asks the vendor for one', async () => {
    const { id, planId } = await createImages(1, { imageKey: `uploads/${uuidv7()}.png` });
    expect(planId).toBe('image');
    const claim = await app.claimSubmission(id);
    expect(claim).toMatchObject({
      action: 'submit',
      task: { type: 'image', duration: null, route: { model: 'google/nano-banana-2.1/edit' } },
    });
    expect(JSON.stringify(claim)).not.toContain('num_images');
  });
});
