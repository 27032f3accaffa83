import { alertCalls } from '@luit/contracts/alerts/alerts';
import { authCalls } from '@luit/contracts/auth/messages';
import { billingProfile } from '@luit/contracts/auth/users';
import { billingCalls } from '@luit/contracts/billing/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import { restoreOptions } from '@luit/contracts/generation/plans';
import { deadLetterCalls } from '@luit/contracts/operations/dead-letters';
import { jobFilter } from '@luit/contracts/operations/jobs';
import { operationsCalls } from '@luit/contracts/operations/messages';
import type { Type } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import * as accounts from '../accounts/accounts.dto';
import * as profiles from '../accounts/profiles.dto';
import { AdminAccountDeletionDto } from '../admin/account-deletions/admin-account-deletions.dto';
import { AlertsQuery } from '../admin/alerts/alerts.dto';
import { AuditLogQuery } from '../admin/audit-log/audit-log.dto';
import * as jobs from '../admin/jobs/jobs.dto';
import { DeadLetterDecisionDto, DeadLettersQuery } from '../admin/dead-letters/admin-dead-letters.dto';
import { MarkDto, MessagesQuery } from '../admin/messages/admin-messages.dto';
import * as packs from '../admin/packs/admin-packs.dto';
import { PlanChangeDto } from '../admin/plans/admin-plans.dto';
import { RevenueQuery } from '../admin/reports/reports.dto';
import * as settings from '../admin/settings/admin-settings.dto';
import { AdminTransactionsQuery, RefundDto } from '../admin/transactions/admin-transactions.dto';
import * as users from '../admin/users/admin-users.dto';
import { ContactDto } from '../contact/contact.dto';
import * as credits from '../credits/credits.dto';
import * as payments from '../payments/payments.dto';
import * as requests from '../requests/requests.dto';

/** A DTO and the schema of the call that its route ends in. */
export interface Pair {
  dto: Type<object>;
  schema: z.ZodType;
  /** A valid request with all fields of the DTO, by their names in the DTO. */
  valid: Record<string, unknown>;
  /** Fields of the schema that the gateway adds, with valid values. */
  added?: Record<string, unknown>;
  /** Names in the schema of fields that the DTO names differently. */
  renamed?: Record<string, string>;
  /** How the gateway changes values before the call. */
  converted?: Record<string, (value: unknown) => unknown>;
  /** Fields of the DTO that do not reach this schema. */
  edgeOnly?: string[];
}

export const ID = uuidv7();
const DEVICE = { ip: '127.0.0.1', userAgent: '' };
const PACK = { name: 'a', credits: 1, price: 1, popular: true, description: 'a', savings: 0, position: 0 };
const PROFILE = { name: 'a', state: '18', gstin: '18AABCU9603R1ZX' };
const VIDEO = { userId: ID, type: 'video', prompt: 'a', duration: 5 };
const KEY = { idempotencyKey: 'key' };

const shapeOf = (schema: z.ZodType) => (schema as z.ZodObject).shape as Record<string, z.ZodType>;
const optionsOf = (schema: z.ZodType | undefined) => (schema as z.ZodUnion).options as z.ZodType[];
const deletion = shapeOf(authCalls.deleteAccount.input);
const [byOwner, byOperator] = optionsOf(deletion.by) as [z.ZodType, z.ZodType];
const jobAction = shapeOf(operationsCalls.applyJobAction.input);
const [, jobsOfFilter] = optionsOf(jobAction.target) as [z.ZodType, z.ZodType];
const { expectedCredits } = shapeOf(generationCalls.createRequest.input);

