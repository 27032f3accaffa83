import { auth, billing, gateway, generation, group } from './guards.mjs';

const routes = gateway('admin/value-routes.spec.ts');
const settings = gateway('admin/money/settings/admin-settings.service.ts');
const takedowns = gateway('admin/jobs/job-operations/takedowns.service.ts');
const deletions = gateway('admin/users/account-deletions/admin-account-deletions.service.ts');
const permissions = 'services/contracts/src/auth/operator-permissions.ts';
const unapproved = billing('unapproved-amounts/unapproved-amounts.service.ts');
const operatorRefunds = billing('refunds/operator-refunds.service.ts');
const approvalsSpec = billing('approvals/approvals.spec.ts');
const failingRefunds = billing('refunds/failing-refunds.spec.ts');
const returnedRefunds = billing('refunds/returned-refunds.spec.ts');
const refunds = 'services/billing/sql/refund-functions.sql';
const clawbacks = 'services/billing/sql/clawback-functions.sql';
const repeated = auth('records/secrets/repeated-creation.ts');
const keysSpec = auth('identity/api-keys/api-keys.spec.ts');
const accessSpec = auth('identity/lasting-access/lasting-access.spec.ts');
const attempts = gateway('public-api/creation-attempts.ts');
const attemptsSpec = gateway('public-api/creation-attempts.properties.spec.ts');

