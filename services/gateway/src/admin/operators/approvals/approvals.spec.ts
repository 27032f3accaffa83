import type { AuditEntry } from '@luit/contracts/auth/audit-log';
import { authCalls } from '@luit/contracts/auth/messages';
import type { OperatorSession } from '@luit/contracts/auth/admins';
import { STEP_UP_SECONDS } from '@luit/contracts/auth/operator-permissions';
import type { Approval, ApprovalAction } from '@luit/contracts/billing/approvals';
import { billingCalls } from '@luit/contracts/billing/messages';
import { promoCodeTerms } from '@luit/contracts/billing/promo-codes';
import { exampleOf } from '@luit/contracts/messages/example-of';
import type { AdminTransactionDetails } from '@luit/contracts/billing/transactions';
import { LuitError } from '@luit/contracts/errors';
import type { BillingSettings } from '@luit/contracts/billing/settings';
import type { JobDetails } from '@luit/contracts/operations/jobs';
import { operationsCalls } from '@luit/contracts/operations/messages';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { type GatewayTestApp, startGatewayTestApp, userOf } from '../../../test/gateway-test-app';
import { activeOperator } from '../../../test/test-operators';
import { newUser, tokenFor } from '../../../test/test-tokens';

const LIMITS = { refundPaise: 50_000, credits: 100 };
const REASON = 'goodwill';
/** The operator's earlier changes to the user, in credits or paise. */
const BEFORE = 95;

function approvalOf(action: ApprovalAction): Approval {
  const at = '2026-11-24T00:00:00.000Z';
  return {
    id: uuidv7(),
    state: 'pending',
    action,
    preview: {},
    reason: REASON,
    requestedById: uuidv7(),
    requestedBy: 'asha@luit.example',
    requested_at: at,
    expires_at: at,
    decidedBy: null,
    decided_at: null,
    decisionReason: null,
    failure: null,
  };
}