export const PAIRS: Pair[] = [
  {
    dto: accounts.SignUpDto,
    schema: authCalls.signUp.input,
    valid: { email: 'a@b.co', password: 'a', name: 'a' },
    added: { device: DEVICE },
  },
  {
    dto: accounts.SignInDto,
    schema: authCalls.signIn.input,
    valid: { email: 'a@b.co', password: 'a' },
    added: { device: DEVICE },
  },
  { dto: accounts.EmailDto, schema: authCalls.requestPasswordReset.input, valid: { email: 'a@b.co' } },
  {
    dto: accounts.ConfirmDto,
    schema: authCalls.confirmEmail.input,
    valid: { token: 'a', password: 'a' },
    added: { device: DEVICE },
  },
  {
    dto: accounts.LinkDto,
    schema: authCalls.redeemPasswordReset.input,
    valid: { token: 'a' },
    added: { device: DEVICE },
  },
  {
    dto: accounts.NewPasswordDto,
    schema: authCalls.setPassword.input,
    valid: { password: 'a', currentPassword: 'a' },
    added: { userId: ID, sessionId: ID, device: DEVICE },
  },
  {
    dto: accounts.PasswordDto,
    schema: byOwner,
    valid: { password: 'a' },
    added: { device: DEVICE },
  },
  {
    dto: accounts.RefreshDto,
    schema: authCalls.refresh.input,
    valid: { refresh_token: 'a' },
    added: { device: DEVICE },
    renamed: { refresh_token: 'refreshToken' },
  },
  {
    dto: AdminAccountDeletionDto,
    schema: z.object({ ...shapeOf(byOperator), wantsRefund: deletion.wantsRefund as z.ZodType }),
    valid: { reason: 'a', refund: true },
    added: { adminId: ID },
    renamed: { refund: 'wantsRefund' },
  },
  {
    dto: accounts.SignOutDto,
    schema: authCalls.signOut.input,
    valid: { scope: 'local' },
    added: { userId: ID, sessionId: ID },
  },
  {
    dto: profiles.ProfileDto,
    schema: authCalls.updateUser.input,
    valid: { name: 'a', billingProfile: PROFILE },
    added: { userId: ID },
  },
  { dto: profiles.BillingProfileDto, schema: billingProfile, valid: PROFILE },
  {
    dto: users.BlockDto,
    schema: authCalls.blockUser.input,
    valid: { reason: 'a' },
    added: { userId: ID, adminId: ID },
  },
  {
    dto: users.UsersQuery,
    schema: authCalls.listUsers.input,
    valid: { limit: 20, cursor: ID, q: 'a', status: 'active', sort: 'email' },
    renamed: { q: 'words' },
  },
  {
    dto: users.UserFilter,
    schema: authCalls.listUsers.input,
    valid: { q: 'a', status: 'active', sort: 'email' },
    added: { limit: 20, cursor: ID },
    renamed: { q: 'words' },
  },
  {
    dto: users.CreditsDto,
    schema: billingCalls.adjustCredits.input,
    valid: { credits: 1, expectedCredits: 1, reason: 'a' },
    added: { adminId: ID, userId: ID, ...KEY },
  },
  {
    dto: AuditLogQuery,
    schema: authCalls.listAuditLog.input,
    valid: { limit: 20, cursor: ID, subject: 'a', action: 'user_blocked' },
    added: { admin: 'a', isWithoutAccess: true },
  },
  {
    dto: MessagesQuery,
    schema: authCalls.listContactMessages.input,
    valid: { limit: 20, cursor: ID, status: 'open' },
    added: { isAnswered: true },
    edgeOnly: ['status'],
  },
  {
    dto: MarkDto,
    schema: authCalls.markContactMessage.input,
    valid: { answered: true },
    added: { messageId: ID, adminId: ID },
    renamed: { answered: 'isAnswered' },
  },
  {
    dto: DeadLettersQuery,
    schema: deadLetterCalls.auth.list.input,
    valid: { limit: 20, service: 'auth' },
    edgeOnly: ['service'],
  },
  {
    dto: DeadLetterDecisionDto,
    schema: deadLetterCalls.auth.replay.input,
    valid: { reason: 'a' },
    added: { id: ID, adminId: ID },
  },
  {
    dto: AlertsQuery,
    schema: alertCalls.listAlerts.input,
    valid: { limit: 20, cursor: ID, state: 'open' },
    added: { isOpen: true },
    edgeOnly: ['state'],
  },
  {
    dto: RevenueQuery,
    schema: billingCalls.listDailyTotals.input,
    valid: { start: '2026-02-27', end: '2026-11-21' },
    renamed: { start: 'from', end: 'to' },
  },
  {
    dto: ContactDto,
    schema: authCalls.postContactMessage.input,
    valid: { email: 'a@b.co', name: 'a', subject: 'general', message: 'a', website: '' },
    added: KEY,
    edgeOnly: ['website'],
  },
  {
    dto: credits.CheckDto,
    schema: billingCalls.checkCredits.input,
    valid: { requiredCredits: 1 },
    added: { userId: ID },
  },
  {
    dto: credits.DeductDto,
    schema: billingCalls.deductCredits.input,
    valid: { credits: 1, reason: 'a' },
    added: { userId: ID, ...KEY },
  },
  {
    dto: credits.TransactionsQuery,
    schema: billingCalls.listTransactions.input,
    valid: { limit: 50, offset: 0 },
    added: { userId: ID },
  },
  {
    dto: AdminTransactionsQuery,
    schema: billingCalls.listAllTransactions.input,
    valid: { limit: 20, cursor: ID, type: 'purchase', q: 'a', user: ID, sort: 'amount' },
    added: { ofUsers: [ID] },
    renamed: { q: 'words', user: 'userId' },
  },
  {
    dto: RefundDto,
    schema: billingCalls.refundTransaction.input,
    valid: { amount: 1 },
    added: { adminId: ID, transactionId: 'a', ...KEY },
    renamed: { amount: 'amountPaise' },
    converted: { amount: (rupees) => (typeof rupees === 'number' ? Math.round(rupees * 100) : rupees) },
  },
  { dto: packs.NewPackDto, schema: billingCalls.createPack.input, valid: { id: 'a', ...PACK }, added: { adminId: ID } },
  {
    dto: packs.PackChangeDto,
    schema: (billingCalls.changePack.input as z.ZodObject).shape.changes as z.ZodType,
    valid: { ...PACK, archived: true },
    edgeOnly: ['archived'],
  },
  {
    dto: PlanChangeDto,
    schema: operationsCalls.changePlan.input,
    valid: { credits: 1, expectedCredits: 1 },
    added: { adminId: ID, id: '5s-480p' },
  },
  {
    dto: settings.SettingsDto,
    schema: billingCalls.changeSettings.input,
    valid: { signupGrant: { credits: 0, expiresInDays: 1 } },
    added: { adminId: ID },
  },
  {
    dto: settings.SignupGrantDto,
    schema: signupGrantSchema(),
    valid: { credits: 0, expiresInDays: 1 },
  },
  {
    dto: jobs.JobFilterDto,
    schema: jobFilter,
    valid: { status: 'failed', type: 'video', provider: 'fal', user: ID, q: 'a' },
    added: { userId: ID },
    edgeOnly: ['user'],
  },
  {
    dto: jobs.JobsQuery,
    schema: operationsCalls.listJobs.input,
    valid: { limit: 20, cursor: 'a', status: 'failed', type: 'video', provider: 'fal', user: ID, q: 'a' },
    added: { userId: ID },
    edgeOnly: ['user'],
  },
  {
    dto: jobs.BulkDto,
    schema: z.object({ ...shapeOf(jobsOfFilter), action: jobAction.action as z.ZodType }),
    valid: { action: 'retry', filter: { status: 'failed' }, dryRun: true, expectedCount: 1 },
    edgeOnly: ['dryRun'],
  },
  {
    dto: jobs.MetricsQuery,
    schema: operationsCalls.getJobMetrics.input,
    valid: { window: 'hour' },
  },
  {
    dto: requests.GenerateDto,
    schema: generationCalls.createRequest.input,
    valid: { prompt: 'a', duration: 5, planId: 'a', model: 'a', expectedCredits: 1, userId: ID },
    added: { ...VIDEO, restore: null, imageKey: null, imageHash: null, retryOf: null, ...KEY },
    edgeOnly: ['userId'],
  },
  {
    dto: requests.ImageVideoDto,
    schema: generationCalls.createRequest.input,
    valid: {
      prompt: 'a',
      duration: '5',
      planId: 'a',
      model: 'a',
      expectedCredits: '1',
      userId: ID,
      image: undefined,
    },
    added: { ...VIDEO, type: 'image_video', imageKey: 'a', imageHash: null, restore: null, retryOf: null, ...KEY },
    edgeOnly: ['userId', 'image'],
  },
  {
    dto: requests.RetryDto,
    schema: generationCalls.retryRequest.input,
    valid: { expectedCredits: 1 },
    added: { userId: ID, requestId: ID, ...KEY },
  },
  {
    dto: requests.RestoreDto,
    schema: restoreOptions.extend({ expectedCredits: expectedCredits as z.ZodType }),
    valid: {
      quality: 'high',
      enhancement: 'premium',
      colorRestoration: 'true',
      expectedCredits: '1',
      image: undefined,
    },
    edgeOnly: ['image'],
  },
  {
    dto: requests.RequestsQuery,
    schema: generationCalls.listRequests.input,
    valid: { limit: 20, cursor: 'a', type: 'video', status: 'failed' },
    added: { userId: ID },
  },
  {
    dto: payments.OrderDto,
    schema: generationCalls.createPendingOrder.input,
    valid: { planId: 'a', prompt: 'a', duration: 5, model: 'a' },
    added: {
      ...VIDEO,
      ...KEY,
      accountId: ID,
      guestEmail: null,
      restore: null,
      imageKey: null,
      imageHash: null,
      retryOf: null,
      expectedCredits: null,
    },
    edgeOnly: ['currency', 'imageUrl', 'email', 'guestSessionId', 'isGuest', 'price'],
  },
  {
    dto: payments.VerifyDto,
    schema: billingCalls.verifyPayment.input,
    valid: { razorpay_order_id: 'a', razorpay_payment_id: 'a', razorpay_signature: 'a' },
    renamed: {
      razorpay_order_id: 'razorpayOrderId',
      razorpay_payment_id: 'razorpayPaymentId',
      razorpay_signature: 'signature',
    },
  },
];

