import { authCalls } from '@luit/contracts/auth/messages';
import { billingProfile } from '@luit/contracts/auth/users';
import { billingCalls } from '@luit/contracts/billing/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import { restoreOptions } from '@luit/contracts/generation/plans';
import { jobFilter } from '@luit/contracts/operations/jobs';
import { operationsCalls } from '@luit/contracts/operations/messages';
import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import * as accounts from '../accounts/accounts.dto';
import * as profiles from '../accounts/profiles.dto';
import { AuditLogQuery } from '../admin/audit-log/audit-log.dto';
import * as jobs from '../admin/jobs/jobs.dto';
import { MessagesQuery } from '../admin/messages/admin-messages.dto';
import * as packs from '../admin/packs/admin-packs.dto';
import { PlanChangeDto } from '../admin/plans/admin-plans.dto';
import * as settings from '../admin/settings/admin-settings.dto';
import { AdminTransactionsQuery } from '../admin/transactions/admin-transactions.dto';
import * as users from '../admin/users/admin-users.dto';
import { ContactDto } from '../contact/contact.dto';
import * as credits from '../credits/credits.dto';
import * as payments from '../payments/payments.dto';
import * as requests from '../requests/requests.dto';

interface Pair {
  dto: Type<object>;
  schema: z.ZodType;
  /** A valid request with all fields of the DTO, by their names in the DTO. */
  valid: Record<string, unknown>;
  /** Fields of the schema that the gateway adds, with valid values. */
  added?: Record<string, unknown>;
  /** Names in the schema of fields that the DTO names differently. */
  renamed?: Record<string, string>;
  /** Fields of the DTO that do not reach this schema. */
  edgeOnly?: string[];
}

const ID = uuidv7();
const DEVICE = { ip: '127.0.0.1', userAgent: '' };
const PACK = { name: 'a', credits: 1, price: 1, popular: true, description: 'a', savings: 0, position: 0 };
const PROFILE = { name: 'a', state: '18', gstin: '18AABCU9603R1ZX' };
const VIDEO = { userId: ID, type: 'video', prompt: 'a', duration: 5 };
const KEY = { idempotencyKey: 'key' };

const PAIRS: Pair[] = [
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
    dto: requests.RetryDto,
    schema: generationCalls.retryRequest.input,
    valid: { expectedCredits: 1 },
    added: { userId: ID, requestId: ID, ...KEY },
  },
  {
    dto: requests.RestoreDto,
    schema: restoreOptions,
    valid: { quality: 'high', enhancement: 'premium', colorRestoration: true, expectedCredits: 1, image: undefined },
    // A form sends it as text.
    added: { colorRestoration: true },
    edgeOnly: ['expectedCredits', 'image', 'colorRestoration'],
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

/** DTOs whose fields have no schema of their own: the gateway maps or forwards them field by field. */
const WITHOUT_SCHEMA = [
  'AdminAccountDeletionDto',
  'AlertsQuery',
  'AnalyticsQuery',
  'BulkDto',
  'ImageVideoDto',
  'JobsQuery',
  'MarkDto',
  'PasswordDto',
  'PredictionDto',
  'RefreshDto',
  'RefundDto',
  'RestoreModelDto',
  'RevenueQuery',
  'UploadDto',
  'UserFilter',
];

/** Fields whose values are rejected by the gateway although the service would accept them. */
const STRICTER_THAN_SCHEMA = [
  // Auth reports empty values of these with its own error codes.
  ...['SignUpDto.email', 'SignUpDto.password', 'SignUpDto.name', 'SignInDto.email', 'SignInDto.password'],
  ...['EmailDto.email', 'ConfirmDto.token', 'LinkDto.token', 'NewPasswordDto.password'],
  ...['ContactDto.email'],
  ...['ContactDto.name', 'ContactDto.message'],
  // Larger pages would be slow.
  ...['UsersQuery.limit', 'AuditLogQuery.limit', 'MessagesQuery.limit', 'RequestsQuery.limit'],
  ...['AdminTransactionsQuery.limit', 'TransactionsQuery.offset', 'RequestsQuery.cursor'],
  // Billing accepts longer reasons from other callers.
  'DeductDto.reason',
  ...['PlanChangeDto.credits', 'PlanChangeDto.expectedCredits'],
  ...['GenerateDto.expectedCredits', 'RetryDto.expectedCredits', 'VerifyDto.razorpay_signature'],
];

/** An empty text is absent: the gateway replaces it before the call, or the service reports it in the same words. */
const EMPTY_IS_ABSENT = [
  ...['AdminTransactionsQuery.q', 'CreditsDto.reason', 'DeductDto.reason', 'JobFilterDto.provider', 'OrderDto.prompt'],
];

function signupGrantSchema(): z.ZodType {
  const optional = (billingCalls.changeSettings.input as z.ZodObject).shape.signupGrant as z.ZodOptional;
  return optional.unwrap() as z.ZodType;
}

interface Bounds {
  type?: unknown;
  enum?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  anyOf?: Bounds[];
}

/** Values at and beyond each bound, and of every other type. */
function boundaryValues({ enum: values = [], minLength, maxLength, minimum, maximum, anyOf = [] }: Bounds): unknown[] {
  const lengths = [minLength, maxLength].flatMap((bound) => (bound === undefined ? [] : [bound - 1, bound, bound + 1]));
  const numbers = [minimum, maximum].flatMap((bound) => (bound === undefined ? [] : [bound - 1, bound, bound + 1]));
  return [
    ...['', 'a', 'other', ID, 0, 1, -1, 1.5, 0.001, 5, 7, NaN, true, [], {}, [1]],
    ...values,
    ...lengths.filter((length) => length >= 0).flatMap((length) => ['a'.repeat(length), '\u{1F30A}'.repeat(length)]),
    ...numbers.flatMap((number) => [number, number + 0.5]),
    ...anyOf.flatMap(boundaryValues),
  ];
}

function isAcceptedByDto({ dto, valid }: Pair, field: string, value: unknown): boolean {
  const errors = validateSync(plainToInstance(dto, { ...valid, [field]: value }), { whitelist: true });
  return errors.length === 0;
}

function isAcceptedBySchema(
  { schema, valid, added, renamed = {}, edgeOnly = [] }: Pair,
  field: string,
  value: unknown,
) {
  const fields = Object.entries({ ...valid, [field]: value }).filter(([name]) => !edgeOnly.includes(name));
  const mapped = Object.fromEntries(fields.map(([name, content]) => [renamed[name] ?? name, content]));
  return schema.safeParse({ ...added, ...mapped }).success;
}

function fieldsOf(dto: Type<object>): string[] {
  const names = Reflect.getMetadata('swagger/apiModelPropertiesArray', dto.prototype as object) as string[];
  return [...new Set(names.map((name) => name.slice(1)))];
}

function documentedBounds(dto: Type<object>, field: string): Bounds {
  return (Reflect.getMetadata('swagger/apiModelProperties', dto.prototype as object, field) ?? {}) as Bounds;
}

function schemaFields(schema: z.ZodType): Record<string, Bounds> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return (json.properties ?? {}) as Record<string, Bounds>;
}

