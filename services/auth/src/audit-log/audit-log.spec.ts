import { authCalls } from '@luit/contracts/auth/messages';
import { decode } from 'jsonwebtoken';
import { uuidv7 } from 'uuidv7';
import { billingEvents } from '@luit/contracts/billing/messages';
import { eventQueueName, queuePrefix } from '@luit/platform/jobs/queues';
import { verifyChain } from '@luit/platform/audit/verify-chain';
import { eventually } from '@luit/platform/testing/eventually';
import { Queue } from 'bullmq';
import { device, firstAdmin, startAuthTestApp, type AuthTestApp } from '../test/auth-test-app';

describe('audit log [G-33]', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });

  afterAll(() => app.close());

  const list = (limit: number, cursor?: string) => app.calls.call(authCalls.listAuditLog, { limit, cursor });

  it('sign-ins, failed sign-ins and sign-outs are listed newest first in pages', async () => {
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
    const older = await list(3, nextCursor ?? undefined);
    const from = { details: { ip: device.ip, device: 'Unknown device' } };
    expect([...entries, ...older.entries]).toMatchObject([
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
    const { links, problem } = await verifyChain(app.rows);
    expect(problem).toBeNull();
    expect(links).toBeGreaterThanOrEqual(4);
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
    const { entries } = await list(100);
    expect(entries.filter(({ action }) => action === 'payment_refunded')).toMatchObject([
      { adminId, adminEmail: 'admin@example.com', subject: refund.transactionId, details: { amountPaise: '4950' } },
    ]);
  });

  it('an access is recorded once, even if it is reported twice, and accesses can be excluded from the list', async () => {
    const { token } = await app.calls.call(authCalls.adminSignIn, { ...firstAdmin, device });
    const { sub: adminId } = decode(token) as { sub: string };
    const subject = uuidv7();
    const access = { id: uuidv7(), adminId, action: 'user_viewed', subject, details: { rows: '1' } } as const;
    for (let i = 0; i < 2; i++) await app.calls.call(authCalls.recordAccess, access);
    const found = await app.calls.call(authCalls.listAuditLog, { limit: 10, subject });
    expect(found.entries).toMatchObject([{ ...access, adminEmail: 'admin@example.com' }]);
    const others = await app.calls.call(authCalls.listAuditLog, { limit: 10, subject, isWithoutAccess: true });
    expect(others).toMatchObject({ entries: [], total: 0 });
  });
});
