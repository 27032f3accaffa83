import { authCalls } from '@luit/contracts/auth/messages';
import type { AuditEntry, OperatorAction } from '@luit/contracts/auth/audit-log';
import { decode } from 'jsonwebtoken';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { billingEvents } from '@luit/contracts/billing/messages';
import { eventQueueName, queuePrefix } from '@luit/platform/queues/queues';
import { verifyChain } from '@luit/platform/audit/verify-chain';
import { eventually } from '@luit/platform/testing/eventually';
import { Queue } from 'bullmq';
import { AuditLogService } from '../../records/audit-log/audit-log.service';
import { AuditEntriesService } from './audit-entries.service';
import { device, firstAdmin, startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';

describe('audit log [G-33]', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });

  afterAll(() => app.close());

  const list = (limit: number, cursor?: string) => app.calls.call(authCalls.listAuditLog, { limit, cursor });
  /** Records that the first operator viewed a user. */
  const givenAccess = async (subject = uuidv7()) => {
    const [admin] = await app.rows<{ id: string }>('SELECT id FROM admins');
    const access = {
      id: uuidv7(),
      adminId: admin!.id,
      action: 'user_viewed',
      subject,
      details: { rows: '1' },
    } as const;
    await app.calls.call(authCalls.recordAccess, access);
    return access;
  };

  it('sign-ins, failed sign-ins and sign-outs are listed newest first in pages', async () => {
    const { total: earlier } = await list(1);
    const { token } = await app.calls.call(authCalls.adminSignIn, { ...firstAdmin, device });
    const { sub, sid } = decode(token) as { sub: string; sid: string };
    for (const email of [firstAdmin.email, 'nobody@example.com']) {
      await expect(
        app.calls.call(authCalls.adminSignIn, { email, password: 'a wrong guess', device }),
      ).rejects.toThrow();
    }
    const session = { adminId: sub, sessionId: sid };
    await app.calls.call(authCalls.adminSignOut, session);
    await app.calls.call(authCalls.adminSignOut, session);

    const { entries, nextCursor } = await list(3);
    const older = await list(100, nextCursor ?? undefined);
    const from = { details: { ip: device.ip, device: 'Unknown device' } };
    expect([entries.length, older.entries.length]).toEqual([3, 1 + earlier]);
    expect([...entries, ...older.entries.slice(0, 1)]).toMatchObject([
      { action: 'signed_out', adminId: sub, adminEmail: 'admin@example.com', ...from },
      { action: 'sign_in_failed', adminId: null, adminEmail: 'nobody@example.com', ...from },
      { action: 'sign_in_failed', adminId: sub, adminEmail: 'admin@example.com', ...from },
      { action: 'signed_in', adminId: sub, adminEmail: 'admin@example.com', ...from },
    ]);
    expect(older.nextCursor).toBeNull();
    expect(JSON.stringify([entries, older])).not.toContain('a wrong guess');
  });

  it.each([
    'UPDATE audit.entries SET admin_email = $$x$$',
    'DELETE FROM audit.entries',
    'TRUNCATE audit.entries',
    `INSERT INTO audit.entries (id, admin_email, action) SELECT id, 'x', 'x' FROM audit.entries LIMIT 1
       ON CONFLICT (id) DO UPDATE SET admin_email = 'x'`,
    `MERGE INTO audit.entries USING (SELECT 1) one ON true WHEN MATCHED THEN DELETE`,
    'ALTER TABLE audit.entries DISABLE TRIGGER ALL',
    'DROP FUNCTION audit.link_entry() CASCADE',
    `SET session_replication_role = 'replica'`,
  ])('the role of the service is denied: %s', async (sql) => {
    await expect(app.rows(sql)).rejects.toMatchObject({ code: '42501' });
  });

  it('every entry of the service is in the chain', async () => {
    for (let i = 0; i < 4; i++) await givenAccess();
    const { links, problem } = await verifyChain(app.rows);
    expect(problem).toBeNull();
    const [{ entries }] = (await app.rows(`SELECT count(*)::int AS entries FROM audit.entries`)) as [
      { entries: number },
    ];
    expect(entries).toBeGreaterThanOrEqual(4);
    expect(links).toBe(entries);
  });

  it('an operator refund is recorded once, even if its event is delivered twice [G-37]', async () => {
    const { token } = await app.calls.call(authCalls.adminSignIn, { ...firstAdmin, device });
    const { sub: adminId } = decode(token) as { sub: string };
    const refund = { refundId: uuidv7(), adminId, transactionId: uuidv7(), amountPaise: 4_950 };
    const queue = new Queue(eventQueueName('auth'), {
      prefix: queuePrefix(eventQueueName('auth')),
      connection: { url: app.redis.url },
    });
    const eventIds = [uuidv7(), uuidv7()];
    // Two events for one refund, requested twice with one key.
    for (const jobId of eventIds) await queue.add(billingEvents.operatorRefunded.name, { payload: refund }, { jobId });
    await eventually(async () =>
      expect(await app.rows(`SELECT FROM inbox WHERE event_id = ANY ($1)`, [eventIds])).toHaveLength(2),
    );
    await queue.close();
    const { entries } = await app.calls.call(authCalls.listAuditLog, { limit: 10, subject: refund.transactionId });
    expect(entries).toMatchObject([
      {
        action: 'payment_refunded',
        adminId,
        adminEmail: 'admin@example.com',
        subject: refund.transactionId,
        details: { amountPaise: '4950' },
      },
    ]);
  });

  it('an access is recorded once, even if it is reported twice', async () => {
    const subject = uuidv7();
    const access = await givenAccess(subject);
    await app.calls.call(authCalls.recordAccess, access);
    const found = await app.calls.call(authCalls.listAuditLog, { limit: 10, subject });
    expect(found.entries).toMatchObject([{ ...access, adminEmail: 'admin@example.com' }]);
  });

  it('the entries of a user include what was done to their jobs and payments, and a bulk action once', async () => {
    const { token } = await app.calls.call(authCalls.adminSignIn, { ...firstAdmin, device });
    const { sub: adminId } = decode(token) as { sub: string };
    const [user, other] = [uuidv7(), uuidv7()];
    const record = (action: OperatorAction) =>
      app.resolve(DataSource).transaction((manager) => app.resolve(AuditEntriesService).writeAction(action, manager));
    const act = (
      action: OperatorAction['action'],
      subject: string,
      details: Record<string, string>,
      userIds?: string[],
    ) => record({ id: uuidv7(), adminId, action, subject, details, userIds });
    await act('user_blocked', user, { reason: 'spam' });
    await act('job_refunded', uuidv7(), { credits: '18' }, [user]);
    await act('job_refunded', uuidv7(), { credits: '18' }, [other]);
    const bulk = uuidv7();
    await record({
      id: bulk,
      adminId,
      action: 'jobs_canceled',
      subject: bulk,
      details: { jobs: '2' },
      userIds: [user, other],
    });
    for (let jobs = 0; jobs < 2; jobs++) await act('job_canceled', uuidv7(), { bulk }, []);
    const refund = { refundId: uuidv7(), adminId, transactionId: uuidv7(), amountPaise: 100, userId: user };
    await app
      .resolve(DataSource)
      .transaction((manager) => app.resolve(AuditEntriesService).writeRefund(refund, manager));

    const done = async (filter: { userId?: string }) => {
      const { entries, total } = await app.calls.call(authCalls.listAuditLog, { limit: 100, ...filter });
      return { actions: entries.map(({ action }) => action), total };
    };
    expect(await done({ userId: user })).toEqual({
      actions: ['payment_refunded', 'jobs_canceled', 'job_refunded', 'user_blocked'],
      total: 4,
    });
    expect((await done({ userId: other })).actions).toEqual(['jobs_canceled', 'job_refunded']);
    expect((await done({})).actions).not.toContain('job_canceled');
    const [{ n }] = (await app.rows(
      `SELECT count(*)::int AS n FROM audit.entries e WHERE subject = $1::text
         OR id IN (SELECT entry_id FROM auth.audited_users WHERE user_id = $1::uuid)`,
      [user],
    )) as [{ n: number }];
    expect(n).toBe(4);
  });

  it('the list can leave out views, and be limited to an operator and a day', async () => {
    const [admin] = await app.rows<{ id: string; email: string }>('SELECT id, email FROM admins');
    const write = (entry: Pick<AuditEntry, 'action' | 'adminId'> & { adminEmail?: string }) =>
      app.resolve(DataSource).transaction((manager) => app.resolve(AuditLogService).write(manager, entry));
    await givenAccess();
    await write({ action: 'users_exported', adminId: admin!.id });
    await write({ action: 'settings_changed', adminId: admin!.id });
    await write({ action: 'sign_in_failed', adminId: null, adminEmail: 'ritu@example.com' });
    const day = { from: new Date(Date.now() - 60_000).toISOString(), to: new Date(Date.now() + 60_000).toISOString() };
    const filter = { admin: admin!.email.toUpperCase(), isWithoutViews: true };
    const listed = (more: object) => app.calls.call(authCalls.listAuditLog, { limit: 100, ...filter, ...more });
    const expected = await app.rows<{ id: string; action: string }>(
      `SELECT id, action FROM audit.entries WHERE admin_email = $1 AND created_at >= $2 AND created_at < $3
         AND NOT details ? 'bulk' AND action <> 'user_viewed'
       ORDER BY id DESC`,
      [admin!.email, day.from, day.to],
    );
    const { entries, total } = await listed(day);
    expect(entries.map(({ id, action }) => ({ id, action }))).toEqual(expected);
    expect(total).toBe(expected.length);
    expect(expected.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['users_exported', 'settings_changed']),
    );
    expect(await listed({ from: day.to })).toMatchObject({ entries: [], total: 0 });
  });

  it('entries are listed by the time at which they were recorded', async () => {
    const subject = uuidv7();
    for (let i = 0; i < 3; i++) await givenAccess(subject);
    const listed = async (range: { from?: string; to?: string } = {}) =>
      (await app.calls.call(authCalls.listAuditLog, { limit: 100, subject, ...range })).entries;
    const entries = await listed();
    expect(entries).toHaveLength(3);
    const middle = entries[1]!;
    const found = async (range: { from?: string; to?: string }) => (await listed(range)).map(({ id }) => id);
    const recordedBy = (isIn: (at: string) => boolean) =>
      entries.filter(({ createdAt }) => isIn(createdAt)).map(({ id }) => id);
    expect(await found({ from: middle.createdAt })).toEqual(recordedBy((at) => at >= middle.createdAt));
    expect(await found({ to: middle.createdAt })).toEqual(recordedBy((at) => at < middle.createdAt));
  });
});