describe('actions above a limit', () => {
  let gateway: GatewayTestApp;
  let session: Partial<OperatorSession> = {};
  const user = newUser();
  const amounts = [{ userId: user.id, amount: 108 }];
  const refuse = () => {
    throw new LuitError('approval_required', 'needed', { details: { limit: LIMITS.credits, before: BEFORE } });
  };
  const settings: BillingSettings = {
    signupGrant: { credits: 0, expiresInDays: null },
    confirmAbove: { refundPaise: 100_000_000, credits: 1_000_000 },
    approveAbove: LIMITS,
  };

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    const { services } = gateway;
    services.answer(authCalls.checkAdminSession, () => activeOperator(session));
    services.answer(authCalls.getUser, () => userOf(user));
    services.answer(billingCalls.getSettings, () => settings);
    services.answer(billingCalls.wasApprovalRequested, () => ({ wasRequested: false }));
    services.answer(billingCalls.changeSettings, (change) => ({ ...settings, ...change }));
    services.answer(billingCalls.getBalance, () => ({ credits: 7, available: 7, held: 0 }));
    services.answer(billingCalls.requestApproval, ({ action }) => approvalOf(action));
    services.answer(billingCalls.previewRefund, ({ amountPaise }) => ({
      amountPaise,
      credits: 1_000,
      keptCredits: 0,
      balanceAfter: 7,
      refundableAfterPaise: 0,
    }));
    services.answer(operationsCalls.getJobPreview, () => ({ action: 'refund', jobs: 6, credits: 108, amounts }));
    services.answer(
      operationsCalls.getJob,
      ({ id }) => ({ job: { id, cost_credits: 108, user_id: user.id } }) as JobDetails,
    );
    services.answer(billingCalls.countJobRefunds, refuse);
    services.answer(billingCalls.adjustCredits, refuse);
    services.answer(billingCalls.refundTransaction, refuse);
    services.answer(billingCalls.getUnapprovedAmount, () => ({ amount: BEFORE }));
    services.answer(billingCalls.getTransaction, () => ({ user_id: user.id }) as AdminTransactionDetails);
    services.answer(operationsCalls.previewJobAction, () => ({ previewId: uuidv7(), jobs: 6, credits: 108 }));
  });
  afterEach(() => {
    session = {};
    gateway.services.received(billingCalls.changeSettings);
  });
  afterAll(() => gateway.close());

  const send = (method: 'patch' | 'post', path: string, body: object) =>
    request(gateway.url)
      [method](`/api/admin/${path}`)
      .set('authorization', `Bearer ${tokenFor(gateway.operators, gateway.user)}`)
      .send(body);
  const services = () => gateway.services;
  const requested = () =>
    gateway.services.received(billingCalls.requestApproval).map(({ action, preview }) => ({ action, preview }));

  it('a change of credits waits, with the balance that the operator saw', async () => {
    const { body } = await send('patch', `users/${user.id}/credits`, { credits: 500, reason: REASON }).expect(200);
    expect(body).toMatchObject({ data: { credits: 7, transactionId: null, approval: { state: 'pending' } } });
    const action = { kind: 'credits', userId: user.id, credits: 500, expectedCredits: 7 };
    expect(requested()).toEqual([{ action, preview: { before: 7, after: 500, change: 493 } }]);
    expect(gateway.services.received(billingCalls.adjustCredits)).toEqual([]);
    await send('patch', `users/${user.id}/credits`, { credits: 500, expectedCredits: 8, reason: REASON }).expect(409);
    expect(requested()).toEqual([]);
  });

  it('a refund of a payment waits with its frozen preview', async () => {
    const transactionId = uuidv7();
    const refund = { amount: 999, reason: REASON };
    const { body } = await send('post', `transactions/${transactionId}/refund`, refund).expect(200);
    expect(body).toMatchObject({ data: { refundId: null, approval: { state: 'pending' } } });
    expect(requested()).toMatchObject([
      { action: { kind: 'payment_refund', transactionId, amountPaise: 99_900 }, preview: { credits: 1_000 } },
    ]);
    expect(gateway.services.received(billingCalls.refundTransaction)).toEqual([]);
  });

  it('refunds of jobs wait; those of a filter have to name their jobs', async () => {
    const [jobId, previewId] = [uuidv7(), uuidv7()];
    await send('post', `jobs/${jobId}/refund`, { reason: REASON }).expect(200);
    await send('post', 'bulk-actions', { previewId, action: 'refund', reason: REASON }).expect(200);
    expect(requested()).toEqual([
      { action: { kind: 'job_refund', jobId }, preview: { jobs: 1, credits: 108, withoutApproval: BEFORE } },
      { action: { kind: 'jobs_refund', previewId }, preview: { jobs: 6, credits: 108, withoutApproval: BEFORE } },
    ]);
    const filter = { status: 'pending' };
    await send('post', 'jobs/bulk', { action: 'refund', filter, dryRun: false, reason: REASON }).expect(400);
    expect(gateway.services.received(operationsCalls.applyJobAction)).toEqual([]);
  });

  it('a refund by filter refunds exactly the jobs that were counted', async () => {
    const previewId = uuidv7();
    const { services } = gateway;
    services.answer(operationsCalls.previewJobAction, () => ({ previewId, jobs: 6, credits: 108 }));
    services.answer(billingCalls.countJobRefunds, () => ({}));
    const done = { operationId: uuidv7(), jobs: 6, credits: 108, left: 0, refused: [], created: [] };
    services.answer(operationsCalls.applyJobAction, () => done);
    const bulk = { action: 'refund', filter: { status: 'pending' }, dryRun: false, reason: REASON };
    await send('post', 'jobs/bulk', { ...bulk, expectedCount: 7 }).expect(409);
    await send('post', 'jobs/bulk', { ...bulk, expectedCount: 6 }).expect(200);
    expect(services.received(operationsCalls.applyJobAction)).toMatchObject([{ target: { previewId } }]);
    services.answer(billingCalls.countJobRefunds, refuse);
  });

  it('a repeated request for which approval was requested does nothing directly', async () => {
    gateway.services.answer(billingCalls.wasApprovalRequested, () => ({ wasRequested: true }));
    await send('post', `transactions/${uuidv7()}/refund`, { amount: 5, reason: REASON }).expect(200);
    await send('patch', `users/${user.id}/credits`, { credits: 17, reason: REASON }).expect(200);
    expect(requested()).toHaveLength(2);
    expect(gateway.services.received(billingCalls.refundTransaction)).toEqual([]);
    expect(gateway.services.received(billingCalls.adjustCredits)).toEqual([]);
    gateway.services.answer(billingCalls.wasApprovalRequested, () => ({ wasRequested: false }));
  });

  it('a larger grant at sign-up and higher limits of confirmations need a fresh second factor', async () => {
    session = { secondsSinceSecondFactor: STEP_UP_SECONDS + 1 };
    const { credits, refundPaise } = settings.confirmAbove;
    await send('patch', 'settings', { signupGrant: { credits: 1, expiresInDays: null } }).expect(403);
    await send('patch', 'settings', { confirmAbove: { credits: credits + 1, refundPaise } }).expect(403);
    await send('patch', 'settings', { confirmAbove: { credits: credits - 1, refundPaise } }).expect(200);
    session = {};
    await send('patch', 'settings', { signupGrant: { credits: 1, expiresInDays: null } }).expect(200);
    expect(requested()).toMatchObject([{ action: { kind: 'signup_grant', signupGrant: { credits: 1 } } }]);
  });

  it('small amounts wait once their sum is above the limit, and the request says how much came before', async () => {
    const transactionId = uuidv7();
    await send('patch', `users/${user.id}/credits`, { credits: 17, reason: REASON }).expect(200);
    await send('post', `transactions/${transactionId}/refund`, { amount: 5, reason: REASON }).expect(200);
    expect(requested()).toMatchObject([
      { action: { kind: 'credits', credits: 17 }, preview: { change: 10, withoutApproval: BEFORE } },
      { action: { kind: 'payment_refund', amountPaise: 500 }, preview: { credits: 1_000, withoutApproval: BEFORE } },
    ]);
    const { body } = await request(gateway.url)
      .get(`/api/admin/transactions/${transactionId}/refund-preview?amount=499.06`)
      .set('authorization', `Bearer ${tokenFor(gateway.operators, gateway.user)}`)
      .expect(200);
    expect(body).toMatchObject({
      data: { needsApproval: true, approveAbovePaise: LIMITS.refundPaise, unapprovedPaise: BEFORE },
    });
  });

  it('raising a limit waits, lowering it does not, and both need a fresh second factor', async () => {
    const off = { refundPaise: null, credits: 100 };
    await send('patch', 'settings', { approveAbove: off }).expect(400);
    const { body } = await send('patch', 'settings', { approveAbove: off, reason: REASON }).expect(200);
    expect(body).toMatchObject({ data: { approveAbove: LIMITS, approval: { state: 'pending' } } });
    expect(requested()).toMatchObject([{ action: { kind: 'limits', approveAbove: off } }]);
    const lower = { refundPaise: 0, credits: 0 };
    await send('patch', 'settings', { approveAbove: lower }).expect(200);
    expect(gateway.services.received(billingCalls.changeSettings)).toMatchObject([{ approveAbove: lower }]);
    session = { secondsSinceSecondFactor: STEP_UP_SECONDS + 1 };
    await send('patch', 'settings', { approveAbove: lower }).expect(403);
  });

  it('only operators whose role permits the action decide about it', async () => {
    const approval = approvalOf({ kind: 'payment_refund', transactionId: uuidv7(), amountPaise: 99_900 });
    gateway.services.answer(billingCalls.getApproval, () => approval);
    gateway.services.answer(billingCalls.approve, () => ({ ...approval, state: 'executed' }));
    session = { role: 'support' };
    await send('post', `approvals/${approval.id}/approve`, {}).expect(403);
    await send('post', `approvals/${approval.id}/decline`, { reason: REASON }).expect(403);
    session = { role: 'finance' };
    await send('post', `approvals/${approval.id}/approve`, {}).expect(200);
    expect(gateway.services.received(billingCalls.approve)).toEqual([
      { approvalId: approval.id, adminId: gateway.user.id, operatorEmail: gateway.user.email },
    ]);
  });

  it('a repeated refund by filter freezes its jobs under its key, so that it is counted once', async () => {
    services().answer(billingCalls.countJobRefunds, () => ({}));
    const done = { operationId: uuidv7(), jobs: 6, credits: 108, left: 0, refused: [], created: [] };
    services().answer(operationsCalls.applyJobAction, () => done);
    services().received(operationsCalls.previewJobAction);
    const input = { action: 'refund', filter: { status: 'succeeded', within: '1h' }, dryRun: false, reason: REASON };
    const refund = () =>
      request(gateway.url)
        .post('/api/admin/jobs/bulk')
        .set('authorization', `Bearer ${tokenFor(gateway.operators, gateway.user)}`)
        .set('idempotency-key', 'k-1')
        .send(input)
        .expect(200);
    await refund();
    await refund();
    const [first, second] = services().received(operationsCalls.previewJobAction);
    expect(first?.repeat).toEqual({ idempotencyKey: 'k-1', input: expect.stringContaining('1h') as string });
    expect(second?.repeat).toEqual(first?.repeat);
    services().answer(billingCalls.countJobRefunds, refuse);
  });

  it('a code that waits for approval is shown only to roles that may read codes', async () => {
    const terms = exampleOf(promoCodeTerms);
    const waiting = {
      ...approvalOf({ kind: 'promo_code', ...terms }),
      ...{ preview: { code: terms.code, total: 10_000 }, failure: `The code ${terms.code} already exists.` },
    };
    const page = { items: [waiting], nextCursor: null, total: 1, isTotalCapped: false, pending: 1 };
    services().answer(billingCalls.listApprovals, () => page);
    const list = async () => {
      const { text } = await request(gateway.url)
        .get('/api/admin/approvals')
        .set('authorization', `Bearer ${tokenFor(gateway.operators, gateway.user)}`)
        .expect(200);
      return text;
    };
    for (const role of ['owner', 'support', 'finance', 'read_only'] as const) {
      session = { role };
      expect(await list()).toContain(terms.code);
    }
    session = { role: 'operations' };
    const masked = await list();
    expect(masked).not.toContain(terms.code);
    expect(masked).toContain(`"endsAt":"${terms.endsAt}"`);
  });

  it('the audit log names a promotional code only to roles that may read codes', async () => {
    const by = { adminId: uuidv7(), adminEmail: 'asha@luit.example', createdAt: '2026-11-24T00:00:00.000Z' };
    const entries = (['promo_code_created', 'promo_code_disabled', 'approval_requested'] as const).map((action) => {
      return { ...by, id: uuidv7(), action, subject: 'BIHU2026', details: { kind: 'promo_code', code: 'BIHU2026' } };
    });
    const page = { nextCursor: null, total: 3, isTotalCapped: false };
    services().answer(authCalls.listAuditLog, () => ({ entries: entries as AuditEntry[], ...page }));
    services().answer(authCalls.recordAccess, () => ({}));
    const list = async () => {
      const { text } = await request(gateway.url)
        .get('/api/admin/audit-log')
        .set('authorization', `Bearer ${tokenFor(gateway.operators, gateway.user)}`)
        .expect(200);
      return text;
    };
    expect(await list()).toContain('BIHU2026');
    session = { role: 'operations' };
    const masked = await list();
    expect(masked).not.toContain('BIHU2026');
    expect(masked).toContain('promo_code_created');
  });
});