/** Ways to give value away without a second operator, step-up or the permission of a side effect. */
export const value = group('value', [
  ...[
    [
      'a lower price of a plan',
      gateway('admin/money/plans/admin-plans.service.ts'),
      ' && (await this.approvals.isOn())',
      ' && false',
      'PATCH /api/admin/plans/:id (plan)',
    ],
    [
      'a lower price of a model',
      gateway('admin/jobs/models/admin-models.service.ts'),
      "error.code !== 'approval_required'",
      'true',
      'PUT /api/admin/models/:id (model)',
    ],
    [
      'a larger grant at sign-up',
      settings,
      'givesMore && hasApprovals(before.approveAbove)',
      'false',
      'PATCH /api/admin/settings (signup_grant)',
    ],
    [
      'a higher limit',
      settings,
      'approveAbove !== undefined && raisesLimits(before.approveAbove, approveAbove)',
      'false',
      'PATCH /api/admin/settings (limits)',
    ],
    [
      'returning the credits of takedowns',
      gateway('admin/trust/takedown-settings/takedown-settings.controller.ts'),
      'givesMore && (await this.approvals.isOn())',
      'false',
      'PATCH /api/admin/settings/takedowns (takedown_credits)',
    ],
    [
      'a refund of a job',
      gateway('admin/jobs/job-operations/jobs.service.ts'),
      'if (!(await this.approvals.isEverNeeded())) return act();',
      'return act();',
      'POST /api/admin/jobs/:id/refund (job_refund)',
    ],
    [
      'a refund of many jobs',
      gateway('admin/jobs/job-operations/bulk-actions.service.ts'),
      "action === 'cancel' || !(await this.approvals.isEverNeeded())",
      'true',
      'POST /api/admin/bulk-actions (jobs_refund)',
    ],
    [
      'the credits of a takedown',
      takedowns,
      'if (await this.approvals.isEverNeeded())',
      'if (false)',
      'POST /api/admin/jobs/:id/takedown (job_refund)',
    ],
    [
      'a change of credits',
      gateway('admin/users/accounts/user-directory.service.ts'),
      'await this.approvals.isNeeded(admin, idempotencyKey, { credits: change })',
      'false',
      'PATCH /api/admin/users/:id/credits (credits)',
    ],
    [
      'a refund of a payment',
      gateway('admin/money/transactions/admin-transactions.service.ts'),
      'await this.approvals.isNeeded(admin, idempotencyKey, { paise: amountPaise })',
      'false',
      'POST /api/admin/transactions/:id/refund (payment_refund)',
    ],
    [
      'the deletion of an account',
      deletions,
      '      await this.calls.call(billingCalls.countAccountDeletion, { adminId: admin.id, userId });\n',
      '',
      'DELETE /api/admin/users/:id (account_deletion)',
    ],
    [
      'a pack that billing refuses',
      gateway('admin/operators/approvals/approvals.service.ts'),
      "error.code !== 'approval_required'",
      'true',
      'PATCH /api/admin/credit-packs/:id (pack)',
    ],
  ].map(([what, file, find, replace, route]) => ({
    ...{ name: `${what} needs no approval`, file, find, replace },
    ...{ spec: routes, test: `${route} waits for approval` },
  })),
  ...[
    [
      'refunds',
      permissions,
      "'transactions.refund': { roles: ['owner', 'finance'], isMoney: true, needsStepUp: true }",
      "'transactions.refund': { roles: ['owner', 'finance'], isMoney: true }",
      'POST /api/admin/refunds/:id/paid-otherwise (refund_paid_otherwise)',
    ],
    [
      'prices',
      permissions,
      "'prices.change': { roles: ['owner', 'finance'], isMoney: true, needsStepUp: true }",
      "'prices.change': { roles: ['owner', 'finance'], isMoney: true }",
      'PATCH /api/admin/credit-packs/:id (pack)',
    ],
    [
      'the deletion of an account',
      permissions,
      "'users.delete': { roles: ['owner', 'support'], isMoney: true, needsStepUp: true }",
      "'users.delete': { roles: ['owner', 'support'], isMoney: true }",
      'DELETE /api/admin/users/:id (account_deletion)',
    ],
    [
      'a larger grant at sign-up',
      settings,
      'approveAbove || givesMore || raises',
      'approveAbove || raises',
      'PATCH /api/admin/settings (signup_grant)',
    ],
    [
      'the credits of a takedown',
      takedowns,
      '    requireStepUp(admin);\n',
      '',
      'POST /api/admin/jobs/:id/takedown (job_refund)',
    ],
    [
      'returning the credits of takedowns',
      gateway('admin/trust/takedown-settings/takedown-settings.controller.ts'),
      '    if (givesMore) requireStepUp(admin);\n',
      '',
      'PATCH /api/admin/settings/takedowns (takedown_credits)',
    ],
  ].map(([what, file, find, replace, route]) => ({
    ...{ name: `${what}: no step-up`, file, find, replace },
    ...{ spec: routes, test: `${route} needs step-up` },
  })),
  {
    name: 'support refunds by deleting an account',
    file: deletions,
    find: '    if (amountPaise > 0 && !mayRefund(admin)) return request();\n',
    replace: '',
    spec: routes,
    test: 'DELETE /api/admin/users/:id (account_deletion) needs the permission of each side effect',
  },
  {
    name: 'support approves refunds by deletions',
    file: 'services/contracts/src/billing/approval-permissions.ts',
    find: "['users.delete', 'transactions.refund']",
    replace: "['users.delete']",
    spec: routes,
    test: 'whoever approves DELETE /api/admin/users/:id (account_deletion) is permitted',
  },
  {
    name: 'generation publishes lower prices without approval',
    file: generation('models/model-editor.service.ts'),
    find: 'needsApproval && lowered.length > 0',
    replace: 'false',
    spec: generation('models/model-editor.spec.ts'),
    test: 'lower prices need approval where approvals are on',
  },
  {
    name: 'billing sells cheaper credits without approval',
    file: billing('packs/pack-editor.service.ts'),
    find: '!sellsCheaper(after, packs) || !hasApprovals',
    replace: 'true || !hasApprovals',
    spec: approvalsSpec,
    test: 'cheaper credits than any on sale need approval',
  },
  {
    name: 'deletions do not count',
    file: unapproved,
    find: 'if (amount > 0) await this.count(',
    replace: 'if (amount < 0) await this.count(',
    spec: approvalsSpec,
    test: 'what a deletion may refund counts with credits that jobs hold',
  },
  {
    name: 'a deletion refunds more than was approved',
    file: billing('approvals/approval-executor.ts'),
    find: 'if (amountPaise > action.amountPaise)',
    replace: 'if (false)',
    spec: approvalsSpec,
    test: 'an approved account deletion happens unless it would refund more',
  },
  {
    name: 'a refund paid in another way does not count',
    file: operatorRefunds,
    find: "if (approvedBy === undefined)\n        await this.unapproved.count(manager, { adminId, unit: 'paise', reference: `paid:",
    replace: "if (false)\n        await this.unapproved.count(manager, { adminId, unit: 'paise', reference: `paid:",
    spec: failingRefunds,
    test: 'or the amount needs approval',
  },
]);

