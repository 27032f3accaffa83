import { authEvents } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { expectInvariantsHold } from '../testing/expect-invariants';

const DAY_MS = 86_400_000;

describe('grants [G-17]', () => {
  let app: BillingTestApp;

  beforeAll(async () => {
    app = await startBillingTestApp();
  });

  afterEach(() => expectInvariantsHold(app.source));

  afterAll(() => app.close());

  const confirmedAt = '2026-11-21T10:00:00.000Z';
  /** Publishes what auth's relay would. */
  const confirm = (userId: string, eventId = uuidv7()) =>
    app.events.add(
      authEvents.userConfirmed.name,
      { payload: { userId, email: 'asha@example.com', confirmedAt } },
      { jobId: eventId },
    );
  const untilHandled = (eventId: string) =>
    eventually(async () =>
      expect(await app.source.query(`SELECT FROM inbox WHERE event_id = $1`, [eventId])).toHaveLength(1),
    );
  const lotsOf = async (userId: string) => (await app.calls.call(billingCalls.listLots, { userId })).lots;
  const setSignupGrant = (credits: number, expiresInDays: number | null) =>
    app.calls.call(billingCalls.changeSettings, { signupGrant: { credits, expiresInDays } });

  it('a new account receives no credits by default [CR-09]', async () => {
    expect((await app.calls.call(billingCalls.getSettings, {})).signupGrant).toEqual({
      credits: 0,
      expiresInDays: null,
    });
    const [userId, eventId] = [uuidv7(), uuidv7()];
    await confirm(userId, eventId);
    await untilHandled(eventId);
    expect(await lotsOf(userId)).toEqual([]);
  });

  it('a confirmed account receives the configured sign-up grant once, with its expiry date', async () => {
    await setSignupGrant(36, 3_000);
    const userId = uuidv7();
    const first = uuidv7();
    await confirm(userId, first);
    await untilHandled(first);
    await setSignupGrant(50, null);
    // The same event arrives again, and a second event about the account arrives after the setting changed.
    const second = uuidv7();
    await confirm(userId, second);
    await untilHandled(second);
    expect(await lotsOf(userId)).toEqual([
      {
        id: expect.any(String),
        kind: 'grant',
        credits: 36,
        remaining: 36,
        held: 0,
        description: 'Welcome credits',
        created_at: expect.any(String),
        expires_at: new Date(Date.parse(confirmedAt) + 3_000 * DAY_MS).toISOString(),
      },
    ]);
    await setSignupGrant(0, null);
  });

  it('a closed account receives no sign-up grant, and the event is not retried forever', async () => {
    await setSignupGrant(36, null);
    const [userId, eventId] = [uuidv7(), uuidv7()];
    await app.calls.call(billingCalls.freezeAccount, { userId });
    await confirm(userId, eventId);
    await untilHandled(eventId);
    expect(await lotsOf(userId)).toEqual([]);
    await setSignupGrant(0, null);
  });

  it.each([{ credits: -1 }, { credits: 1.5 }, { credits: 1e9 }, { expiresInDays: 0 }])(
    'rejects the setting %j',
    async (invalid) => {
      const signupGrant = { credits: 5, expiresInDays: 30, ...invalid };
      await expect(app.calls.call(billingCalls.changeSettings, { signupGrant })).rejects.toMatchObject({
        code: 'validation_failed',
      });
    },
  );

  it('a promotion is granted once per key, and its expiry date must be in the future', async () => {
    const userId = uuidv7();
    const promotion = {
      userId,
      credits: 20,
      description: 'Bihu present',
      expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
      idempotencyKey: uuidv7(),
    };
    const grant = (changes: object = {}) => app.calls.call(billingCalls.grantCredits, { ...promotion, ...changes });
    expect(await grant()).toEqual(await grant());
    await expect(grant({ credits: 21 })).rejects.toMatchObject({ code: 'idempotency_conflict' });
    await expect(grant({ expiresAt: '2020-01-01T00:00:00.000Z' })).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(grant({ credits: 0 })).rejects.toMatchObject({ code: 'validation_failed' });
    const [row] = (await app.calls.call(billingCalls.listTransactions, { userId, limit: 50, offset: 0 })).transactions;
    expect(row).toMatchObject({ type: 'grant', amount: 20, description: 'Bihu present', balance_after: 20 });
  });

  it('lists lots in spending order with their held credits, without used or expired ones', async () => {
    const userId = uuidv7();
    const grant = (credits: number, days: number | null) =>
      app.ledger.grant({
        key: uuidv7(),
        userId,
        credits,
        description: `${credits} credits`,
        expiresAt: days === null ? null : new Date(Date.now() + days * DAY_MS),
      });
    await grant(10, null);
    await grant(20, 30);
    await grant(5, 7);
    await grant(3, 1);
    await app.source.query(
      `UPDATE lots SET expires_at = now() - interval '1 second' WHERE user_id = $1 AND credits = 3`,
      [userId],
    );
    await app.ledger.hold(uuidv7(), userId, 9, 'A video');
    expect((await lotsOf(userId)).map(({ credits, remaining, held }) => ({ credits, remaining, held }))).toEqual([
      { credits: 5, remaining: 0, held: 5 },
      { credits: 20, remaining: 16, held: 4 },
      { credits: 10, remaining: 10, held: 0 },
    ]);
  });
});
