import { authCalls } from '@luit/contracts/auth/messages';
import { APPROVAL_HOURS, type ApprovalAction } from '@luit/contracts/billing/approvals';
import { billingCalls } from '@luit/contracts/billing/messages';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { startFakeService } from '@luit/platform/testing/services';
import { uuidv7 } from 'uuidv7';
import { available, pay } from '../testing/purchases';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { expectInvariantsHold } from '../testing/expect-invariants';
import { ApprovalExecutor } from './approval-executor';

const ASHA = { adminId: uuidv7(), operatorEmail: 'asha@luit.example' };
const RITU = { adminId: uuidv7(), operatorEmail: 'ritu@luit.example' };
const REASON = 'goodwill after the incident';

describe('approvals by a second operator', () => {
  let app: BillingTestApp;
  let generation: { close(): Promise<void> };
  let actions: { adminId: string; idempotencyKey: string; approvedBy?: string; target: object }[] = [];
  const publications: object[] = [];
  /** How often generation does not answer a job action. */
  let failures = 0;

  beforeAll(async () => {
    app = await startBillingTestApp();
    generation = await startFakeService('generation', app.redis.url, {
      [operationsCalls.applyJobAction.name]: (action: (typeof actions)[number]) => {
        actions.push(action);
        if (failures-- > 0) throw new Error('The process crashed');
        return { operationId: uuidv7(), jobs: 1, credits: 18, left: 0, refused: [], created: [] };
      },
      [operationsCalls.publishModel.name]: (publication: object) => {
        publications.push(publication);
        const entry = { id: 'seedance', name: 'Seedance', output: 'video', state: 'live', price: null };
        return {
          ...entry,
          isDefault: true,
          revision: 3,
          durations: [],
          qualities: [],
          providers: [],
          entry,
          revisions: [],
        };
      },
    });
  });
  afterAll(async () => {
    await generation.close();
    await app.close();
  });
  beforeEach(() => {
    actions = [];
    failures = 0;
  });

  const request = (action: ApprovalAction, idempotencyKey: string = uuidv7()) =>
    app.calls.call(billingCalls.requestApproval, { ...ASHA, action, preview: {}, reason: REASON, idempotencyKey });
  const grant = (credits = 20_000) => request({ kind: 'credits', userId: uuidv7(), credits, expectedCredits: 0 });
  const approve = (approvalId: string, by = RITU) => app.calls.call(billingCalls.approve, { approvalId, ...by });
  const decline = (approvalId: string, by = RITU) =>
    app.calls.call(billingCalls.declineApproval, { approvalId, ...by, reason: 'too much' });
  const userOf = ({ action }: { action: ApprovalAction }) => (action.kind === 'credits' ? action.userId : '');
  const audit = async (subject: string) =>
    (
      await app.source.query<{ payload: { action: string; adminId: string; details: Record<string, string> } }[]>(
        `SELECT payload FROM outbox WHERE name = 'billing.operatorActed' AND payload ->> 'subject' = $1 ORDER BY seq`,
        [subject],
      )
    ).map(({ payload }) => payload);

  it('an approved entry of a model is published for the operator who requested it', async () => {
    const action = { kind: 'model', modelId: 'seedance', entry: { id: 'seedance' }, expectedRevision: 2 } as const;
    const { id } = await request(action);
    expect(publications).toEqual([]);
    expect(await approve(id)).toMatchObject({ state: 'executed' });
    const { kind: _, modelId, ...publication } = action;
    const by = { adminId: ASHA.adminId, approvedBy: RITU.operatorEmail, reason: REASON };
    expect(publications).toEqual([{ ...by, ...publication, id: modelId, needsApproval: false }]);
    expect(await audit('seedance')).toMatchObject([{ action: 'approval_requested' }, { action: 'approval_approved' }]);
  });

  it('nothing changes before another operator approves, then the audit log has both names', async () => {
    const requested = await grant();
    expect(requested).toMatchObject({ state: 'pending', requestedBy: ASHA.operatorEmail, decidedBy: null });
    expect(Date.parse(requested.expires_at) - Date.parse(requested.requested_at)).toBe(APPROVAL_HOURS * 3_600_000);
    const userId = userOf(requested);
    expect(await available(app, userId)).toBe(0);
    expect(await approve(requested.id)).toMatchObject({ state: 'executed', decidedBy: RITU.operatorEmail });
    expect(await available(app, userId)).toBe(20_000);
    const entries = await audit(userId);
    expect(entries).toMatchObject([
      { action: 'approval_requested', adminId: ASHA.adminId, details: { reason: REASON } },
      { action: 'approval_approved', adminId: RITU.adminId, details: { requestedBy: ASHA.operatorEmail } },
      { action: 'credits_adjusted', adminId: ASHA.adminId, details: { approvedBy: RITU.operatorEmail } },
    ]);
    await expectInvariantsHold(app.source);
  });

  it('no one approves their own request, but the requester can withdraw it', async () => {
    const requested = await grant();
    await expect(approve(requested.id, ASHA)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(
      app.admin.query(
        `UPDATE approvals SET state = 'approved', decided_by = requested_by, next_attempt_at = now() WHERE id = $1`,
        [requested.id],
      ),
    ).rejects.toThrow(/check constraint/);
    expect(await decline(requested.id, ASHA)).toMatchObject({ state: 'declined', decisionReason: 'too much' });
    await expect(approve(requested.id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await available(app, userOf(requested))).toBe(0);
  });

  it('of two operators who approve at the same time, one does, and the action is executed once', async () => {
    const requested = await grant();
    const third = { adminId: uuidv7(), operatorEmail: 'chandan@luit.example' };
    const results = await Promise.allSettled([approve(requested.id), approve(requested.id, third)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await available(app, userOf(requested))).toBe(20_000);
    const adjusted = (await audit(userOf(requested))).filter(({ action }) => action === 'credits_adjusted');
    expect(adjusted).toHaveLength(1);
  });

  it('a request expires after 24 hours', async () => {
    const requested = await grant();
    await app.source.query(`UPDATE approvals SET expires_at = now() WHERE id = $1`, [requested.id]);
    await expect(approve(requested.id)).rejects.toMatchObject({ code: 'conflict', details: { state: 'expired' } });
    await expect(decline(requested.id)).rejects.toMatchObject({ code: 'conflict' });
    const { items } = await app.calls.call(billingCalls.listApprovals, { limit: 100, isPending: true });
    expect(items.map(({ id }) => id)).not.toContain(requested.id);
    expect(await app.calls.call(billingCalls.getApproval, { approvalId: requested.id })).toMatchObject({
      state: 'expired',
    });
  });

  it('an approved action whose process died is executed once by another one', async () => {
    failures = 1;
    const requested = await request({ kind: 'jobs_refund', previewId: uuidv7() });
    expect(await approve(requested.id)).toMatchObject({ state: 'approved' });
    const executor = app.get(ApprovalExecutor);
    await executor.round();
    expect(actions).toHaveLength(1);
    await app.source.query(`UPDATE approvals SET next_attempt_at = now() WHERE id = $1`, [requested.id]);
    await Promise.all([executor.round(), executor.round()]);
    expect(await app.calls.call(billingCalls.getApproval, { approvalId: requested.id })).toMatchObject({
      state: 'executed',
    });
    expect(new Set(actions.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(actions.at(-1)).toMatchObject({ adminId: ASHA.adminId, approvedBy: RITU.operatorEmail });
  });

  it('a credit change that was executed before its process died has no further effect', async () => {
    const requested = await grant();
    await approve(requested.id);
    await app.source.query(`UPDATE approvals SET state = 'approved', next_attempt_at = now() WHERE id = $1`, [
      requested.id,
    ]);
    await app.get(ApprovalExecutor).round();
    expect(await app.calls.call(billingCalls.getApproval, { approvalId: requested.id })).toMatchObject({
      state: 'executed',
    });
    const adjusted = (await audit(userOf(requested))).filter(({ action }) => action === 'credits_adjusted');
    expect(adjusted).toHaveLength(1);
  });

  it('a change of a balance that has moved since fails and says why', async () => {
    const requested = await grant();
    const other = { userId: userOf(requested), credits: 5, reason: 'other', idempotencyKey: uuidv7() };
    await app.calls.call(billingCalls.adjustCredits, { adminId: RITU.adminId, ...other });
    expect(await approve(requested.id)).toMatchObject({ state: 'failed', failure: expect.any(String) as string });
    expect(await available(app, other.userId)).toBe(5);
  });

  it('a refund is approved as it was previewed, and not if it would do something else by now', async () => {
    const { userId, transactionId } = await pay(app);
    const terms = { transactionId, amountPaise: 9_900 };
    const preview = await app.calls.call(billingCalls.previewRefund, terms);
    const refund = (idempotencyKey: string) =>
      app.calls.call(billingCalls.requestApproval, {
        ...ASHA,
        action: { kind: 'payment_refund', ...terms },
        preview,
        reason: REASON,
        idempotencyKey,
      });
    const first = await refund(uuidv7());
    const spend = { userId, credits: (await available(app, userId)) - 1, reason: 'spent', idempotencyKey: uuidv7() };
    await app.calls.call(billingCalls.adjustCredits, { adminId: RITU.adminId, ...spend });
    await expect(approve(first.id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await app.calls.call(billingCalls.getApproval, { approvalId: first.id })).toMatchObject({
      state: 'pending',
    });
    await decline(first.id);
    const current = await app.calls.call(billingCalls.previewRefund, terms);
    const second = await app.calls.call(billingCalls.requestApproval, {
      ...ASHA,
      action: { kind: 'payment_refund', ...terms },
      preview: current,
      reason: REASON,
      idempotencyKey: uuidv7(),
    });
    expect(await approve(second.id)).toMatchObject({ state: 'executed' });
    const [{ refunds }] = (await app.source.query<{ refunds: number }[]>(
      `SELECT count(*)::int AS refunds FROM refunds WHERE reason = 'operator'`,
    )) as [{ refunds: number }];
    expect(refunds).toBe(1);
    await expectInvariantsHold(app.source);
  });

  it('a repeated request is the first one, and its key is not used for another action', async () => {
    const key = uuidv7();
    const action = { kind: 'job_refund', jobId: uuidv7() } as const;
    const first = await request(action, key);
    expect(await request(action, key)).toEqual(first);
    await expect(request({ ...action, jobId: uuidv7() }, key)).rejects.toMatchObject({ code: 'idempotency_conflict' });
    const wasRequested = async (idempotencyKey: string) =>
      (await app.calls.call(billingCalls.wasApprovalRequested, { adminId: ASHA.adminId, idempotencyKey })).wasRequested;
    expect([await wasRequested(key), await wasRequested(uuidv7())]).toEqual([true, false]);
  });

  const settings = () => app.calls.call(billingCalls.getSettings, {});
  const setLimits = (approveAbove: { refundPaise: number | null; credits: number | null }) =>
    app.calls.call(billingCalls.changeSettings, { adminId: ASHA.adminId, approveAbove });
  const OFF = { refundPaise: null, credits: null };

  it('raising the limits takes effect when it is approved, unless they were changed since', async () => {
    const expected = { refundPaise: 5_000, credits: 500 };
    await setLimits(expected);
    const requested = await request({ kind: 'limits', approveAbove: OFF, expected });
    const second = await request({ kind: 'limits', approveAbove: { ...OFF, credits: 900 }, expected });
    expect((await settings()).approveAbove).toEqual(expected);
    expect(await approve(requested.id)).toMatchObject({ state: 'executed' });
    expect((await settings()).approveAbove).toEqual(OFF);
    expect(await approve(second.id)).toMatchObject({ state: 'failed', failure: expect.any(String) as string });
    expect((await settings()).approveAbove).toEqual(OFF);
  });

  it('a larger grant at sign-up takes effect when it is approved, unless it was changed since', async () => {
    const expected = (await settings()).signupGrant;
    const signupGrant = { credits: 100_000, expiresInDays: null };
    const requested = await request({ kind: 'signup_grant', signupGrant, expected });
    const outdated = await request({ kind: 'signup_grant', signupGrant: { ...signupGrant, credits: 5 }, expected });
    expect(await approve(requested.id)).toMatchObject({ state: 'executed' });
    expect((await settings()).signupGrant).toEqual(signupGrant);
    expect(await approve(outdated.id)).toMatchObject({ state: 'failed' });
    await app.calls.call(billingCalls.changeSettings, { signupGrant: expected });
  });

  describe('of packs', () => {
    const NEW = {
      name: 'Bihu',
      credits: 1_000_000,
      price: 1,
      popular: false,
      description: 'a',
      savings: 0,
      position: 9,
    };
    const by = { adminId: ASHA.adminId };
    const packs = async () => (await app.calls.call(billingCalls.listAllPacks, {})).creditPacks;
    const cheapest = async () => {
      const [pack] = (await packs())
        .filter(({ archived_at }) => archived_at === null)
        .sort((one, other) => one.price / one.credits - other.price / other.credits);
      return pack!;
    };
    const requestPack = async (packId: string, change: { changes: Partial<typeof NEW>; isArchived?: boolean }) => {
      const { id, price, credits } = await cheapest();
      const expected = (await packs()).find((pack) => pack.id === packId) ?? null;
      return request({ kind: 'pack', packId, ...change, expected, cheapest: { id, price, credits } });
    };

    afterEach(() => setLimits(OFF));

    it('cheaper credits than any on sale need approval, other prices do not, and without limits nothing does', async () => {
      const { id, price, credits } = await cheapest();
      await setLimits({ refundPaise: 100, credits: null });
      const create = (changes: Partial<typeof NEW>) =>
        app.calls.call(billingCalls.createPack, { ...by, id: `pack-${uuidv7().slice(-8)}`, ...NEW, ...changes });
      await expect(create({})).rejects.toMatchObject({ code: 'approval_required' });
      const change = (changes: Partial<typeof NEW>) => app.calls.call(billingCalls.changePack, { ...by, id, changes });
      await expect(change({ price: 1 })).rejects.toMatchObject({ code: 'approval_required' });
      await expect(change({ credits: credits + 1 })).rejects.toMatchObject({ code: 'approval_required' });
      await change({ name: 'Same price' });
      const equal = await create({ price, credits });
      await app.calls.call(billingCalls.changePack, { ...by, id: equal.id, changes: {}, isArchived: true });
      await app.calls.call(billingCalls.changePack, { ...by, id: equal.id, changes: { price: 1 } });
      const restore = { ...by, id: equal.id, changes: {}, isArchived: false };
      await expect(app.calls.call(billingCalls.changePack, restore)).rejects.toMatchObject({
        code: 'approval_required',
      });
      await setLimits(OFF);
      await app.calls.call(billingCalls.changePack, restore);
      await app.calls.call(billingCalls.changePack, { ...restore, isArchived: true });
    });

    it('an approved pack is for sale once, also if the process crashed after it was created', async () => {
      await setLimits({ refundPaise: null, credits: 0 });
      const packId = `pack-${uuidv7().slice(-8)}`;
      const requested = await requestPack(packId, { changes: NEW });
      await expect(approve(requested.id, ASHA)).rejects.toMatchObject({ code: 'forbidden' });
      expect((await packs()).map(({ id }) => id)).not.toContain(packId);
      expect(await approve(requested.id)).toMatchObject({ state: 'executed' });
      await app.source.query(`UPDATE approvals SET state = 'approved', next_attempt_at = now() WHERE id = $1`, [
        requested.id,
      ]);
      await app.get(ApprovalExecutor).round();
      expect(await app.calls.call(billingCalls.getApproval, { approvalId: requested.id })).toMatchObject({
        state: 'executed',
      });
      expect((await audit(packId)).map(({ action }) => action)).toEqual([
        'approval_requested',
        'approval_approved',
        'pack_created',
      ]);
      await app.calls.call(billingCalls.changePack, { ...by, id: packId, changes: {}, isArchived: true });
    });

    it('an approved change fails if the pack or the cheapest price was changed since', async () => {
      const { id } = await cheapest();
      const ofPack = await requestPack(id, { changes: { price: 1 } });
      const ofOther = await requestPack(`pack-${uuidv7().slice(-8)}`, { changes: NEW });
      const before = await cheapest();
      await app.calls.call(billingCalls.changePack, { ...by, id, changes: { price: before.price + 1 } });
      expect(await approve(ofPack.id)).toMatchObject({ state: 'failed' });
      expect(await approve(ofOther.id)).toMatchObject({ state: 'failed' });
      const now = (await packs()).find((pack) => pack.id === id);
      expect(now).toMatchObject({ price: before.price + 1 });
      await app.calls.call(billingCalls.changePack, { ...by, id, changes: { price: before.price } });
    });
  });

  it('an approved account deletion happens unless it would refund more than was approved', async () => {
    const { userId } = await pay(app);
    const deletions: { by: object; wantsRefund: boolean }[] = [];
    const auth = await startFakeService('auth', app.redis.url, {
      [authCalls.deleteAccount.name]: (deletion: (typeof deletions)[number]) => {
        deletions.push(deletion);
        return {};
      },
    });
    const { amountPaise } = await app.calls.call(billingCalls.getAccountDeletionAmount, { userId });
    expect(amountPaise).toBeGreaterThan(0);
    const outdated = await request({
      kind: 'account_deletion',
      userId,
      wantsRefund: true,
      amountPaise: amountPaise - 1,
    });
    expect(await approve(outdated.id)).toMatchObject({ state: 'failed' });
    const requested = await request({ kind: 'account_deletion', userId, wantsRefund: true, amountPaise });
    expect(await approve(requested.id)).toMatchObject({ state: 'executed' });
    const by = { adminId: ASHA.adminId, reason: REASON, approvedBy: RITU.operatorEmail };
    expect(deletions).toEqual([{ userId, by, wantsRefund: true }]);
    await auth.close();
  });

  it('what a deletion may refund counts with credits that jobs hold, and with the refunds of the day', async () => {
    const { userId } = await pay(app);
    const { amountPaise } = await app.calls.call(billingCalls.getAccountDeletionAmount, { userId });
    const hold = { holdId: uuidv7(), userId, credits: await available(app, userId), description: 'HD Video' };
    await app.calls.call(billingCalls.holdCredits, hold);
    expect((await app.calls.call(billingCalls.quoteUnusedCredits, { userId })).amountPaise).toBe(0);
    expect(await app.calls.call(billingCalls.getAccountDeletionAmount, { userId })).toEqual({ amountPaise });
    const count = () => app.calls.call(billingCalls.countAccountDeletion, { adminId: ASHA.adminId, userId });
    await setLimits({ refundPaise: amountPaise - 1, credits: null });
    await expect(count()).rejects.toMatchObject({ code: 'approval_required' });
    await setLimits({ refundPaise: amountPaise, credits: null });
    expect(await count()).toEqual({ amountPaise });
    const query = { adminId: ASHA.adminId, unit: 'paise', userId } as const;
    expect(await app.calls.call(billingCalls.getUnapprovedAmount, query)).toEqual({ amount: amountPaise });
    await setLimits(OFF);
  });
});
