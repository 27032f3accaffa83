import { authCalls } from '@luit/contracts/auth/messages';
import type { Permission } from '@luit/contracts/auth/operator-permissions';
import type { ApprovalAction } from '@luit/contracts/billing/approvals';
import { billingCalls } from '@luit/contracts/billing/messages';
import { promoCodeTerms } from '@luit/contracts/billing/promo-codes';
import { exampleOf } from '@luit/contracts/messages/example-of';
import type { CallContract } from '@luit/contracts/messages/message';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { uuidv7 } from 'uuidv7';

/** The id in paths and bodies. */
export const ID = uuidv7();
const reason = 'An incident on Monday';
export const PACK = {
  name: 'Bihu',
  credits: 1_000_000,
  price: 1,
  popular: false,
  description: 'a',
  savings: 0,
  position: 1,
};
const CODE = { ...exampleOf(promoCodeTerms), credits: 10_000, endsAt: '2099-12-24T00:00:00.000Z' };

export interface Giving {
  /** The change that the second operator approves. */
  approves: ApprovalAction['kind'];
  /** A request that gives value. */
  body: object;
  /** The call that gives it. It happens only after approval, except where the service itself refuses it without one. */
  gives: CallContract<unknown, unknown>;
  /** The service refuses the call itself with `approval_required`, in the transaction that would give the value. */
  isRefusedByService?: true;
  /** Permissions that the operator needs besides the permission of the route: for the side effects. */
  also?: Permission[];
}

/**
 * Every route that lets operators give value away: money, credits, work or prices. Above the limits without approval, or without step-up,
 * none of them gives anything.
 */
export const GIVING: Record<string, Giving | Giving[]> = {
  'PATCH /api/admin/users/:id/credits': {
    approves: 'credits',
    body: { credits: 5_000, reason },
    gives: billingCalls.adjustCredits,
  },
  'DELETE /api/admin/users/:id': {
    approves: 'account_deletion',
    body: { reason },
    gives: authCalls.deleteAccount,
    also: ['transactions.refund'],
  },
  'POST /api/admin/transactions/:id/refund': {
    approves: 'payment_refund',
    body: { amount: 99, reason },
    gives: billingCalls.refundTransaction,
  },
  'POST /api/admin/payments/:id/refund': {
    approves: 'unmatched_refund',
    body: { reason },
    gives: billingCalls.refundUnmatched,
    isRefusedByService: true,
  },
  'POST /api/admin/refunds/:id/paid-otherwise': {
    approves: 'refund_paid_otherwise',
    body: { reference: 'UTR 123456789012', reason },
    gives: billingCalls.recordRefundPaid,
    isRefusedByService: true,
  },
  'POST /api/admin/credit-packs': {
    approves: 'pack',
    body: { id: 'bihu', ...PACK },
    gives: billingCalls.createPack,
    isRefusedByService: true,
  },
  'PATCH /api/admin/credit-packs/:id': [
    { approves: 'pack', body: { price: 1 }, gives: billingCalls.changePack, isRefusedByService: true },
    { approves: 'pack', body: { archived: false }, gives: billingCalls.changePack, isRefusedByService: true },
  ],
  'PATCH /api/admin/plans/:id': { approves: 'plan', body: { credits: 1 }, gives: operationsCalls.changePlan },
  'PUT /api/admin/models/:id': {
    approves: 'model',
    body: { entry: { id: 'seedance' }, expectedRevision: 1, reason },
    gives: operationsCalls.publishModel,
    isRefusedByService: true,
  },
  'POST /api/admin/models/:id/restore': {
    approves: 'model',
    body: { revision: 1, expectedRevision: 2, reason },
    gives: operationsCalls.publishModel,
    isRefusedByService: true,
  },
  'POST /api/admin/promo-codes': {
    approves: 'promo_code',
    body: { ...CODE, reason },
    gives: billingCalls.createPromoCode,
    isRefusedByService: true,
  },
  'PATCH /api/admin/settings': [
    {
      approves: 'signup_grant',
      body: { signupGrant: { credits: 100, expiresInDays: 30 } },
      gives: billingCalls.changeSettings,
    },
    {
      approves: 'signup_grant',
      body: { signupGrant: { credits: 10, expiresInDays: null } },
      gives: billingCalls.changeSettings,
    },
    {
      approves: 'limits',
      body: { approveAbove: { refundPaise: null, credits: null }, reason },
      gives: billingCalls.changeSettings,
    },
  ],
  'PATCH /api/admin/settings/takedowns': {
    approves: 'takedown_credits',
    body: { returnsCredits: true },
    gives: operationsCalls.changeTakedownSettings,
  },
  'POST /api/admin/jobs/:id/refund': {
    approves: 'job_refund',
    body: { reason },
    gives: operationsCalls.applyJobAction,
  },
  'POST /api/admin/jobs/:id/retry': { approves: 'job_retry', body: {}, gives: operationsCalls.applyJobAction },
  'POST /api/admin/bulk-actions': [
    {
      approves: 'jobs_refund',
      body: { previewId: ID, action: 'refund', reason },
      gives: operationsCalls.applyJobAction,
      also: ['jobs.refund'],
    },
    {
      approves: 'jobs_retry',
      body: { previewId: ID, action: 'retry', reason },
      gives: operationsCalls.applyJobAction,
      also: ['jobs.retry'],
    },
  ],
  // The takedown happens at once; the refund waits.
  'POST /api/admin/jobs/:id/takedown': {
    approves: 'job_refund',
    body: { kind: 'unlawful', reason },
    gives: operationsCalls.takeDown,
    also: ['jobs.refund'],
  },
  'POST /api/admin/content-reports/:id/decision': {
    approves: 'job_refund',
    body: { decision: 'taken_down', answer: reason, kind: 'unlawful', requestId: ID },
    gives: operationsCalls.takeDown,
    also: ['takedowns.take_down', 'jobs.refund'],
  },
};

