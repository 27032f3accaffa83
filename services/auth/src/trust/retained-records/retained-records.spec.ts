import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import { RetentionCleaner } from '@luit/platform/retention/retention-cleaner';
import { eventually } from '@luit/platform/testing/eventually';
import { startFakeService } from '@luit/platform/testing/services';
import { uuidv7 } from 'uuidv7';
import { type AuthTestApp, device, firstAdmin, password, startAuthTestApp } from '../../test/auth-test-app';

const DAY_MS = 86_400_000;

describe('retained records', () => {
  let app: AuthTestApp;
  let fakes: { close(): Promise<void> }[];
  let adminId: string;

  beforeAll(async () => {
    app = await startAuthTestApp({ recordRetentionDays: 400 });
    const billing = {
      [billingCalls.freezeAccount.name]: () => ({ held: 0 }),
      [billingCalls.forfeitCredits.name]: () => ({ forfeited: 0 }),
    };
    const generation = {
      [generationCalls.cancelUserRequests.name]: () => ({ unfinished: 0 }),
      [generationCalls.eraseRequests.name]: () => ({ left: 0 }),
    };
    fakes = await Promise.all([
      startFakeService('billing', app.redis.url, billing),
      startFakeService('generation', app.redis.url, generation),
    ]);
    [{ id: adminId } = { id: '' }] = await app.rows<{ id: string }>('SELECT id FROM admins');
  });
  afterAll(async () => {
    await app.close();
    await Promise.all(fakes.map((fake) => fake.close()));
  });

  const erase = async () => {
    const { user } = await app.confirmed(`Ritu.${uuidv7()}@Example.com`);
    const by = { password, device };
    await app.calls.call(authCalls.deleteAccount, { userId: user.id, by, wantsRefund: false });
    await eventually(async () =>
      expect(await app.rows('SELECT state FROM account_deletions WHERE user_id = $1', [user.id])).toEqual([
        { state: 'closed' },
      ]),
    );
    return user;
  };
  const list = (page: { limit?: number; cursor?: string } = {}) =>
    app.calls.call(authCalls.listRetainedRecords, { limit: 50, ...page });
  const open = (userId: string, changes: { reason?: string; adminId?: string } = {}) =>
    app.calls.call(authCalls.openRetainedRecord, { adminId, userId, reason: 'Request 17 of the police', ...changes });
  const openings = async (userId: string) =>
    (await app.calls.call(authCalls.listAuditLog, { limit: 10, subject: userId, action: 'sealed_record_opened' }))
      .entries;

  it('an erasure leaves an encrypted record, which an operator opens with a reason in the audit log', async () => {
    const user = await erase();
    const [stored] = await app.rows<{ sealed: Buffer }>('SELECT sealed FROM sealed_records WHERE user_id = $1', [
      user.id,
    ]);
    expect(stored?.sealed.toString('latin1').toLowerCase()).not.toContain('example.com');

    const { items } = await list();
    const record = items.find(({ id }) => id === user.id);
    expect(Object.keys(record ?? {}).sort()).toEqual(['deleteAt', 'erasedAt', 'id']);
    expect(Date.parse(record!.deleteAt) - Date.parse(record!.erasedAt)).toBe(400 * DAY_MS);

    for (const reason of ['', ' a ']) await expect(open(user.id, { reason })).rejects.toMatchObject({ status: 400 });
    await expect(open(user.id, { adminId: uuidv7() })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await openings(user.id)).toEqual([]);

    const { account } = await open(user.id);
    expect([account.email.toLowerCase(), account.name]).toEqual([user.email, 'Ritu Das']);
    expect(account.sessions).toMatchObject([{ ip: device.ip, userAgent: device.userAgent }]);
    expect(await openings(user.id)).toMatchObject([
      { adminEmail: firstAdmin.email.toLowerCase(), details: { reason: 'Request 17 of the police' } },
    ]);
  });

  it('the record is deleted on its date, and cannot be opened from then on', async () => {
    const { id } = await erase();
    const clean = () => app.resolve(RetentionCleaner).round();
    await clean();
    await open(id);
    await app.rows(
      `UPDATE sealed_records SET erased_at = erased_at - interval '400 days', delete_at = delete_at - interval '400 days' WHERE user_id = $1`,
      [id],
    );
    await expect(open(id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await list()).items.map((each) => each.id)).not.toContain(id);
    await clean();
    expect(await app.rows('SELECT FROM sealed_records WHERE user_id = $1', [id])).toEqual([]);
  });

  it('the list has the latest erasure first, in pages', async () => {
    const [older, newer] = [await erase(), await erase()];
    const first = await list({ limit: 1 });
    expect([first.items.map(({ id }) => id), first.nextCursor]).toEqual([[newer.id], newer.id]);
    expect((await list({ limit: 1, cursor: newer.id })).items.map(({ id }) => id)).toEqual([older.id]);
  });

  it('without retention, an erasure leaves nothing, and users are told so', async () => {
    expect((await app.calls.call(authCalls.getRecordRetention, {})).sealedUntil).toEqual(expect.any(String));
    await app.restart({ recordRetentionDays: 0 });
    expect(await app.calls.call(authCalls.getRecordRetention, {})).toEqual({ sealedUntil: null });
    const { id } = await erase();
    await expect(open(id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await app.rows('SELECT FROM sealed_records WHERE user_id = $1', [id])).toEqual([]);
    await app.restart();
  });

  it('a record that was encrypted for another account or with another key does not open, and no opening is recorded', async () => {
    const [first, second] = [await erase(), await erase()];
    await app.rows(
      `UPDATE sealed_records SET sealed = (SELECT sealed FROM sealed_records WHERE user_id = $2) WHERE user_id = $1`,
      [first.id, second.id],
    );
    await expect(open(first.id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await openings(first.id)).toEqual([]);
  });
});
