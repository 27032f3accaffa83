// cspell:ignore ｃａｆé
import { billingCalls } from '@luit/contracts/billing/messages';
import type { PromoCodeSort } from '@luit/contracts/billing/promo-codes';
import { uuidv7 } from 'uuidv7';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { expectInvariantsHold } from '../testing/expect-invariants';
import { createCode, limitedTo, newCode, OPERATOR, terms } from '../testing/promo-codes';

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const APPROVER = { adminId: uuidv7(), operatorEmail: 'ritu@luit.example' };

describe('promotional codes of operators', () => {
  let app: BillingTestApp;

  beforeAll(async () => {
    app = await startBillingTestApp();
  });
  afterAll(() => app.close());

  const get = (promoCode: string) => app.calls.call(billingCalls.getPromoCode, { promoCode });
  const disable = (id: string) =>
    app.calls.call(billingCalls.disablePromoCode, { adminId: OPERATOR.adminId, id, reason: 'Leaked' });
  const list = async (filter: object = {}) =>
    (await app.calls.call(billingCalls.listPromoCodes, { limit: 100, ...filter })).items;
  const actionsOn = async (subject: string) =>
    (
      await app.source.query<{ payload: { action: string; adminId: string; details: Record<string, string> } }[]>(
        `SELECT payload FROM outbox WHERE name = 'billing.operatorActed' AND payload ->> 'subject' = $1 ORDER BY id`,
        [subject],
      )
    ).map(({ payload }) => payload);
  const redeem = (code: string, userId = uuidv7()) =>
    app.calls.call(billingCalls.redeemPromoCode, { userId, code, idempotencyKey: uuidv7() });

  it('creates a code once per key, stores it in capital letters and records it in the audit log', async () => {
    const key = uuidv7();
    const wanted = terms({ code: `welcome${newCode().slice(0, 6).toLowerCase()}` });
    const created = await createCode(app, wanted, key);
    expect(created).toMatchObject({
      code: wanted.code.toUpperCase(),
      state: 'active',
      redemptions: 0,
      createdBy: OPERATOR.operatorEmail,
      approvedBy: null,
      reason: 'Bihu campaign',
    });
    expect(await createCode(app, wanted, key)).toEqual(created);
    await expect(createCode(app, { ...wanted, credits: 21 }, key)).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    expect(await get(created.id)).toEqual(created);
    expect(await get(wanted.code)).toEqual(created);
    const actions = await actionsOn(created.code);
    expect(actions).toMatchObject([
      { action: 'promo_code_created', adminId: OPERATOR.adminId, details: { credits: '20', reason: 'Bihu campaign' } },
    ]);
  });

  it('rejects a taken code, an empty or past window, and values outside of the limits', async () => {
    const { code } = await createCode(app);
    await expect(createCode(app, { code: code.toLowerCase() })).rejects.toMatchObject({ code: 'conflict' });
    const invalid = { code: 'validation_failed' };
    await expect(createCode(app, { startsAt: inDays(2), endsAt: inDays(1) })).rejects.toMatchObject(invalid);
    await expect(createCode(app, { startsAt: inDays(-2), endsAt: inDays(-1) })).rejects.toMatchObject(invalid);
    const numbers = Object.entries(terms()).filter(([, value]) => typeof value === 'number');
    expect(numbers).toHaveLength(3);
    for (const changes of [...numbers.map(([name]) => ({ [name]: 0 })), { code: 'A-B' }, { code: 'ABC' }])
      await expect(createCode(app, changes)).rejects.toMatchObject(invalid);
  });

  it('disables a code once, with a reason in the audit log', async () => {
    const { id, code } = await createCode(app);
    const disabled = await disable(id);
    expect(disabled).toMatchObject({ state: 'disabled', disabledReason: 'Leaked' });
    expect(await disable(id)).toEqual(disabled);
    expect((await actionsOn(code)).map(({ action }) => action)).toEqual(['promo_code_created', 'promo_code_disabled']);
    await expect(disable(uuidv7())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('lists codes by their state, words and order, page by page', async () => {
    const mark = newCode().slice(0, 8);
    const first = await createCode(app, { code: `${mark}B`, endsAt: inDays(3) });
    const second = await createCode(app, { code: `${mark}A`, endsAt: inDays(2), startsAt: inDays(1) });
    const third = await createCode(app, { code: `${mark}C`, endsAt: inDays(4), ...limitedTo(1) });
    await redeem(third.code);
    const codes = async (filter: object) => (await list({ words: mark, ...filter })).map(({ code }) => code.slice(-1));
    expect(await codes({})).toEqual(['C', 'A', 'B']);
    expect(await codes({ words: `${mark.slice(0, 3)}-${mark.slice(3)}`.toLowerCase() })).toEqual(['C', 'A', 'B']);
    expect(await codes({ state: 'active' })).toEqual(['B']);
    expect(await codes({ state: 'scheduled' })).toEqual(['A']);
    expect(await codes({ state: 'used_up' })).toEqual(['C']);
    expect(await codes({ words: '%' })).toEqual([]);
    const campaign = newCode();
    const reason = `Caf\u00e9 \u0958 ${campaign}`;
    const { id } = await createCode(app, { code: newCode(), reason });
    for (const words of [`CAFE\u0301 \u0915\u093c ${campaign}`, `ｃａｆé क ${campaign.toLowerCase()}`]) {
      expect((await list({ words })).map((code) => code.id)).toEqual([id]);
    }
    const orders: [PromoCodeSort, string[]][] = [
      ['created_at', ['B', 'A', 'C']],
      ['code', ['A', 'B', 'C']],
      ['-code', ['C', 'B', 'A']],
      ['ends_at', ['A', 'B', 'C']],
      ['-redemptions', ['C', 'A', 'B']],
    ];
    for (const [sort, expected] of orders) {
      expect([sort, await codes({ sort })]).toEqual([sort, expected]);
      const byId = Object.fromEntries([first, second, third].map(({ id, code }) => [code.slice(-1), id]));
      expect([sort, await codes({ sort, cursor: byId[expected[0]!] })]).toEqual([sort, expected.slice(1)]);
    }
    const page = await app.calls.call(billingCalls.listPromoCodes, { limit: 2, words: mark });
    expect(page).toMatchObject({ total: 3, isTotalCapped: false, nextCursor: second.id });
    expect(await list({ words: 'Bihu campaign' })).not.toEqual([]);
  });

  it('each code is listed under exactly one state, the one it shows', async () => {
    const mark = newCode().slice(0, 8);
    const codes = await Promise.all(
      [{}, { startsAt: inDays(1), endsAt: inDays(2) }, limitedTo(1), limitedTo(1), {}, {}].map((changes, i) =>
        createCode(app, { code: `${mark}${i}`, ...changes }),
      ),
    );
    await redeem(codes[2]!.code);
    await redeem(codes[3]!.code);
    await app.source.query(`UPDATE promo_codes SET ends_at = now() WHERE id = ANY ($1)`, [
      [codes[3]!.id, codes[4]!.id],
    ]);
    await disable(codes[5]!.id);
    const shown = await list({ words: mark, sort: 'code' });
    expect(shown.map(({ state }) => state)).toEqual(['active', 'scheduled', 'used_up', 'ended', 'ended', 'disabled']);
    for (const state of ['scheduled', 'active', 'used_up', 'ended', 'disabled'])
      expect(await list({ words: mark, sort: 'code', state })).toEqual(shown.filter((code) => code.state === state));
  });

  it('lists who redeemed a code, newest first, with what is left', async () => {
    const { id, code } = await createCode(app);
    const [one, other] = [uuidv7(), uuidv7()];
    await redeem(code, one);
    await redeem(code, other);
    await app.calls.call(billingCalls.deductCredits, {
      userId: one,
      credits: 5,
      reason: 'x',
      idempotencyKey: uuidv7(),
    });
    const page = await app.calls.call(billingCalls.listPromoCodeRedemptions, { id, limit: 1 });
    expect(page).toMatchObject({ items: [{ userId: other, credits: 20, remaining: 20 }], total: 2 });
    const next = await app.calls.call(billingCalls.listPromoCodeRedemptions, {
      id,
      limit: 1,
      cursor: page.nextCursor!,
    });
    expect(next).toMatchObject({ items: [{ userId: one, remaining: 15 }], nextCursor: null });
    await expect(
      app.calls.call(billingCalls.listPromoCodeRedemptions, { id: uuidv7(), limit: 1 }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('several small codes of an operator within a day count as one, also if they are created at once', async () => {
    const adminId = uuidv7();
    const settings = (credits: number | null) =>
      app.calls.call(billingCalls.changeSettings, { approveAbove: { refundPaise: null, credits } });
    const create = (code = newCode(), by = adminId) =>
      app.calls.call(billingCalls.createPromoCode, {
        ...terms({ code, credits: 4 }),
        ...{ adminId: by, operatorEmail: OPERATOR.operatorEmail, reason: 'Bihu campaign', idempotencyKey: code },
      });
    const taken = await createCode(app);
    await settings(100);
    const results = await Promise.allSettled([create(), create(), create()]);
    const refused = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    const need = { code: 'approval_required', details: { limit: 100, before: 80 } };
    expect(refused.map(({ reason }) => reason as object)).toMatchObject([need]);
    await create(newCode(), uuidv7());
    await expect(create(taken.code)).rejects.toMatchObject({ code: 'conflict' });
    await app.source.query(`UPDATE promo_codes SET created_at = now() - interval '25 hours' WHERE created_by = $1`, [
      adminId,
    ]);
    await create();
    await settings(null);
    await create();
  });

  it('a large code exists only after a second operator approved it', async () => {
    const action = { kind: 'promo_code', ...terms({ credits: 1_000 }) } as const;
    const requested = await app.calls.call(billingCalls.requestApproval, {
      ...OPERATOR,
      action,
      preview: { code: action.code, total: 10_000 },
      reason: 'Bihu campaign',
      idempotencyKey: uuidv7(),
    });
    await expect(get(action.code)).rejects.toMatchObject({ code: 'not_found' });
    const approval = { ...APPROVER, approvalId: requested.id };
    expect(await app.calls.call(billingCalls.approve, approval)).toMatchObject({ state: 'executed' });
    expect(await get(action.code)).toMatchObject({
      createdBy: OPERATOR.operatorEmail,
      approvedBy: APPROVER.operatorEmail,
      credits: 1_000,
    });
    await expectInvariantsHold(app.source);
  });

  it('an approved code that was taken meanwhile fails and says why', async () => {
    const action = { kind: 'promo_code', ...terms() } as const;
    const requested = await app.calls.call(billingCalls.requestApproval, {
      ...OPERATOR,
      action,
      preview: {},
      reason: 'Bihu campaign',
      idempotencyKey: uuidv7(),
    });
    await createCode(app, { code: action.code });
    expect(await app.calls.call(billingCalls.approve, { ...APPROVER, approvalId: requested.id })).toMatchObject({
      state: 'failed',
      failure: `The code ${action.code} already exists.`,
    });
  });
});