const UNDELIVERED = 'Returns credits held for work that was not delivered, as the owner may do too.';
const SESSION = 'Concerns the operator’s own session or factors.';
const OPERATORS = 'Concerns operators. Needs the role of an owner, and all of it is in the audit log.';
const CONTENT = 'Concerns texts, files or records, none of which have a price.';
const OPERATION = 'Concerns how the service runs, without changing what anyone pays or gets for it.';
const REPEATED = 'Repeats a message of a vendor or of a service, which takes effect once.';
const COSTS = 'Records what vendors charge. No user pays by it.';

/** Every other route that changes something, and why it gives no value. */
export const VALUE_FREE: Record<string, string> = {
  'POST /api/admin/refunds/:id/retry': 'The money is owed already, and a refund is paid once.',
  'POST /api/admin/logout': SESSION,
  'POST /api/admin/session/second-factor/options': SESSION,
  'POST /api/admin/session/second-factor': SESSION,
  'PATCH /api/admin/profile': SESSION,
  'PUT /api/admin/profile/password': SESSION,
  'DELETE /api/admin/profile/sessions/:id': SESSION,
  'POST /api/admin/profile/totp': SESSION,
  'PUT /api/admin/profile/totp': SESSION,
  'DELETE /api/admin/profile/totp': SESSION,
  'POST /api/admin/profile/passkeys/options': SESSION,
  'POST /api/admin/profile/passkeys': SESSION,
  'DELETE /api/admin/profile/passkeys/:id': SESSION,
  'POST /api/admin/profile/recovery-codes': SESSION,
  'PATCH /api/admin/operators/:id': OPERATORS,
  'POST /api/admin/operators/:id/sign-out': OPERATORS,
  'DELETE /api/admin/operators/:id/second-factors': OPERATORS,
  'POST /api/admin/invitations': OPERATORS,
  'POST /api/admin/invitations/:id/resend': OPERATORS,
  'DELETE /api/admin/invitations/:id': OPERATORS,
  'POST /api/admin/approvals/:id/approve':
    'Gives what was requested; needs another operator who is permitted to do it.',
  'POST /api/admin/approvals/:id/decline': 'Gives nothing.',
  'POST /api/admin/promo-codes/:id/disable': 'Takes value away: its redemptions end.',
  'POST /api/admin/models': 'A draft is sold to nobody. Publishing it counts as lowering its prices.',
  'DELETE /api/admin/models/:id': 'A draft is sold to nobody.',
  'PUT /api/admin/models/:id/default': 'Each model can be ordered at its price already.',
  'POST /api/admin/model-checks/schema': 'Reads what a vendor publishes.',
  'POST /api/admin/model-checks/run': 'Runs a model once at our own cost. The output belongs to nobody.',
  'POST /api/admin/provider-costs/prices': COSTS,
  'POST /api/admin/provider-costs/exchange-rates': COSTS,
  'PATCH /api/admin/users/:id/block': 'Ends sessions; running jobs continue and no credits return.',
  'PATCH /api/admin/users/:id/unblock': 'Lets the user sign in again, with the credits that the user had.',
  'POST /api/admin/users/:id/sign-out': CONTENT,
  'POST /api/admin/users/:id/resend-confirmation':
    'Mails the address of the account. The grant at sign-up has its own limit.',
  'POST /api/admin/users/:id/api-keys/:keyId/revoke': 'Takes access away.',
  'POST /api/admin/users/:id/notes': CONTENT,
  'POST /api/admin/users/:id/views': 'Reads only: the gateway refuses every change with the token of a view.',
  'POST /api/admin/users/:id/views/:viewId/end': SESSION,
  'POST /api/admin/webhooks/:id/replay': REPEATED,
  'POST /api/admin/callbacks/:id/replay': REPEATED,
  'POST /api/admin/dead-letters/:service/:id/replay': REPEATED,
  'POST /api/admin/dead-letters/:service/:id/discard': 'Drops a message. Invariants report what it leaves undone.',
  'POST /api/admin/presets': CONTENT,
  'PATCH /api/admin/presets/:id': CONTENT,
  'POST /api/admin/examples': CONTENT,
  'DELETE /api/admin/examples/:requestId': CONTENT,
  'PATCH /api/admin/settings/output-label': CONTENT,
  'POST /api/admin/mails/:id/resend': CONTENT,
  'POST /api/admin/incident-mails/preview': CONTENT,
  'POST /api/admin/incident-mails': CONTENT,
  'PATCH /api/admin/messages/:id': CONTENT,
  'POST /api/admin/breaches': CONTENT,
  'POST /api/admin/breaches/:id/accounts': CONTENT,
  'POST /api/admin/breaches/:id/accounts/clear': CONTENT,
  'PUT /api/admin/breaches/:id/notices/:kind': CONTENT,
  'POST /api/admin/breaches/:id/mailings': CONTENT,
  'POST /api/admin/breaches/:id/events': CONTENT,
  'POST /api/admin/sealed-records/:id/open': CONTENT,
  'POST /api/admin/quarterly-reports/:quarter/notice': CONTENT,
  'POST /api/admin/jobs/:id/takedown/file': CONTENT,
  'POST /api/admin/jobs/:id/takedown/lift': 'Shows the files again; credits that returned stay returned.',
  'POST /api/admin/jobs/:id/search': OPERATION,
  'POST /api/admin/jobs/:id/declare-lost': UNDELIVERED,
  'POST /api/admin/jobs/:id/cancel': UNDELIVERED,
  'POST /api/admin/jobs/bulk': 'Refuses refunds and retries above the limit: those name their jobs by a preview.',
  'POST /api/admin/providers/:name/runner-tokens': OPERATION,
  'POST /api/admin/providers/:name/runner-tokens/:id/revoke': OPERATION,
  'POST /api/admin/providers/:name/check': OPERATION,
  'POST /api/admin/providers': OPERATION,
  'PUT /api/admin/providers/:name': OPERATION,
  'POST /api/admin/providers/:name/state': OPERATION,
  'POST /api/admin/alerts/:id/acknowledge': OPERATION,
  'POST /api/admin/alerts/:id/mute': OPERATION,
  'POST /api/admin/alerts/:id/unmute': OPERATION,
  'POST /api/admin/alerts/:id/forget-processes': OPERATION,
  'POST /api/admin/alert-destinations': OPERATION,
  'DELETE /api/admin/alert-destinations/:id': OPERATION,
  'POST /api/admin/alert-destinations/:id/test': OPERATION,
  'POST /api/admin/queues/:name/pause': OPERATION,
  'POST /api/admin/queues/:name/resume': OPERATION,
  'PUT /api/admin/service-status/banner': OPERATION,
  'DELETE /api/admin/service-status/banner': OPERATION,
  'POST /api/admin/service-status/pause': OPERATION,
  'POST /api/admin/service-status/resume': OPERATION,
  'PUT /api/admin/safety': OPERATION,
  'PUT /api/admin/settings/traffic': OPERATION,
  'POST /api/admin/safety/findings/:id/decision': CONTENT,
  'POST /api/admin/safety/findings/:id/output': CONTENT,
};

