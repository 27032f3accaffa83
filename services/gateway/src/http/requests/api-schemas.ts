import { alertCalls } from '@luit/contracts/alerts/alerts';
import { deviceSession, session } from '@luit/contracts/auth/sessions';
import { billingProfile, user } from '@luit/contracts/auth/users';
import { balance, creditCheck, creditLot } from '@luit/contracts/billing/balances';
import { adminCreditPack, creditPack } from '@luit/contracts/billing/packs';
import { promoCode, promoCodeRedemption } from '@luit/contracts/billing/promo-codes';
import { billingSettings } from '@luit/contracts/billing/settings';
import { adminTransactionDetails, adminTransactionRow, creditTransaction } from '@luit/contracts/billing/transactions';
import { adminPlan, restoreOptions, restorePlan, videoModel, videoPlan } from '@luit/contracts/generation/plans';
import { providerOverview } from '@luit/contracts/generation/providers';
import { adminPackView } from '@luit/contracts/http/admin-packs';
import { adminUser, adminUserDetails, adminUserRow } from '@luit/contracts/http/admin-users';
import { auditLogRow } from '@luit/contracts/http/audit-log';
import { contactMessageRow } from '@luit/contracts/http/contact-messages';
import { failure } from '@luit/contracts/http/failures';
import { problem } from '@luit/contracts/http/problems';
import { requestView } from '@luit/contracts/http/requests';
import { adminJobRow } from '@luit/contracts/operations/jobs';
import { z } from 'zod';

/** Schemas with a name of their own in the OpenAPI document; operations refer to them. */
const components = z.registry<{ id: string; description?: string }>();

components
  .add(failure, { id: 'Failure', description: 'The body of every failed request.' })
  .add(problem, { id: 'Problem', description: 'The body of every failed request of the public API (RFC 9457).' })
  .add(user, { id: 'User' })
  .add(billingProfile, { id: 'BillingProfile', description: 'The billing details printed on invoices.' })
  .add(session, {
    id: 'Session',
    description:
      '`expires_at` in Unix seconds. `refresh_token` is returned only to clients that send `X-Client: token`.',
  })
  .add(deviceSession, { id: 'DeviceSession', description: 'One signed-in device.' })
  .add(requestView, {
    id: 'Request',
    description:
      'A request as its owner sees it. `sequence` rises with each change. Links to files expire after one to two hours.',
  })
  .add(restoreOptions, { id: 'RestoreOptions' })
  .add(videoPlan, {
    id: 'VideoPlan',
    description: '`duration` is in seconds; `credits` is the price with a model of factor 1.',
  })
  .add(videoModel, { id: 'VideoModel', description: '`factor` multiplies the credits of a plan; rounded up.' })
  .add(restorePlan, { id: 'RestorePlan' })
  .add(creditPack, { id: 'CreditPack', description: '`price` is in rupees, tax included.' })
  .add(balance, { id: 'Balance', description: '`credits` and `available` are the same number.' })
  .add(creditCheck, { id: 'CreditCheck' })
  .add(creditLot, { id: 'CreditLot', description: 'The unspent credits of one purchase or grant.' })
  .add(creditTransaction, { id: 'CreditTransaction', description: '`amount` is a signed number of credits.' })
  .add(adminTransactionRow, { id: 'AdminTransaction' })
  .add(adminTransactionDetails, { id: 'AdminTransactionDetails' })
  .add(adminUser, { id: 'AdminUser' })
  .add(adminUserRow, { id: 'AdminUserRow' })
  .add(adminUserDetails, { id: 'AdminUserDetails' })
  .add(adminCreditPack, { id: 'AdminCreditPack' })
  .add(adminPackView, { id: 'AdminCreditPackView', description: 'A pack with the actual saving that its price gives.' })
  .add(promoCode, { id: 'PromoCode', description: 'A promotional code; `credits` is per redemption.' })
  .add(promoCodeRedemption, { id: 'PromoCodeRedemption' })
  .add(adminPlan, { id: 'AdminPlan' })
  .add(adminJobRow, { id: 'AdminJob' })
  .add(providerOverview, { id: 'Provider' })
  .add(auditLogRow, { id: 'AuditLogEntry' })
  .add(contactMessageRow, { id: 'ContactMessage' })
  .add(billingSettings, { id: 'Settings' })
  .add(alertCalls.listAlerts.output, { id: 'AlertList' });

/** Gives a schema a name of its own in the OpenAPI document. */
export function named<Schema extends z.ZodType>(schema: Schema, id: string, description?: string): Schema {
  components.add(schema, { id, description });
  return schema;
}

export interface ConvertedSchema {
  schema: z.core.JSONSchema.BaseSchema;
  components?: Record<string, z.core.JSONSchema.BaseSchema>;
}

/** Converts a schema of a response to JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export function toOpenApiSchema(schema: z.ZodType): ConvertedSchema {
  const converted = z.toJSONSchema(schema, { io: 'output', metadata: components, unrepresentable: 'any', override });
  const { $schema: _, $defs, ...rest } = converted;
  return { schema: rest, components: $defs };
}

/** Converts a schema of a body or query. Descriptions and examples come from its `meta`. */
export function toOpenApiInput(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: (context) => {
      override(context);
      delete context.jsonSchema.propertyNames;
    },
  });
}

/** Later releases add fields, and the patterns of formats say nothing to a reader. */
function override({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  delete jsonSchema.id;
}
