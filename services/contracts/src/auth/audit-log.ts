import { z } from 'zod';
import { exportPeriod, idPageQuery, textBoolean } from '../messages/query-fields';
import { cappedCount, cursor, empty, id, optional, pageSize, timeInput, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { ACCESS_ACTIONS } from './access-actions';
import { INPUT_LIMITS, REASON_MIN_LENGTH, REASON_REQUIRED } from './limits';
import { TOO_LONG } from '../messages/input-limits';

/** Why an operator acts, for the audit log. */
export const operatorReason = z
  .string(REASON_REQUIRED)
  .trim()
  .min(REASON_MIN_LENGTH, REASON_REQUIRED)
  .max(INPUT_LIMITS.reason, TOO_LONG)
  .describe('Reason for the audit log');

/** The body of an action that only needs an operator's reason. */
export const reasonBody = z.object({ reason: operatorReason });

/** The amount again, which an operator types to confirm a large one. */
export const confirmation = optional(z.string().max(20, TOO_LONG)).describe(
  'The amount, repeated to confirm it; required above a limit from the settings',
);

/** A bulk action has at most this many jobs. */
const MAX_AFFECTED_USERS = 5_000;

const accessAction = z.enum(ACCESS_ACTIONS);
export const auditAction = z.enum([
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'operator_invited',
  'operator_invitation_revoked',
  'operator_joined',
  'operator_changed',
  'operator_signed_out',
  'operator_second_factor_reset',
  'own_session_revoked',
  'own_password_changed',
  'second_factor_added',
  'second_factor_removed',
  'second_factor_failed',
  'recovery_codes_created',
  'recovery_code_used',
  'user_blocked',
  'user_unblocked',
  'user_closed',
  'user_signed_out',
  'confirmation_resent',
  'user_note_added',
  'user_view_started',
  'user_view_ended',
  'payment_refunded',
  'unmatched_payment_refunded',
  'refund_retried',
  'refund_paid_otherwise',
  'credits_adjusted',
  'pack_created',
  'pack_changed',
  'pack_archived',
  'pack_restored',
  'plan_changed',
  'model_created',
  'model_published',
  'model_tried',
  'model_deleted',
  'default_model_changed',
  'preset_created',
  'preset_changed',
  'preset_archived',
  'preset_restored',
  'example_added',
  'example_removed',
  'output_taken_down',
  'takedown_lifted',
  'taken_down_output_viewed',
  'promo_code_created',
  'promo_code_disabled',
  'settings_changed',
  'approval_requested',
  'approval_approved',
  'approval_declined',
  'job_retried',
  'job_canceled',
  'job_refunded',
  'job_searched',
  'job_declared_lost',
  'jobs_retried',
  'jobs_canceled',
  'jobs_refunded',
  'queue_paused',
  'queue_resumed',
  'provider_checked',
  'provider_created',
  'provider_changed',
  'provider_state_changed',
  'runner_token_created',
  'runner_token_revoked',
  'alert_acknowledged',
  'alert_muted',
  'alert_unmuted',
  'processes_forgotten',
  'provider_price_added',
  'exchange_rate_added',
  'new_jobs_paused',
  'new_jobs_resumed',
  'banner_set',
  'banner_removed',
  'safety_settings_changed',
  'refusal_confirmed',
  'refusal_lifted',
  'refused_output_viewed',
  'alert_destination_added',
  'alert_destination_removed',
  'alert_destination_tested',
  'content_report_decided',
  'sealed_record_opened',
  'breach_recorded',
  'breach_changed',
  'breach_notice_sent',
  'quarterly_notice_sent',
  'message_answered',
  'message_reopened',
  'webhook_replayed',
  'mail_resent',
  'incident_mails_queued',
  'callback_replayed',
  'dead_letter_replayed',
  'dead_letter_discarded',
  'personal_data_erased',
  'api_key_created',
  'api_key_changed',
  'api_key_rotated',
  'api_key_revoked',
  'webhook_endpoint_added',
  'webhook_endpoint_changed',
  'webhook_endpoint_removed',
  'webhook_secret_rotated',
  'sign_in_linked',
  'sign_in_unlinked',
  'passkey_added',
  'passkey_renamed',
  'passkey_removed',
  ...ACCESS_ACTIONS,
]);

const auditEntry = z.object({
  id,
  /** Null if no operator has this address, or if customers exported their own data or changed access to their own accounts. */
  adminId: id.nullable(),
  adminEmail: z.string(),
  action: auditAction,
  /** The target of the action, for example a user's id. */
  subject: z.string().nullable(),
  details: z.record(z.string(), z.string()),
  createdAt: timestamp,
});
/** An entry of the operators' audit log. Entries are immutable. */
export type AuditEntry = z.infer<typeof auditEntry>;

export const operatorAction = auditEntry.pick({ id: true, action: true, subject: true, details: true }).extend({
  adminId: id,
  /** The accounts that the action affects, if they are not its subject. Absent in messages of older releases. */
  userIds: z.array(id).max(MAX_AFFECTED_USERS).optional(),
});
/** An operator's action in another service, published in the transaction of the action and recorded once by its id. */
export type OperatorAction = z.infer<typeof operatorAction>;

const accessRecord = auditEntry
  .pick({ id: true, subject: true, details: true, adminId: true })
  .extend({ action: accessAction });
/** An access to personal data, recorded once by its id. `adminId` is null if customers access their own data. */
export type AccessRecord = z.infer<typeof accessRecord>;

const auditLogFilter = z.object({
  // Postgres cannot store NUL in text.
  subject: optional(
    z
      .string()
      .max(INPUT_LIMITS.subject, TOO_LONG)
      .regex(/^[^\0]*$/, 'This must be text'),
  ).describe('The subject, for example a user’s id'),
  user: optional(id).describe('Only actions that affected this account, including its jobs and payments'),
  action: optional(z.enum(auditAction.options, 'Unknown action')),
  operator: optional(z.string().max(INPUT_LIMITS.email, TOO_LONG)).describe(
    'The email address of the operator who acted',
  ),
  views: textBoolean(optional(z.boolean())).describe(
    'True to include looks at personal data, which are hidden unless `action` asks for them. Exports are always included.',
  ),
});
export const auditLogQuery = idPageQuery.extend(auditLogFilter.shape).extend({
  from: optional(timeInput).describe('Recorded at this time or later'),
  to: optional(timeInput).describe('Recorded before this time'),
});
export type AuditLogQuery = z.infer<typeof auditLogQuery>;
export const auditLogExportQuery = exportPeriod.extend(auditLogFilter.shape);
export type AuditLogExportQuery = z.infer<typeof auditLogExportQuery>;

export const auditLogCalls = {
  /** Returns after the entry is stored. */
  recordAccess: call('auth.recordAccess', { input: accessRecord, output: empty }),
  /**
   * Newest first. `userId` selects the actions on an account, including actions on its jobs and payments. A bulk action is one entry: the
   * entries of its jobs are listed only by their `subject` or `action`. `isWithoutViews` excludes looks at personal data, but not
   * exports.
   */
  listAuditLog: call('auth.listAuditLog', {
    isForOperators: true,
    input: z.object({
      limit: pageSize,
      cursor,
      subject: auditLogFilter.shape.subject,
      userId: auditLogFilter.shape.user,
      action: auditLogFilter.shape.action,
      /** Recorded at or after `from` and before `to`. */
      from: timestamp.optional(),
      to: timestamp.optional(),
      admin: auditLogFilter.shape.operator,
      isWithoutViews: z.boolean().optional(),
    }),
    output: cappedCount.extend({ entries: z.array(auditEntry), nextCursor: z.string().nullable() }),
  }),
};
