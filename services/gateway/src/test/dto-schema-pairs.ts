import { alertCalls } from '@luit/contracts/alerts/alerts';
import { authCalls } from '@luit/contracts/auth/messages';
import { passkeyResponse } from '@luit/contracts/auth/operators';
import { billingProfile } from '@luit/contracts/auth/users';
import { billingCalls } from '@luit/contracts/billing/messages';
import { deadLetterCalls } from '@luit/contracts/operations/dead-letters';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { z } from 'zod';
import * as accounts from '../accounts/accounts.dto';
import * as profiles from '../accounts/profiles.dto';
import { AdminAccountDeletionDto } from '../admin/account-deletions/admin-account-deletions.dto';
import { AcknowledgeDto, AlertsQuery, MuteDto } from '../admin/alerts/alerts.dto';
import { AuditLogExportQuery, AuditLogQuery } from '../admin/audit-log/audit-log.dto';
import * as operators from '../admin/operators/operators.dto';
import * as profile from '../admin/profile/profile.dto';
import { DeadLetterDecisionDto, DeadLettersQuery } from '../admin/dead-letters/admin-dead-letters.dto';
import { MailResendDto, MailsQuery } from '../admin/mails/admin-mails.dto';
import { MarkDto, MessagesQuery } from '../admin/messages/admin-messages.dto';
import * as packs from '../admin/packs/admin-packs.dto';
import { PlanChangeDto } from '../admin/plans/admin-plans.dto';
import { NewExampleDto } from '../admin/examples/admin-examples.dto';
import * as presets from '../admin/presets/admin-presets.dto';
import { RevenueQuery } from '../admin/reports/reports.dto';
import { SearchQuery } from '../admin/search/admin-search.dto';
import * as settings from '../admin/settings/admin-settings.dto';
import * as users from '../admin/users/admin-users.dto';
import { ConsentDto } from '../consents/consents.dto';
import { ContactDto } from '../contact/contact.dto';
import * as credits from '../credits/credits.dto';
import { NotificationSettingDto } from '../notifications/notifications.dto';
import { WebPushSubscriptionDto } from '../web-push/web-push.dto';
import { API_KEY_PAIRS } from './api-key-pairs';
import { INCIDENT_PAIRS } from './incident-dto-schema-pairs';
import { OPERATOR_PAYMENT_PAIRS } from './operator-payment-pairs';
import { PROVIDER_PAIRS } from './provider-pairs';
import { ID, KEY, optionsOf, type Pair, shapeOf, TIME } from './dto-schema-pair';
import { JOB_PAIRS } from './job-dto-schema-pairs';
import { OPERATOR_ACCOUNT_PAIRS } from './operator-account-pairs';
import { REQUEST_PAIRS } from './request-dto-schema-pairs';
import { WEBHOOK_ENDPOINT_PAIRS } from './webhook-endpoint-pairs';

const DEVICE = { ip: '127.0.0.1', userAgent: '' };
const PRESET = { name: 'a', description: 'a', text: '{prompt}' };
const NEW_PRESET = { id: 'a', kind: 'camera', ...PRESET };
const PACK = { name: 'a', credits: 1, price: 1, popular: true, description: 'a', savings: 0, position: 0 };
const PROFILE = { name: 'a', state: '18', gstin: '18AABCU9603R1ZX' };
const OPERATOR_SESSION = { adminId: ID, sessionId: ID };
const PASSKEY = {
  id: 'a',
  rawId: 'a',
  type: 'public-key',
  response: { clientDataJSON: 'a' },
  clientExtensionResults: {},
  authenticatorAttachment: 'platform',
};

const deletion = shapeOf(authCalls.deleteAccount.input);
const [byOwner, byOperator] = optionsOf(deletion.by) as [z.ZodType, z.ZodType];

