import { billingCalls } from '@luit/contracts/billing/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';

describe('billing with a read-only Postgres', () => {
  let app: BillingTestApp;

  beforeAll(async () => {
    app = await startBillingTestApp();
  });
  afterAll(() => app.close());

  /** Sessions take the setting when they connect. */
  const setReadOnly = async (isReadOnly: boolean): Promise<void> => {
    const [{ name }] = (await app.admin.query('SELECT current_database() AS name')) as [{ name: string }];
    const admin = app.admin.createQueryRunner();
    await admin.query('SET default_transaction_read_only = off');
    await admin.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'luit_billing'`,
    );
    await admin.release();
  };
  const hold = (userId: string) =>
    app.calls.call(billingCalls.holdCredits, { holdId: uuidv7(), userId, credits: 1, description: 'HD Video' });
  const ready = async () => {
    const response = await fetch(`http://127.0.0.1:${app.healthPort}/health/ready`);
    return { status: response.status, body: await response.text() };
  };

  it('refuses writes with a retry delay, still reads, is not ready and counts, until writes work again', async () => {
    const userId = uuidv7();
    await app.ledger.grant({ key: uuidv7(), userId, credits: 100, description: 'A present', expiresAt: null });
    await setReadOnly(true);
    await eventually(async () =>
      expect(await hold(userId).catch((error: unknown) => error)).toMatchObject({
        code: 'unavailable',
        retryAfterSeconds: 2,
      }),
    );
    await eventually(async () =>
      expect(await app.calls.call(billingCalls.getBalance, { userId })).toMatchObject({ available: 100 }),
    );
    const notReady = await ready();
    expect(notReady.status).toBe(503);
    expect(notReady.body).toContain('Writes are refused: read_only');
    // The first error may be that of the terminated connection.
    await eventually(async () => {
      await expect(hold(userId)).rejects.toMatchObject({ code: 'unavailable' });
      const metrics = await (await fetch(`http://127.0.0.1:${app.healthPort}/metrics`)).text();
      expect(/luit_writes_refused_total\{store="postgres",reason="read_only"\} [1-9]/.test(metrics)).toBe(true);
    });
    await setReadOnly(false);
    await eventually(async () => expect(await hold(userId)).toMatchObject({ balance: { available: 99 } }));
  });
});
