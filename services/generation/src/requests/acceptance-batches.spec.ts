import { LuitError } from '@luit/contracts/errors';
import { LAST_QUEUE_POSITION } from '@luit/contracts/generation/limits';
import type { NewRequest } from '@luit/contracts/generation/requests';
import { withCorrelation } from '@luit/platform/tracing/correlation';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

describe('requests that arrive together', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start();
  });

  afterAll(() => app.close());
  afterEach(() => {
    app.billing.holdOverride = undefined;
  });

  const createAll = (inputs: Partial<NewRequest>[]) =>
    Promise.allSettled(inputs.map((input, i) => withCorrelation(`cause-${i}`, () => app.create(input))));

  const query = <Row>(sql: string, values: unknown[]): Promise<Row[]> => app.database.query(sql, values);

  it('share the statement that accepts them, and each keeps its own correlation id', async () => {
    const users = Array.from({ length: 20 }, () => uuidv7());
    const results = await createAll(users.map((userId) => ({ userId })));
    expect(results.every(({ status }) => status === 'fulfilled')).toBe(true);
    const [{ transactions }] = (await query<{ transactions: number }>(
      `SELECT count(DISTINCT xmin::text)::int AS transactions FROM requests WHERE user_id = ANY ($1)`,
      [users],
    )) as [{ transactions: number }];
    // The number of statements depends on when the replies of billing arrive. Without batches there would be one per request.
    expect(transactions).toBeLessThan(users.length);
    const stored = await query<{ userId: string; correlation: string }>(
      `SELECT user_id AS "userId", correlation FROM requests WHERE user_id = ANY ($1)`,
      [users],
    );
    expect(new Map(stored.map(({ userId, correlation }) => [userId, correlation]))).toEqual(
      new Map(users.map((userId, i) => [userId, `cause-${i}`])),
    );
  });

  it('take turns: each gets the next priority of its owner, and its position in the queue', async () => {
    const [one, other] = [uuidv7(), uuidv7()];
    await app.create({ userId: one });
    const results = await createAll([one, one, other, one, other].map((userId) => ({ userId })));
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
    const rows = await query<{ id: string; userId: string; priority: number }>(
      `SELECT id, user_id AS "userId", priority FROM requests WHERE user_id = ANY ($1) ORDER BY priority, id`,
      [[one, other]],
    );
    // Billing may answer in any order, so which of an owner's requests comes first is open.
    const prioritiesOf = (owner: string) =>
      rows.filter(({ userId }) => userId === owner).map(({ priority }) => priority);
    expect(prioritiesOf(one)).toEqual([1, 2, 3, 4]);
    expect(prioritiesOf(other)).toEqual([1, 2]);

    const positions = await Promise.all(
      rows.map(async ({ id, userId }) => (await app.get({ id, userId })).queuePosition),
    );
    expect(positions).toEqual(positions.toSorted((a, b) => Number(a) - Number(b)));
    expect(new Set(positions).size).toBe(rows.length);
    const last = await app.create({ userId: other });
    expect(await app.get(last)).toMatchObject({ queuePosition: last.queuePosition });
  });

  it('of an owner with a large backlog still get rising priorities, and the last position beyond 100', async () => {
    const userId = uuidv7();
    // More at once could wait for a connection for too long on a busy machine.
    for (let batch = 0; batch < 4; batch += 1) {
      const results = await createAll(Array.from({ length: 30 }, () => ({ userId })));
      expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
    }
    const last = await app.create({ userId });
    expect(last).toMatchObject({ queuePosition: LAST_QUEUE_POSITION, etaSeconds: null });
    expect(await app.get(last)).toMatchObject({ queuePosition: LAST_QUEUE_POSITION, etaSeconds: null });
    const rows = await query<{ priority: number }>(
      `SELECT priority FROM requests WHERE user_id = $1 ORDER BY priority`,
      [userId],
    );
    expect(rows.map(({ priority }) => priority)).toEqual(Array.from({ length: 121 }, (_, i) => i + 1));
  });

  it('are refused one by one, each with its own error', async () => {
    const poor = uuidv7();
    app.billing.balances.set(poor, 20);
    const results = await createAll([
      {},
      { prompt: 'some CSAM please' },
      { expectedCredits: 17 },
      { duration: 7 },
      {},
      { userId: poor, idempotencyKey: 'one' },
      { userId: poor, idempotencyKey: 'another' },
      { userId: poor },
    ]);
    const outcomes = results.map((result) =>
      result.status === 'fulfilled' ? result.value.jobStatus : (result.reason as LuitError).code,
    );
    expect(outcomes.slice(0, 5)).toEqual([
      'pending',
      'refused_by_policy',
      'price_changed',
      'validation_failed',
      'pending',
    ]);
    // Billing may place any of the three holds first; the balance covers one.
    expect(outcomes.slice(5).toSorted()).toEqual(['insufficient_credits', 'insufficient_credits', 'pending']);
    const accepted = results.slice(5).findIndex(({ status }) => status === 'fulfilled');
    expect(
      await query(`SELECT idempotency_key FROM requests WHERE user_id = $1 AND state = 'pending'`, [poor]),
    ).toEqual([{ idempotency_key: ['one', 'another', null][accepted] }]);
  });

  it('with the same key are one request; with other options under that key, a conflict', async () => {
    const input = { userId: uuidv7(), idempotencyKey: 'twice' };
    const results = await createAll([input, input, { ...input, prompt: 'another' }, { userId: uuidv7() }]);
    const outcomes = results.map((result) =>
      result.status === 'fulfilled' ? result.value.id : (result.reason as LuitError).code,
    );
    const [first, repeated, other, unrelated] = outcomes;
    expect(repeated).toBe(first);
    // Either prompt may be stored first; the other one is the conflict.
    expect([first, other].filter((outcome) => outcome === 'idempotency_conflict')).toHaveLength(1);
    expect(new Set(outcomes).size).toBe(3);
    expect(unrelated).not.toBe('idempotency_conflict');
  });

  it('whose holds fail in different ways are rejected in the right way each', async () => {
    const [lost, closed, accepted] = [uuidv7(), uuidv7(), uuidv7()];
    app.billing.holdOverride = (hold) => {
      if (hold.userId === lost) throw new LuitError('unavailable', 'lost');
      if (hold.userId === closed) throw new LuitError('account_closed', 'closed');
      return app.billing.placeHold(hold);
    };
    const inputs = [lost, closed, accepted].map((userId) => ({
      userId,
      idempotencyKey: 'own',
      imageKey: 'uploads/a.png',
    }));
    await createAll(inputs);
    const rows = await query<{ user_id: string }>(
      `SELECT user_id, state, money_state, prompt, image_key, refusal ->> 'code' AS code FROM requests WHERE user_id = ANY ($1)`,
      [[lost, closed, accepted]],
    );
    const rowOf = (userId: string) => rows.find(({ user_id }) => user_id === userId);
    expect(rowOf(lost)).toMatchObject({ state: 'rejected', money_state: 'held', code: 'unavailable' });
    expect(rowOf(closed)).toMatchObject({ state: 'rejected', money_state: 'returned', prompt: '', image_key: null });
    expect(rowOf(accepted)).toMatchObject({ state: 'pending', prompt: 'a river at dawn', code: null });
    const settled = await query(
      `SELECT payload ->> 'userId' AS "userId", payload ->> 'outcome' AS outcome, correlation FROM outbox
        WHERE name = 'generation.requestSettled' AND payload ->> 'userId' = ANY ($1)`,
      [[lost, closed, accepted]],
    );
    expect(settled).toEqual([{ userId: lost, outcome: 'rejected', correlation: 'cause-0' }]);
  });
});