export const PAIRS: Pair[] = [
  ...API_KEY_PAIRS,
  ...WEBHOOK_ENDPOINT_PAIRS,
  ...INCIDENT_PAIRS,
  ...JOB_PAIRS,
  ...OPERATOR_ACCOUNT_PAIRS,
  ...REQUEST_PAIRS,
  {
    dto: accounts.SignUpDto,
    schema: authCalls.signUp.input,
    valid: {
      ...{ email: 'a@b.co', password: 'a', name: 'a', language: 'hi', marketing: true },
      ...{ termsVersion: '2026-11-27', privacyVersion: '2026-11-27', ageVersion: '2026-11-27' },
    },
    added: { device: DEVICE },
  },
  {
    dto: accounts.SignInDto,
    schema: authCalls.signIn.input,
    valid: { email: 'a@b.co', password: 'a' },
    added: { device: DEVICE },
  },
  {
    dto: WebPushSubscriptionDto,
    schema: authCalls.subscribeToWebPush.input,
    valid: { endpoint: 'https://push.example/1', p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
    added: { userId: ID, sessionId: ID },
  },
  {
    dto: ConsentDto,
    schema: authCalls.changeConsent.input,
    valid: { notice: 'marketing', version: '2026-11-27', given: true, source: 'account' },
    added: { userId: ID },
  },
  {
    dto: NotificationSettingDto,
    schema: authCalls.changeNotificationSetting.input,
    valid: { kind: 'requests', channel: 'mail', isOn: true },
    added: { userId: ID },
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
    dto: operators.OperatorInvitationDto,
    schema: authCalls.inviteOperator.input,
    valid: { email: 'a@b.co', role: 'support' },
    added: { adminId: ID },
  },
  {
    dto: operators.OperatorChangeDto,
    schema: authCalls.changeOperator.input,
    valid: { role: 'support', isDisabled: true },
    added: { adminId: ID, operatorId: ID },
  },
  {
    dto: operators.InvitationAcceptanceDto,
    schema: authCalls.acceptInvitation.input,
    valid: { token: 'a', name: 'a', password: 'a' },
    added: { device: DEVICE },
  },
  {
    dto: profile.OperatorNameDto,
    schema: authCalls.changeOperatorName.input,
    valid: { name: 'a' },
    added: { adminId: ID },
  },
  {
    dto: profile.OperatorPasswordDto,
    schema: authCalls.changeOperatorPassword.input,
    valid: { password: 'a', currentPassword: 'a' },
    added: { ...OPERATOR_SESSION, device: DEVICE },
  },
  {
    dto: profile.TotpCodeDto,
    schema: authCalls.confirmTotp.input,
    valid: { code: '123456' },
    added: OPERATOR_SESSION,
  },
  { dto: profile.PasskeyDto, schema: passkeyResponse, valid: PASSKEY },
  {
    dto: profile.NewPasskeyDto,
    schema: authCalls.registerPasskey.input,
    valid: { name: 'a', response: PASSKEY },
    added: OPERATOR_SESSION,
  },
  {
    dto: profile.SecondFactorDto,
    schema: shapeOf(authCalls.verifySecondFactor.input).proof as z.ZodType,
    valid: { code: '123456', recoveryCode: 'a', passkey: PASSKEY },
  },
  {
    dto: AdminAccountDeletionDto,
    schema: z.object({ ...shapeOf(byOperator), wantsRefund: deletion.wantsRefund as z.ZodType }),
    valid: { reason: 'a reason', refund: true },
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
    valid: { name: 'a', language: 'hi', billingProfile: PROFILE },
    added: { userId: ID },
  },
  { dto: profiles.BillingProfileDto, schema: billingProfile, valid: PROFILE },
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
  { dto: SearchQuery, schema: authCalls.searchUsers.input, valid: { q: 'aa' }, renamed: { q: 'words' } },
  {
    dto: users.CreditsDto,
    schema: billingCalls.adjustCredits.input,
    valid: { credits: 1, expectedCredits: 1, reason: 'a', confirmation: '1' },
    added: { adminId: ID, userId: ID, ...KEY },
    edgeOnly: ['confirmation'],
  },
  {
    dto: AuditLogQuery,
    schema: authCalls.listAuditLog.input,
    valid: { limit: 20, cursor: ID, subject: 'a', user: ID, action: 'user_blocked' },
    added: { admin: 'a', isWithoutAccess: true, from: TIME, to: TIME },
    renamed: { user: 'userId' },
  },
  {
    dto: AuditLogExportQuery,
    schema: authCalls.listAuditLog.input,
    valid: { from: TIME, to: TIME, subject: 'a', user: ID, action: 'user_blocked' },
    added: { limit: 20, cursor: ID, admin: 'a', isWithoutAccess: true },
    renamed: { user: 'userId' },
  },
  {
    dto: MailsQuery,
    schema: authCalls.listMails.input,
    valid: { limit: 20, cursor: 'a', q: 'a', state: 'sent', kind: 'refund', from: TIME, to: TIME },
    renamed: { q: 'words' },
  },
  {
    dto: MailResendDto,
    schema: authCalls.resendMail.input,
    valid: { reason: 'a reason' },
    added: { mailId: ID, adminId: ID },
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
    valid: { reason: 'fixed' },
    added: { id: ID, adminId: ID },
  },
  ...OPERATOR_PAYMENT_PAIRS,
  ...PROVIDER_PAIRS,
  {
    dto: AlertsQuery,
    schema: alertCalls.listAlerts.input,
    valid: { limit: 20, cursor: ID, state: 'open' },
    added: { isOpen: true },
    edgeOnly: ['state'],
  },
  {
    dto: AcknowledgeDto,
    schema: alertCalls.acknowledgeAlert.input,
    valid: { note: 'a' },
    added: { id: ID, adminId: ID },
  },
  {
    dto: MuteDto,
    schema: alertCalls.muteAlert.input,
    valid: { minutes: 60, reason: 'Known' },
    added: { id: ID, adminId: ID },
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
    valid: { email: 'a@b.co', name: 'a', subject: 'general', message: 'a', isUrgent: true, website: '' },
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
  { dto: packs.NewPackDto, schema: billingCalls.createPack.input, valid: { id: 'a', ...PACK }, added: { adminId: ID } },
  {
    dto: packs.PackChangeDto,
    schema: (billingCalls.changePack.input as z.ZodObject).shape.changes as z.ZodType,
    valid: { ...PACK, archived: true },
    edgeOnly: ['archived'],
  },
  {
    dto: NewExampleDto,
    schema: operationsCalls.addExample.input,
    valid: { requestId: ID, title: 'a', ownerAgreed: true },
    added: { adminId: ID },
  },
  { dto: presets.NewPresetDto, schema: operationsCalls.createPreset.input, valid: NEW_PRESET, added: { adminId: ID } },
  {
    dto: presets.PresetChangeDto,
    schema: (operationsCalls.changePreset.input as z.ZodObject).shape.changes as z.ZodType,
    valid: { ...PRESET, archived: true },
    edgeOnly: ['archived'],
  },
  {
    dto: PlanChangeDto,
    schema: operationsCalls.changePlan.input,
    valid: { credits: 1, expectedCredits: 1 },
    added: { adminId: ID, id: '5s-480p' },
  },
  {
    dto: settings.SignupGrantDto,
    schema: signupGrantSchema(),
    valid: { credits: 0, expiresInDays: 1 },
  },
];

/** DTOs without a call whose schema has their fields, and why. */
export const WITHOUT_SCHEMA: Record<string, string> = {
  AlertDestinationDto: 'The gateway turns its fields into an address or a webhook.',
  ContentQuery: 'The gateway chooses the file itself.',
  NewRestorationDto: 'The gateway translates the names of the fields.',
  RestorationContentQuery: 'The gateway chooses the file itself.',
  UsageQuery: 'The gateway translates the names of the fields.',
  RemixDto: 'A part of NewVideoDto.',
  NewVideoDto: 'The gateway translates seconds and sizes into plans.',
  QuoteDto: 'The gateway translates seconds and sizes into plans.',
  AnalyticsQuery: 'The gateway turns the name of a period into days.',
  PredictionDto: 'The prediction service defines its fields.',
  PromptDto: 'The gateway sends the prompt to the text model itself.',
  RestoreModelDto: 'The prediction service defines its fields.',
  TwoUploadsDto: 'The gateway stores the files itself.',
  UploadDto: 'The gateway stores the file itself.',
  VerificationDto: 'The gateway reads the file itself and does not keep it.',
};

/** Fields whose values the gateway rejects although the service would accept them, by the reason. */
const STRICTER_THAN_SCHEMA: Record<string, string[]> = {
  'Auth reports empty values to other callers with its own error codes.': [
    ...['SignUpDto.email', 'SignUpDto.password', 'SignUpDto.name', 'SignInDto.email', 'SignInDto.password'],
    ...['EmailDto.email', 'ConfirmDto.token', 'LinkDto.token', 'PasswordDto.password', 'NewPasswordDto.password'],
    ...['OperatorInvitationDto.email', 'InvitationAcceptanceDto.token', 'InvitationAcceptanceDto.name'],
    ...['InvitationAcceptanceDto.password', 'OperatorNameDto.name', 'OperatorPasswordDto.password'],
    ...['OperatorPasswordDto.currentPassword'],
    ...['ContactDto.email', 'ContactDto.name', 'ContactDto.message'],
  ],
  'Only exports read larger pages.': [
    ...['UsersQuery.limit', 'AuditLogQuery.limit', 'MessagesQuery.limit', 'RequestsQuery.limit', 'JobsQuery.limit'],
    ...['AlertsQuery.limit', 'BulkActionItemsQuery.limit', 'AdminTransactionsQuery.limit', 'ApprovalsQuery.limit'],
    ...['BillItemsQuery.limit', 'ContentReportsQuery.limit', 'SealedRecordsQuery.limit', 'BreachesQuery.limit'],
  ],
  'An action on all jobs must be deliberate, so it needs a condition.': ['BulkDto.filter'],
};
export const stricterFields = Object.values(STRICTER_THAN_SCHEMA).flat();

/** An empty text is absent: the gateway replaces it before the call, or the service reports it in the same words. */
export const EMPTY_IS_ABSENT = [
  ...['AdminTransactionsQuery.q', 'DisputesQuery.q', 'WebhooksQuery.q', 'CreditsDto.reason', 'DeductDto.reason'],
  'MailsQuery.q',
  'PromoCodesQuery.q',
  ...['CallbacksQuery.q', 'CallbacksQuery.provider'],
  ...['JobExportQuery.provider', 'TransactionExportQuery.q'],
  ...['JobFilterDto.provider', 'JobsQuery.provider', 'OrderDto.prompt'],
];

function signupGrantSchema(): z.ZodType {
  const optional = (billingCalls.changeSettings.input as z.ZodObject).shape.signupGrant as z.ZodOptional;
  return optional.unwrap() as z.ZodType;
}
