import type { BalanceLow, CreditsExpiring } from '@luit/contracts/billing/credit-notices';
import { billingCalls, billingEvents } from '@luit/contracts/billing/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { CreditNoticePoller } from './credit-notice-poller';

const DAY_MS = 86_400_000;

describe('credit notices', () => {
  let app: BillingTestApp;
  let userId: string;
  beforeAll(async () => {
    app = await startBillingTestApp();
  });
  afterAll(() => app.close());
  beforeEach(() => {
    userId = uuidv7();
  });

  const grant = (credits: number, days: number | null) =>
    app.ledger.grant({
      ...{ key: uuidv7(), userId, credits, description: 'Promotion' },
      expiresAt: days === null ? null : new Date(Date.now() + days * DAY_MS),
    });
  const hold = async (credits: number): Promise<string> => {
    const holdId = uuidv7();
    await app.ledger.hold(holdId, userId, credits, 'Video');
    return holdId;
  };
  const spend = async (credits: number) => app.ledger.capture(await hold(credits), userId);
  const announce = () => app.get(CreditNoticePoller).announceExpiring();
  const check = () => app.get(CreditNoticePoller).checkBalances();
  const notices = () => app.calls.call(billingCalls.getCreditNotices, { userId });
  const published = async <T>({ name }: { name: string }): Promise<T[]> => {
    const rows = await app.source.query<{ payload: T }[]>(
      `SELECT payload FROM outbox WHERE name = $1 AND payload ->> 'userId' = $2 ORDER BY id`,
      [name, userId],
    );
    return rows.map(({ payload }) => payload);
  };
  const expiring = () => published<CreditsExpiring>(billingEvents.creditsExpiring);
  const low = () => published<BalanceLow>(billingEvents.balanceLow);
  const indian = (days: number) =>
    new Date(Date.now() + days * DAY_MS).toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' });

  describe('about credits that expire', () => {
    it('an account is notified once of all credits of a day, with their number', async () => {
      await grant(20, 3);
      await grant(5, 3);
      await grant(7, 30);
      await grant(100, null);
      await Promise.all([announce(), announce()]);
      await announce();
      const events = await expiring();
      expect(events).toHaveLength(1);
      expect(billingEvents.creditsExpiring.payload.parse(events[0])).toMatchObject({
        expiresOn: indian(3),
        credits: 25,
      });
      await grant(4, 3);
      await announce();
      expect(await expiring()).toHaveLength(1);
      expect(await notices()).toMatchObject({ expiring: [{ expiresOn: indian(3), credits: 29 }], low: null });
    });

    it('each day has a notice of its own, from 10:00 in India, the configured number of days before', async () => {
      await grant(20, 3);
      await grant(20, 5);
      await announce();
      expect((await expiring()).map(({ expiresOn }) => expiresOn)).toEqual([indian(3), indian(5)]);
      const [due] = await app.source.query<{ at: Date }[]>(
        `SELECT expiry_notice_due_at('2026-12-10T23:59:00+05:30', 7) AS at`,
      );
      expect(due?.at.toISOString()).toBe('2026-12-03T04:30:00.000Z');
      const [agree] = await app.source.query<{ agree: boolean }[]>(
        `SELECT bool_and((at < expiry_notice_horizon(7)) = (expiry_notice_due_at(at, 7) <= now())) AS agree
           FROM generate_series(now(), now() + interval '9 days', interval '17 minutes') at`,
      );
      expect(agree?.agree).toBe(true);
    });

    it('spent credits and those of a closed account need no notice', async () => {
      await grant(20, 3);
      await spend(20);
      await announce();
      expect(await expiring()).toEqual([]);
      expect((await notices()).expiring).toEqual([]);
      userId = uuidv7();
      await grant(20, 3);
      await app.calls.call(billingCalls.freezeAccount, { userId });
      await announce();
      expect(await expiring()).toEqual([]);
      expect(await notices()).toEqual({ expiring: [], low: null });
    });

    it('held credits are announced once they have returned', async () => {
      await grant(20, 3);
      const holdId = await hold(20);
      await announce();
      expect(await expiring()).toEqual([]);
      await app.ledger.release(holdId, userId, 'Returned');
      await announce();
      expect(await expiring()).toMatchObject([{ credits: 20 }]);
    });

    it('credits of a finished job that an operator returns are announced', async () => {
      await grant(20, 3);
      const holdId = await hold(20);
      await app.ledger.capture(holdId, userId);
      await announce();
      await app.ledger.returnCapturedCredits(holdId, 'Returned');
      await announce();
      expect(await expiring()).toMatchObject([{ credits: 20 }]);
    });

    it('expired credits are not announced, and are not found again', async () => {
      await grant(20, 3);
      await app.source.query(`UPDATE lots SET expires_at = now() - interval '1 second' WHERE user_id = $1`, [userId]);
      await announce();
      expect(await expiring()).toEqual([]);
      const [waiting] = await app.source.query<{ count: string }[]>(
        `SELECT count(*) FROM lots WHERE user_id = $1 AND announced_expires_at IS DISTINCT FROM expires_at`,
        [userId],
      );
      expect(waiting?.count).toBe('0');
    });

    it('a notice whose transaction is rolled back is published by the next round', async () => {
      await grant(20, 3);
      const runner = app.source.createQueryRunner();
      await runner.startTransaction();
      await runner.query('SELECT announce_expiring_credits(7, 100)');
      await runner.rollbackTransaction();
      await runner.release();
      await announce();
      expect(await expiring()).toHaveLength(1);
    });
  });

  describe('about a low balance', () => {
    it('a balance that falls below the latest request is published once, and again after it had recovered', async () => {
      await grant(40, null);
      await spend(18);
      await check();
      expect(await low()).toEqual([]);
      await spend(18);
      await Promise.all([check(), check()]);
      await check();
      const [first, ...others] = await low();
      expect(billingEvents.balanceLow.payload.parse(first)).toMatchObject({ available: 4, lastRequestCredits: 18 });
      expect(others).toEqual([]);
      expect((await notices()).low).toEqual({ noticeId: first?.noticeId, available: 4, lastRequestCredits: 18 });

      await grant(14, null);
      expect((await notices()).low).toBeNull();
      await check();
      await spend(18);
      await check();
      const events = await low();
      expect(events).toHaveLength(2);
      expect(events[1]?.noticeId).not.toBe(first?.noticeId);
    });

    it('held credits that would suffice are awaited: a failed request causes no notice, a finished one does', async () => {
      await grant(20, null);
      const failing = await hold(18);
      await check();
      expect([await low(), (await notices()).low]).toEqual([[], null]);
      await app.ledger.release(failing, userId, 'Returned');
      await check();
      expect(await low()).toEqual([]);
      await spend(18);
      await check();
      expect(await low()).toMatchObject([{ available: 2 }]);
    });

    it('after years without a check, one statement reaches the present, and nothing is missed', async () => {
      await grant(20, null);
      await spend(18);
      await app.source.query(`UPDATE low_balance_check SET checked_until = now() - interval '10 years'`);
      const [row] = await app.source.query<{ isBehind: boolean }[]>(
        `SELECT check_low_balances('10 minutes', '1 minute') AS "isBehind"`,
      );
      expect(row).toEqual({ isBehind: false });
      expect(await low()).toMatchObject([{ available: 2 }]);
    });

    it('an account without requests, one that covers a cheaper request and a closed one are not low', async () => {
      await grant(3, null);
      await check();
      expect(await low()).toEqual([]);
      await grant(20, null);
      await spend(18);
      await spend(2);
      await check();
      expect([await low(), (await notices()).low]).toEqual([[], null]);
      await spend(2);
      await app.calls.call(billingCalls.freezeAccount, { userId });
      await check();
      expect([await low(), (await notices()).low]).toEqual([[], null]);
    });

    it('the deletion of an account removes its notices', async () => {
      await grant(20, 3);
      await spend(18);
      await Promise.all([announce(), check()]);
      const rows = () =>
        app.source.query(
          `SELECT user_id FROM low_balances WHERE user_id = $1
           UNION ALL SELECT user_id FROM credit_expiry_notices WHERE user_id = $1`,
          [userId],
        );
      expect(await rows()).toHaveLength(2);
      await app.calls.call(billingCalls.freezeAccount, { userId });
      await app.calls.call(billingCalls.forfeitCredits, { userId });
      expect(await rows()).toEqual([]);
    });

    it('credits that expire make a balance low', async () => {
      await grant(20, 3);
      await grant(17, null);
      await spend(18);
      await check();
      expect(await low()).toEqual([]);
      await app.source.query(
        `UPDATE lots SET expires_at = now() - interval '1 second' WHERE user_id = $1 AND expires_at IS NOT NULL`,
        [userId],
      );
      await app.source.query('SELECT sweep_expired(1000)');
      await check();
      expect(await low()).toHaveLength(1);
    });

    it('a fall during an outage is found afterwards, however long it was', async () => {
      await app.source.query(`UPDATE low_balance_check SET checked_until = now() - interval '3 hours'`);
      await grant(20, null);
      await spend(18);
      await check();
      expect(await low()).toHaveLength(1);
      const [row] = await app.source.query<{ age: number }[]>(
        'SELECT extract(epoch FROM now() - checked_until)::float AS age FROM low_balance_check',
      );
      expect(row?.age).toBeLessThan(3_600);
    });
  });
});

describe('the credit notice poller', () => {
  it('publishes what is due without being asked', async () => {
    const app = await startBillingTestApp({ creditNotices: { intervalMs: 100 } });
    const userId = uuidv7();
    await app.ledger.grant({
      ...{ key: uuidv7(), userId, credits: 20, description: 'Promotion' },
      expiresAt: new Date(Date.now() + DAY_MS),
    });
    const holdId = uuidv7();
    await app.ledger.hold(holdId, userId, 18, 'Video');
    await app.ledger.capture(holdId, userId);
    await eventually(async () => {
      const rows = await app.source.query<{ name: string }[]>(
        `SELECT name FROM outbox WHERE name IN ($1, $2) ORDER BY name`,
        [billingEvents.balanceLow.name, billingEvents.creditsExpiring.name],
      );
      expect(rows.map(({ name }) => name)).toEqual([billingEvents.balanceLow.name, billingEvents.creditsExpiring.name]);
    });
    await app.close();
  });
});