describe.each(PAIRS.map((pair) => [pair.dto.name, pair] as const))('%s and its schema', (name, pair) => {
  const { dto, schema, valid, added = {}, renamed = {}, edgeOnly = [] } = pair;

  it('have the same fields', () => {
    expect(fieldsOf(dto).sort()).toEqual([...Object.keys(valid), ...edgeOnly].filter(unique).sort());
    const sent = Object.keys(valid)
      .filter((field) => !edgeOnly.includes(field))
      .map((field) => renamed[field] ?? field);
    const expected = Object.keys(schemaFields(schema)).filter((field) => sent.includes(field) || !(field in added));
    expect(expected.sort()).toEqual(sent.sort());
  });

  const compared = fieldsOf(dto).filter((field) => !edgeOnly.includes(field));
  it.each(compared)('have the same bounds of %s', (field) => {
    const bounds = schemaFields(schema)[renamed[field] ?? field] ?? {};
    const isQuery = name.endsWith('Query') && documentedBounds(dto, field).type === 'integer';
    const values = [...boundaryValues(bounds), ...boundaryValues(documentedBounds(dto, field))]
      .filter((value) => !isQuery || typeof value === 'number')
      .filter((value) => value !== '' || !EMPTY_IS_ABSENT.includes(`${name}.${field}`));
    const looser = values.filter(
      (value) => isAcceptedByDto(pair, field, value) && !isAcceptedBySchema(pair, field, value),
    );
    const stricter = values.filter(
      (value) => !isAcceptedByDto(pair, field, value) && isAcceptedBySchema(pair, field, value),
    );
    expect(looser).toEqual([]);
    if (STRICTER_THAN_SCHEMA.includes(`${name}.${field}`)) expect(stricter).not.toEqual([]);
    else expect(stricter).toEqual([]);
  });
});

describe('the comparison of DTOs and schemas', () => {
  it('covers every DTO', () => {
    const files = readdirSync(resolve(__dirname, '..'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.dto.ts'),
    );
    const exported = files.flatMap((file) => {
      const module = jest.requireActual<Record<string, unknown>>(resolve(__dirname, '..', file));
      return Object.entries(module).filter(([, value]) => typeof value === 'function');
    });
    const covered = [...PAIRS.map(({ dto }) => dto.name), ...WITHOUT_SCHEMA];
    expect(exported.map(([name]) => name).sort()).toEqual(covered.sort());
  });

  it.each(PAIRS.map((pair) => [pair.dto.name, pair] as const))('starts from a valid %s', (_name, pair) => {
    const [field = ''] = Object.keys(pair.valid);
    expect(isAcceptedByDto(pair, field, pair.valid[field])).toBe(true);
    expect(isAcceptedBySchema(pair, field, pair.valid[field])).toBe(true);
  });
});

function unique(value: string, at: number, all: string[]): boolean {
  return all.indexOf(value) === at;
}