/** DTOs without a call whose schema has their fields, and why. */
export const WITHOUT_SCHEMA: Record<string, string> = {
  AnalyticsQuery: 'The gateway turns the name of a period into days.',
  PredictionDto: 'The prediction service defines its fields.',
  RestoreModelDto: 'The prediction service defines its fields.',
  UploadDto: 'The gateway stores the file itself.',
};

/** Fields whose values the gateway rejects although the service would accept them, by the reason. */
const STRICTER_THAN_SCHEMA: Record<string, string[]> = {
  'Auth reports empty values to other callers with its own error codes.': [
    ...['SignUpDto.email', 'SignUpDto.password', 'SignUpDto.name', 'SignInDto.email', 'SignInDto.password'],
    ...['EmailDto.email', 'ConfirmDto.token', 'LinkDto.token', 'PasswordDto.password', 'NewPasswordDto.password'],
    ...['ContactDto.email', 'ContactDto.name', 'ContactDto.message'],
  ],
  'Only exports read larger pages.': [
    ...['UsersQuery.limit', 'AuditLogQuery.limit', 'MessagesQuery.limit', 'RequestsQuery.limit', 'JobsQuery.limit'],
    ...['AlertsQuery.limit', 'AdminTransactionsQuery.limit'],
  ],
  'An action on all jobs must be deliberate, so it needs a condition.': ['BulkDto.filter'],
};
export const stricterFields = Object.values(STRICTER_THAN_SCHEMA).flat();

/** An empty text is absent: the gateway replaces it before the call, or the service reports it in the same words. */
export const EMPTY_IS_ABSENT = [
  ...[
    'AdminTransactionsQuery.q',
    'CreditsDto.reason',
    'DeductDto.reason',
    'JobFilterDto.provider',
    'JobsQuery.provider',
  ],
  'OrderDto.prompt',
];

function signupGrantSchema(): z.ZodType {
  const optional = (billingCalls.changeSettings.input as z.ZodObject).shape.signupGrant as z.ZodOptional;
  return optional.unwrap() as z.ZodType;
}
