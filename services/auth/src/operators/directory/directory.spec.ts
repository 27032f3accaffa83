import { authCalls } from '@luit/contracts/auth/messages';
import type { UserSort } from '@luit/contracts/auth/user-directory';
import { billingEvents } from '@luit/contracts/billing/messages';
import { generationEvents } from '@luit/contracts/generation/messages';
import { eventQueueName, queuePrefix } from '@luit/platform/queues/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { Queue } from 'bullmq';
import { uuidv7 } from 'uuidv7';
import { startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';

describe('user directory', () => {
  let app: AuthTestApp;
  const ids: string[] = [];

  beforeAll(async () => {
    app = await startAuthTestApp();
    for (const email of ['Asha@example.com', 'bina_1@example.com', 'chandan@example.org', 'd%rju@example.org']) {
      ids.push((await app.signUp(email)).id);
    }
  });
  beforeEach(async () => {
    await app.rows(`UPDATE users SET status = 'active', last_sign_in_at = NULL`);
    await app.rows(`UPDATE users SET last_sign_in_at = now() - interval '3 days' WHERE id = $1`, [ids[1]]);
    await app.rows(`UPDATE users SET last_sign_in_at = now() - interval '40 days' WHERE id = $1`, [ids[2]]);
  });
  afterAll(() => app.close());

  const list = (more: { cursor?: string; words?: string; sort?: UserSort; limit?: number } = {}) =>
    app.calls.call(authCalls.listUsers, { limit: 10, ...more });
  const order = async (sort: UserSort) => (await list({ sort })).users.map(({ id }) => ids.indexOf(id));

  it('accounts are listed newest first by default and in every other order [ADM-11]', async () => {
    expect((await list()).users.map(({ id }) => ids.indexOf(id))).toEqual([3, 2, 1, 0]);
    expect(await order('created_at')).toEqual([0, 1, 2, 3]);
    expect(await order('email')).toEqual([0, 1, 2, 3]);
    expect(await order('-last_sign_in_at')).toEqual([1, 2, 3, 0]);
  });

  it.each(['email', '-email', 'created_at', '-created_at', 'last_sign_in_at', '-last_sign_in_at'] as const)(
    'paging by %s returns every account once [ADM-11]',
    async (sort) => {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await list({ sort, limit: 1, cursor });
        expect(page.total).toBe(4);
        seen.push(...page.users.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect(seen).toEqual((await list({ sort })).users.map(({ id }) => id));
    },
  );

  it.each([
    ['ASHA@', 1],
    ['example.org', 2],
    ['%', 1],
    ['_', 1],
    ['\\', 0],
    ['.*', 0],
    [`' OR 1=1 --`, 0],
    ['\0', 4],
  ])('the literal search for %j finds %i addresses [ADM-12]', async (words, count) => {
    expect((await list({ words })).users).toHaveLength(count);
  });

  it('accounts are found by id and by status [ADM-12]', async () => {
    expect((await list({ words: ids[2] })).users.map(({ id }) => id)).toEqual([ids[2]]);
    await app.rows(`UPDATE users SET status = 'blocked' WHERE id = $1`, [ids[1]]);
    const blocked = await app.calls.call(authCalls.listUsers, { limit: 10, status: 'blocked' });
    expect(blocked).toMatchObject({ users: [{ id: ids[1] }], total: 1, isTotalCapped: false });
  });

  it.each([
    ['ASHA@', [0]],
    ['asha@example.com', [0]],
    ['example', []],
    ['bina_1@example.c', [1]],
    ['%%', []],
    ['d%', [3]],
    ['car', [2]],
    ['CAROL s', [2]],
    ['smith', []],
    ['  ', []],
  ])('searching everything for %p finds addresses and names that begin with it', async (words, expected) => {
    await app.rows(`UPDATE users SET name = 'Carol Smith' WHERE id = $1`, [ids[2]]);
    const { users } = await app.calls.call(authCalls.searchUsers, { words });
    expect(users.map(({ id }) => ids.indexOf(id))).toEqual(expected);
  });

  it('searching everything finds an account by its id', async () => {
    expect(await app.calls.call(authCalls.searchUsers, { words: ids[1] ?? '' })).toMatchObject({
      users: [{ id: ids[1] }],
    });
    expect(await app.calls.call(authCalls.searchUsers, { words: uuidv7() })).toEqual({ users: [] });
  });

  it('a search text of 10 kB is rejected [ADM-12]', async () => {
    await expect(list({ words: 'a'.repeat(10_240) })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('counts cover all accounts, those registered today in IST, and those active in the last 30 days [G-55]', async () => {
    expect(await app.calls.call(authCalls.countUsers, {})).toEqual({ total: 4, today: 4, active: 1 });
    const queue = new Queue(eventQueueName('auth'), {
      prefix: queuePrefix(eventQueueName('auth')),
      connection: { url: app.redis.url },
    });
    const settled = { requestId: uuidv7(), userId: ids[2], outcome: 'failed', credits: 18, reason: null };
    await queue.add(generationEvents.requestSettled.name, { payload: settled }, { jobId: uuidv7() });
    await queue.close();
    const active = async () => (await app.calls.call(authCalls.countUsers, {})).active;
    await eventually(async () => expect(await active()).toBe(2));
    const seen = (daysAgo: number) =>
      app.rows(`UPDATE users SET last_sign_in_at = now() - $2 * interval '1 day' WHERE id = $1`, [ids[3], daysAgo]);
    await seen(29);
    expect(await active()).toBe(3);
    await seen(30);
    expect(await active()).toBe(2);
    await app.rows(`UPDATE users SET status = 'closed' WHERE id = $1`, [ids[2]]);
    expect(await app.calls.call(authCalls.countUsers, {})).toEqual({ total: 3, today: 3, active: 1 });
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date());
    expect(await app.calls.call(authCalls.listRegistrations, { from: '2020-02-28', to: '2020-03-01' })).toEqual({
      days: ['2020-02-28', '2020-02-29', '2020-03-01'].map((date) => ({ date, count: 0 })),
    });
    const { days } = await app.calls.call(authCalls.listRegistrations, { from: today, to: today });
    expect(days).toEqual([{ date: today, count: 4 }]);
    await expect(app.calls.call(authCalls.listRegistrations, { from: today, to: '2020-01-01' })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('an operator action of another service is recorded once and found by its subject [G-33]', async () => {
    const action = {
      id: uuidv7(),
      adminId: uuidv7(),
      action: 'credits_adjusted' as const,
      subject: ids[0] ?? '',
      details: { before: '5', after: '9', reason: 'a present' },
    };
    const queue = new Queue(eventQueueName('auth'), {
      prefix: queuePrefix(eventQueueName('auth')),
      connection: { url: app.redis.url },
    });
    const eventIds = [uuidv7(), uuidv7()];
    for (const jobId of eventIds) await queue.add(billingEvents.operatorActed.name, { payload: action }, { jobId });
    await eventually(async () =>
      expect(await app.rows(`SELECT FROM inbox WHERE event_id = ANY ($1)`, [eventIds])).toHaveLength(2),
    );
    await queue.close();
    const { entries, total } = await app.calls.call(authCalls.listAuditLog, { limit: 5, subject: action.subject });
    expect(total).toBe(1);
    expect(entries).toMatchObject([{ id: action.id, action: action.action, details: action.details }]);
  });
});
