import { z } from 'zod';
import { cappedCount, cursor, empty, id, pageSize, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { ACCESS_ACTIONS } from './access-actions';
import { INPUT_LIMITS, TOO_LONG } from './limits';

const accessAction = z.enum(ACCESS_ACTIONS);
export const auditAction = z.enum([
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'user_blocked',
  'user_unblocked',
  'user_closed',
  'payment_refunded',
  'credits_adjusted',
  'pack_created',
  'pack_changed',
  'pack_archived',
  'pack_restored',
  'plan_changed',
  'settings_changed',
  'job_retried',
  'job_canceled',
  'job_refunded',
  'jobs_retried',
  'jobs_canceled',
  'jobs_refunded',
  'queue_paused',
  'queue_resumed',
  'message_answered',
  'message_reopened',
  'dead_letter_replayed',
  'dead_letter_discarded',
  'personal_data_erased',
  ...ACCESS_ACTIONS,
]);

const auditEntry = z.object({
  id,
  /** Null if the address belongs to no operator, or if a customer exported their own data. */
  adminId: id.nullable(),
  adminEmail: z.string(),
  action: auditAction,
  /** What the action was applied to, for example a user's id. */
  subject: z.string().nullable(),
  details: z.record(z.string(), z.string()),
  createdAt: timestamp,
});
/** An entry of the operators' audit log. Entries are immutable. */
export type AuditEntry = z.infer<typeof auditEntry>;

export const operatorAction = auditEntry
  .pick({ id: true, action: true, subject: true, details: true })
  .extend({ adminId: id });
/** An operator's action in another service, published in the transaction of the action and recorded once by its id. */
export type OperatorAction = z.infer<typeof operatorAction>;

const accessRecord = auditEntry
  .pick({ id: true, subject: true, details: true, adminId: true })
  .extend({ action: accessAction });
/** An access to personal data, recorded once by its id. `adminId` is null if customers access their own data. */
export type AccessRecord = z.infer<typeof accessRecord>;

export const auditLogCalls = {
  /** Returns after the entry is stored. */
  recordAccess: call('auth.recordAccess', { input: accessRecord, output: empty }),
  /** Newest first. `isWithoutAccess` excludes reads and exports. */
  listAuditLog: call('auth.listAuditLog', {
    isForOperators: true,
    input: z.object({
      limit: pageSize,
      cursor,
      subject: z.string().max(INPUT_LIMITS.subject, TOO_LONG).optional(),
      action: auditAction.optional(),
      admin: z.string().max(INPUT_LIMITS.email, TOO_LONG).optional(),
      isWithoutAccess: z.boolean().optional(),
    }),
    output: cappedCount.extend({ entries: z.array(auditEntry), nextCursor: z.string().nullable() }),
  }),
};
