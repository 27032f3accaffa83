import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { NewRequest } from '@luit/contracts/generation/requests';
import { RetentionCleaner } from '@luit/platform/retention/retention-cleaner';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

const KEY_CONCURRENCY = 5;
const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`key ${i}`, 'value']));

describe('acceptance', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ replicas: 2, apiKeyConcurrency: KEY_CONCURRENCY });
  });

  afterAll(() => app.close());
  afterEach(() => {
    app.billing.holdOverride = undefined;
  });

  const countOf = async (userId: string): Promise<Record<string, number>> => {
    const rows: { state: string; n: number }[] = await app.database.query(
      `SELECT state, count(*)::int AS n FROM requests WHERE user_id = $1 GROUP BY state`,
      [userId],
    );
    return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
  };

  const faults: [string, object, string, string][] = [
    ['an empty prompt', { prompt: ' \n ' }, 'validation_failed', 'prompt'],
    ['a prompt of 2 001 characters', { prompt: 'x'.repeat(2_001) }, 'validation_failed', 'prompt'],
    ['a prompt that is no text', { prompt: 7 }, 'validation_failed', 'prompt'],
    ['a prompt with NUL', { prompt: 'a\0b' }, 'validation_failed', 'prompt'],
    ['a prompt with half of a surrogate pair', { prompt: 'a\ud800b' }, 'validation_failed', 'prompt'],
    ['a duration of 7 seconds', { duration: 7 }, 'validation_failed', 'duration'],
    ['a duration as text', { duration: '5' }, 'validation_failed', 'duration'],
    ['an unknown plan', { planId: '9s-8k' }, 'validation_failed', 'planId'],
    ['a plan of another duration', { planId: '10s-480p' }, 'validation_failed', 'duration'],
    ['an unknown model', { model: 'toString' }, 'validation_failed', 'model'],
    ['no image', { type: 'image_video' }, 'validation_failed', 'imageKey'],
    ['a fractional price', { expectedCredits: 1.5 }, 'validation_failed', 'expectedCredits'],
    ['17 pairs of metadata', { metadata: pairs(17) }, 'validation_failed', 'metadata'],
    ['a long value of metadata', { metadata: { a: 'x'.repeat(513) } }, 'validation_failed', 'metadata.a'],
    [
      'a long key of metadata',
      { metadata: { ['k'.repeat(65)]: '' } },
      'validation_failed',
      `metadata.${'k'.repeat(65)}`,
    ],
    ['a long key', { idempotencyKey: 'k'.repeat(65) }, 'validation_failed', 'idempotencyKey'],
    [
      'an option that the model does not support',
      { type: 'image_video', imageKey: 'i', model: 'zeroscope' },
      'unsupported_combination',
      'model',
    ],
    ['another price', { expectedCredits: 17 }, 'price_changed', 'credits'],
  ];
  it.each(faults)(
    'a request with %s is refused with the field name, without a hold or a row [G-13, G-56]',
    async (_, input, code, field) => {
      const userId = uuidv7();
      const error = await app.create({ userId, ...(input as Partial<NewRequest>) }).catch((e: LuitError) => e);
      expect(error).toMatchObject({ code, details: { [field]: expect.anything() as unknown } });
      expect([...app.billing.holds.values()].filter((hold) => hold.userId === userId)).toEqual([]);
      expect(await countOf(userId)).toEqual({});
    },
  );

  it('a prompt of 2 000 code points is accepted and trimmed [G-13]', async () => {
    const prompt = '🌊'.repeat(2_000);
    expect(await app.create({ prompt: `  ${prompt}\n` })).toMatchObject({ prompt, planId: '5s-480p' });
    expect(await app.create({ duration: 10 })).toMatchObject({ planId: '10s-480p', credits: 36 });
  });

  it('a price mismatch is refused with the current price', async () => {
    const error = await app.create({ model: 'stableVideo', expectedCredits: 18 }).catch((e: LuitError) => e);
    expect(error).toMatchObject({ code: 'price_changed', details: { credits: 22, expectedCredits: 18 } });
    expect(await app.create({ model: 'stableVideo', expectedCredits: 22 })).toMatchObject({ credits: 22 });
  });

  it('50 concurrent calls with one key create one request and get equal answers [G-46]', async () => {
    const input = { userId: uuidv7(), idempotencyKey: 'intent-1' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => app.create(input)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await countOf(input.userId)).toEqual({ pending: 1 });
    expect([...app.billing.holds.values()].filter((hold) => hold.userId === input.userId)).toHaveLength(1);
  });

  it('a reused key with other options conflicts; keys are scoped per user [G-46]', async () => {
    const input = { userId: uuidv7(), idempotencyKey: 'intent-2' };
    const first = await app.create(input);
    await expect(app.create({ ...input, prompt: 'another' })).rejects.toMatchObject({ code: 'idempotency_conflict' });
    await expect(app.create({ ...input, duration: 10 })).rejects.toMatchObject({ code: 'idempotency_conflict' });
    expect((await app.create({ idempotencyKey: 'intent-2' })).id).not.toBe(first.id);
  });

  it('a program that repeats a key while its first request is in flight gets a conflict, then the first answer', async () => {
    const answers: (() => void)[] = [];
    app.billing.holdOverride = (hold) =>
      new Promise((resolve) => answers.push(() => resolve(app.billing.placeHold(hold))));
    const input = { userId: uuidv7(), idempotencyKey: 'intent-4', apiKeyId: uuidv7() };
    const first = app.create(input);
    await eventually(() => expect(answers).toHaveLength(1));
    await expect(app.create(input)).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    answers[0]!();
    const { id, apiKeyId } = await first;
    expect(apiKeyId).toBe(input.apiKeyId);
    expect((await app.create(input)).id).toBe(id);
  });

  it('the hold of a program names its key, and an exhausted budget leaves no request', async () => {
    const input = { userId: uuidv7(), apiKeyId: uuidv7() };
    const { id } = await app.create(input);
    expect(app.billing.holds.get(id)).toMatchObject({ apiKeyId: input.apiKeyId });
    app.billing.holdOverride = () => {
      throw new LuitError('key_budget_exhausted', 'The monthly budget has 0 left');
    };
    await expect(app.create(input)).rejects.toMatchObject({ code: 'key_budget_exhausted' });
    expect(await countOf(input.userId)).toEqual({ pending: 1 });
  });

  it('of 40 concurrent requests of one API key, as many are accepted as one may have, on all replicas together', async () => {
    const input = { userId: uuidv7(), apiKeyId: uuidv7() };
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) => app.create({ ...input, idempotencyKey: `n-${i}` })),
    );
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as LuitError] : []));
    expect(refusals).toHaveLength(40 - KEY_CONCURRENCY);
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({
        code: 'key_concurrency_reached',
        retryAfterSeconds: 5,
        details: { limit: KEY_CONCURRENCY },
      });
    }
    expect(await countOf(input.userId)).toEqual({ pending: KEY_CONCURRENCY });
    await app.create({ ...input, apiKeyId: uuidv7() });
    await app.create({ userId: input.userId });
    const repeated = results.findIndex(({ status }) => status === 'fulfilled');
    const first = results[repeated] as PromiseFulfilledResult<{ id: string }>;
    expect((await app.create({ ...input, idempotencyKey: `n-${repeated}` })).id).toBe(first.value.id);
    await app.call(generationCalls.cancelRequest, { userId: input.userId, requestId: first.value.id });
    await app.create(input);
    await expect(app.create(input)).rejects.toMatchObject({ code: 'key_concurrency_reached' });
  });

  it('a full API key refuses its own requests alone, beside those of other keys, of people and repeated ones', async () => {
    const userId = uuidv7();
    const [full, free] = [uuidv7(), uuidv7()];
    await Promise.all(Array.from({ length: KEY_CONCURRENCY }, () => app.create({ userId, apiKeyId: full })));
    const repeated = await app.create({ userId, apiKeyId: free, idempotencyKey: 'again' });
    const results = await Promise.allSettled([
      app.create({ userId, apiKeyId: full }),
      app.create({ userId, apiKeyId: free }),
      app.create({ userId }),
      app.create({ userId, apiKeyId: free, idempotencyKey: 'again' }),
    ]);
    expect(results).toMatchObject([
      { reason: { code: 'key_concurrency_reached' } },
      { value: { apiKeyId: free } },
      { value: { apiKeyId: null } },
      { value: { id: repeated.id } },
    ]);
    expect(await countOf(userId)).toEqual({ pending: KEY_CONCURRENCY + 3 });
  });

  it('requests of an API key wait while another batch of the key is inserted', async () => {
    const input = { userId: uuidv7(), apiKeyId: uuidv7() };
    const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
                        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    const created = await app.database.transaction(async (manager) => {
      await manager.query('SELECT lock_api_keys($1)', [[input.apiKeyId]]);
      const accepted = app.create(input);
      await eventually(async () => expect(await app.database.query(waiting)).toHaveLength(1));
      return { accepted };
    });
    expect((await created.accepted).apiKeyId).toBe(input.apiKeyId);
  });

  it('metadata come back with the request, and belong to what an idempotency key names', async () => {
    const input = { userId: uuidv7(), idempotencyKey: 'intent-5', metadata: { order: '1742', a: '' } };
    const created = await app.create(input);
    expect(Object.entries(created.metadata)).toEqual([
      ['a', ''],
      ['order', '1742'],
    ]);
    expect((await app.get(created)).metadata).toEqual(created.metadata);
    expect((await app.create({ ...input, metadata: { a: '', order: '1742' } })).id).toBe(created.id);
    await expect(app.create({ ...input, metadata: { order: '1743' } })).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    expect(await app.create({ userId: input.userId })).toMatchObject({ metadata: {} });
  });

  it('a repeated key returns its request even if the plan is no longer offered', async () => {
    const input = { userId: uuidv7(), idempotencyKey: 'intent-3', planId: '10s-720p', duration: 10 };
    const first = await app.create(input);
    await app.database.query(`UPDATE plans SET is_active = false WHERE id = '10s-720p'`);
    try {
      await eventually(() =>
        expect(app.create({ ...input, userId: uuidv7() })).rejects.toMatchObject({ code: 'validation_failed' }),
      );
      expect((await app.create(input)).id).toBe(first.id);
    } finally {
      await app.database.query(`UPDATE plans SET is_active = true WHERE id = '10s-720p'`);
    }
  });

  it('of 100 concurrent requests with credits for 7, exactly 7 are accepted and 93 refused with the shortfall [SRV-05]', async () => {
    const userId = uuidv7();
    app.billing.balances.set(userId, 7 * 18 + 5);
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => app.create({ userId })));
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as LuitError] : []));
    expect(refusals).toHaveLength(93);
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ code: 'insufficient_credits', details: { shortfall: 13 } });
    }
    expect(await countOf(userId)).toEqual({ pending: 7 });
    expect(app.billing.balances.get(userId)).toBe(5);
    const settlements = await app.settled();
    const own: { id: string }[] = await app.database.query(`SELECT id FROM requests WHERE user_id = $1`, [userId]);
    expect(settlements.filter(({ requestId }) => own.some(({ id }) => id === requestId))).toEqual([]);
  });

  describe('at zero credits', () => {
    const expectRefused = async (times: number, input: Partial<NewRequest>): Promise<void> => {
      for (let sent = 0; sent < times; sent += 1) {
        await expect(app.create(input)).rejects.toMatchObject({ code: 'insufficient_credits' });
      }
    };

    it('50 requests without a key leave no row', async () => {
      const userId = uuidv7();
      app.billing.balances.set(userId, 0);
      await expectRefused(50, { userId });
      expect(await countOf(userId)).toEqual({});
    });

    it('50 requests with keys leave 20 rows, which are deleted after the retention', async () => {
      const userId = uuidv7();
      app.billing.balances.set(userId, 0);
      await expectRefused(25, { userId, idempotencyKey: 'one key' });
      for (let sent = 0; sent < 25; sent += 1) await expectRefused(1, { userId, idempotencyKey: `key ${sent}` });
      expect(await countOf(userId)).toEqual({ rejected: 20 });
      const age = (days: string, money: string) =>
        app.database.query(
          `UPDATE requests SET completed_at = now() - $2::interval, money_state = $3 WHERE user_id = $1`,
          [userId, days, money],
        );
      const deleteOld = () => app.resolve(RetentionCleaner).round();
      await age('6 days', 'returned');
      await deleteOld();
      expect(await countOf(userId)).toEqual({ rejected: 20 });
      await age('8 days', 'held');
      await deleteOld();
      expect(await countOf(userId)).toEqual({ rejected: 20 });
      await age('8 days', 'returned');
      await deleteOld();
      expect(await countOf(userId)).toEqual({});
    });
  });

  it('the priority is the owner’s number of unfinished jobs', async () => {
    const userId = uuidv7();
    const created = [await app.create({ userId }), await app.create({ userId }), await app.create({ userId })];
    const priorities = await Promise.all(created.map(async ({ id }) => (await app.row(id)).priority));
    expect(priorities).toEqual([1, 2, 3]);
  });

  it('a refused key can be used again once there are credits [SRV-06]', async () => {
    const input = { userId: uuidv7(), idempotencyKey: 'intent-4' };
    app.billing.balances.set(input.userId, 17);
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => app.create(input)));
    expect(all.every(({ status }) => status === 'rejected')).toBe(true);
    for (const result of all) {
      expect(result).toMatchObject({ reason: { code: 'insufficient_credits', details: { shortfall: 1 } } });
    }
    app.billing.balances.set(input.userId, 18);
    const accepted = await app.create(input);
    expect(accepted.jobStatus).toBe('pending');
    expect((await app.create(input)).id).toBe(accepted.id);
  });

  it('a lost response of billing rejects the request and releases the hold', async () => {
    const input = { userId: uuidv7(), idempotencyKey: 'intent-5' };
    app.billing.holdOverride = (hold) => {
      app.billing.placeHold(hold);
      throw new LuitError('unavailable', 'lost');
    };
    await expect(app.create(input)).rejects.toMatchObject({ code: 'unavailable' });
    app.billing.holdOverride = undefined;
    const [hold] = [...app.billing.holds.values()].filter(({ userId }) => userId === input.userId);
    expect(await app.settled(hold!.holdId)).toEqual([
      expect.objectContaining({ outcome: 'rejected', credits: 18, requestId: hold!.holdId }),
    ]);
    expect(await app.updates(hold!.holdId)).toEqual([]);
    await expect(app.get({ id: hold!.holdId, userId: input.userId })).rejects.toMatchObject({ code: 'not_found' });
    expect((await app.create(input)).id).not.toBe(hold!.holdId);
  });

  it('an internal error of billing is handled like a lost response', async () => {
    const userId = uuidv7();
    let holdId = '';
    app.billing.holdOverride = (hold) => {
      holdId = hold.holdId;
      throw new Error('internal error');
    };
    await expect(app.create({ userId })).rejects.toMatchObject({ code: 'internal_error' });
    expect(await app.settled(holdId)).toHaveLength(1);
  });

  it('a request stuck in `accepting` is rejected, its hold released once and its key freed', async () => {
    const input = { userId: uuidv7(), idempotencyKey: 'intent-6' };
    let finish: (() => void) | undefined;
    let holdId = '';
    app.billing.holdOverride = (hold) =>
      new Promise((resolve) => {
        holdId = hold.holdId;
        finish = () => resolve(app.billing.placeHold(hold));
      });
    const waiting = app.create(input).catch((error: LuitError) => error);
    await eventually(() => expect(finish).toBeDefined());
    await app.set(holdId, `created_at = now() - interval '21 seconds'`);
    await app.reconcile(60_000);
    expect(await app.row(holdId)).toMatchObject({ state: 'rejected', idempotency_key: null });
    finish!();
    expect(await waiting).toMatchObject({ code: 'unavailable' });
    expect(await app.row(holdId)).toMatchObject({ state: 'rejected', sequence: 0 });
    await app.reconcile(60_000);
    expect(await app.settled(holdId)).toEqual([expect.objectContaining({ outcome: 'rejected' })]);
    app.billing.holdOverride = undefined;
    expect((await app.create(input)).id).not.toBe(holdId);
  });

  it('requests younger than twice the deadline are left alone', async () => {
    let finish: (() => void) | undefined;
    let holdId = '';
    app.billing.holdOverride = (hold) =>
      new Promise((resolve) => {
        holdId = hold.holdId;
        finish = () => resolve(app.billing.placeHold(hold));
      });
    const waiting = app.create();
    await eventually(() => expect(finish).toBeDefined());
    await app.reconcile(0);
    finish!();
    expect((await waiting).id).toBe(holdId);
  });
});