/** Owed refunds that are forgotten, or paid twice. */
export const owedRefunds = group('owed-refunds', [
  {
    name: 'a rejected refund is given up',
    file: refunds,
    find: 'IF left_paise < refund.amount_paise THEN',
    replace: 'IF true THEN',
    spec: failingRefunds,
    test: 'a rejection because of a low balance keeps the refund owed',
  },
  {
    name: 'a rejected refund is sent under its used key',
    file: billing('refunds/refund-sender.ts'),
    find: 'send === 1 ? id : `${id}-${send}`',
    replace: 'send > 0 ? id : String(send)',
    spec: failingRefunds,
    test: 'a rejection because of a low balance keeps the refund owed',
  },
  {
    name: 'a bank that fails a paid refund is ignored',
    file: clawbacks,
    find: "\n                              OR existing.state = 'processed' AND existing.razorpay_refund_id = p_razorpay_refund) THEN",
    replace: ') THEN',
    spec: returnedRefunds,
    test: 'are owed again (operator)',
  },
  {
    name: 'a late report pays a refund that the bank failed',
    file: clawbacks,
    find: "  IF p_razorpay_refund = ANY (existing.failed_razorpay_refund_ids) THEN RETURN 'unchanged'; END IF;\n",
    replace: '',
    spec: returnedRefunds,
    test: 'and late reports change nothing',
  },
  {
    name: 'burned credits are lost with the refund',
    file: refunds,
    find: 'IF NOT is_paid THEN PERFORM return_refunded_credits(refund, p_correlation); END IF;',
    replace: 'NULL;',
    spec: returnedRefunds,
    test: 'return their credits if the bank takes the money in a dispute instead',
  },
  {
    name: 'a refund that Razorpay has is paid in another way, too',
    file: operatorRefunds,
    find: ' || (await this.sender.existsAtRazorpay(refundId))',
    replace: '',
    spec: failingRefunds,
    test: 'not if Razorpay has the refund after all',
  },
  {
    name: 'a refund is paid in another way during an attempt',
    file: billing('refunds/refund-sender.ts'),
    find: 'next_attempt_at IS NOT NULL AND ${NO_ATTEMPT_RUNS}',
    replace: 'next_attempt_at IS NOT NULL',
    spec: failingRefunds,
    test: 'not while an attempt may run',
  },
  {
    name: 'overdue refunds raise no alert',
    file: billing('reconciliation/alert-causes.ts'),
    find: '      this.overdueRefunds(),\n',
    replace: '',
    spec: billing('refunds/owed-refunds.spec.ts'),
    test: 'are an invariant that the monitor checks',
  },
]);

/** Access that outlives a session, and secrets that a retry issues twice. */
export const lastingAccess = group('lasting-access', [
  {
    name: 'a stolen session creates keys',
    file: gateway('access/identities/lasting-access.guard.ts'),
    find: '    await this.calls.call(authCalls.requireRecentSignIn, { userId: user.id, sessionId: user.sessionId });\n',
    replace: '',
    spec: gateway('access/identities/lasting-access.spec.ts'),
    test: 'needs a recent sign-in on each route of a guarded kind',
  },
  {
    name: 'every session is recent',
    file: auth('identity/lasting-access/lasting-access.service.ts'),
    find: 'authenticated_at > now()',
    replace: 'authenticated_at <= now() OR authenticated_at > now()',
    spec: accessSpec,
    test: 'is one within the limit, and refreshing the session does not renew it',
  },
  {
    name: 'keys survive a password reset',
    file: auth('identity/password-changes/password-changes.service.ts'),
    find: 'kept ? await this.lastingAccess.revokeAll(manager, userId, kept) : []',
    replace: 'kept && false ? await this.lastingAccess.revokeAll(manager, userId, kept) : []',
    spec: accessSpec,
    test: 'is listed and ends at a password reset',
  },
  {
    name: 'a retry creates a second key',
    file: repeated,
    find: '  if (!row) return undefined;',
    replace: '  if (row !== null) return undefined;',
    spec: auth('identity/webhook-endpoints/webhook-endpoints.spec.ts'),
    test: 'a retry whose first answer was lost creates no second endpoint',
  },
  {
    name: 'a retry replaces a secret that is in use',
    file: repeated,
    find: '  if (!row.isRepeatable)',
    replace: '  if (false)',
    spec: keysSpec,
    test: 'is refused with other input, and after the key was used',
  },
  {
    name: 'a key creates something else',
    file: repeated,
    find: '  if (!row.isSame)',
    replace: '  if (false)',
    spec: keysSpec,
    test: 'is refused with other input, and after the key was used',
  },
  {
    name: 'the retry of a rotation ends the secret before',
    file: auth('identity/api-keys/api-keys.service.ts'),
    find: 'idempotencyKey !== undefined && rotationKey === idempotencyKey',
    replace: 'false',
    spec: keysSpec,
    test: 'of a rotation keeps the overlap of the secret before',
  },
]);

/** Clients that count their retries and send no key. */
export const lostAnswers = group('lost-answers', [
  {
    name: 'a retry is a new intent',
    file: attempts,
    find: 'if count > 0 then',
    replace: 'if count > 100 then',
    spec: attemptsSpec,
    test: 'as many videos are made as there are requests',
  },
  {
    name: 'a retry without a key is not recognized',
    file: gateway('public-api/creations.service.ts'),
    find: 'key !== undefined || retryCount === undefined',
    replace: 'true',
    spec: gateway('public-api/lost-answers.spec.ts'),
    test: 'it declares an Idempotency-Key, and a retry without one has the key of its first attempt',
  },
]);