/** Calls of billing and generation that change something for an operator and give no value: they end in no route of `GIVING`. */
export const VALUE_FREE_CALLS = [
  'billing.retryRefund',
  'billing.requestApproval',
  'billing.wasApprovalRequested',
  'billing.approve',
  'billing.declineApproval',
  'billing.getUnapprovedAmount',
  'billing.countJobRefunds',
  'billing.countAccountDeletion',
  'billing.disablePromoCode',
  'billing.replayWebhook',
  'generation.createProvider',
  'generation.changeProvider',
  'generation.setProviderState',
  'generation.checkProvider',
  'generation.createRunnerToken',
  'generation.revokeRunnerToken',
  'generation.createModel',
  'generation.deleteModel',
  'generation.setDefaultModel',
  'generation.readModelSchema',
  'generation.tryModel',
  'generation.addProviderPrice',
  'generation.addExchangeRate',
  'generation.addExample',
  'generation.removeExample',
  'generation.previewJobAction',
  'generation.getJobPreview',
  'generation.setQueuePaused',
  'generation.changeOutputLabel',
  'generation.createPreset',
  'generation.changePreset',
  'generation.changeSafetySettings',
  'generation.changeTrafficSettings',
  'generation.decideSafetyFinding',
  'generation.openFindingOutput',
  'generation.setBanner',
  'generation.removeBanner',
  'generation.setNewJobsPaused',
  'generation.openTakenDownFile',
  'generation.liftTakedown',
  'generation.replayProviderCallback',
  'generation.searchUnconfirmedJob',
  'generation.declareJobLost',
];
