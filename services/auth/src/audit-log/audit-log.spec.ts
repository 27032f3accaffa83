import { authCalls } from '@luit/contracts/auth';
import { decode } from 'jsonwebtoken';
import { uuidv7 } from 'uuidv7';
import { billingEvents } from '@luit/contracts/billing';
import { eventQueueName } from '@luit/platform/jobs/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { Queue } from 'bullmq';
import { device, firstAdmin, startStage, type Stage } from '../test/stage';

describe('G-33: the operators’ log', () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await startStage();
  });

  afterAll(() => stage.close());

  const list = (limit: number, cursor?: string) => stage.calls.call(authCalls.listAuditLog, { limit, cursor });

  it('tells of sign-ins, failed ones and sign-outs, newest first, page by page', async () => {
    const { token } = await stage.calls.call(authCalls.adminSignIn, { ...firstAdmin, device });
    const { sub, sid } = decode(token) as { sub: string; sid: string };
    for (const email of [firstAdmin.email, 'nobody@example.com']) {
      await expect(
        stage.calls.call(authCalls.adminSignIn, { email, password: 'a wrong guess', device }),
      ).rejects.toThrow();
    }
    const session = { adminId: sub, sessionId: sid };
    await stage.calls.call(authCalls.adminSignOut, session);
    await stage.calls.call(authCalls.adminSignOut, session);

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
    'UPDATE audit_log SET admin_email = $$x$$',
    'DELETE FROM audit_log',
    'TRUNCATE audit_log',
    `INSERT INTO audit_log (id, admin_email, action) SELECT id, 'x', 'x' FROM audit_log LIMIT 1
       ON CONFLICT (id) DO UPDATE SET admin_email = 'x'`,
    `MERGE INTO audit_log USING (SELECT 1) one ON true WHEN MATCHED THEN DELETE`,
  ])('the service’s own role may not: %s', async (sql) => {
    await expect(stage.rows(sql)).rejects.toMatchObject({ code: '42501' });
  });

  it('the trigger refuses even a role that was granted the right, and in replica mode', async () => {
    await stage.rows('GRANT UPDATE, DELETE, TRUNCATE ON audit_log TO current_user');
    for (const sql of ['UPDATE audit_log SET action = action', 'DELETE FROM audit_log', 'TRUNCATE audit_log']) {
      await expect(stage.rows(sql)).rejects.toThrow('audit_log only grows');
    }
    await expect(stage.rows(`SET session_replication_role = 'replica'`)).rejects.toThrow('permission denied');
  });

  it('G-37: keeps one entry of an operator’s refund, however often it is told', async () => {
    const { token } = await stage.calls.call(authCalls.adminSignIn, { ...firstAdmin, device });
    const { sub: adminId } = decode(token) as { sub: string };
    const refund = { refundId: uuidv7(), adminId, transactionId: uuidv7(), amountPaise: 4_950 };
    const queue = new Queue(eventQueueName('auth'), { connection: { url: stage.redis.url } });
    const eventIds = [uuidv7(), uuidv7()];
    // As billing's relay would, for a refund that was asked for twice under one key.
    for (const jobId of eventIds) await queue.add(billingEvents.operatorRefunded.name, { payload: refund }, { jobId });
    await eventually(async () =>
      expect(await stage.rows(`SELECT FROM inbox WHERE event_id = ANY ($1)`, [eventIds])).toHaveLength(2),
    );
    await queue.close();
    const { entries } = await list(100);
    expect(entries.filter(({ action }) => action === 'payment_refunded')).toMatchObject([
      { adminId, adminEmail: 'admin@example.com', subject: refund.transactionId, details: { amountPaise: '4950' } },
    ]);
  });
});
