import { ACCESS_ACTIONS, type AccessAction } from '@luit/contracts/auth/access-actions';
import type { AuditLogRow } from '@luit/contracts/http/audit-log';
import { formatPaise, sentenceCase } from '../../lib/format';

const ACCESS_LABELS: Record<AccessAction, string> = {
  dashboard_viewed: 'Viewed the dashboard',
  analytics_viewed: 'Viewed analytics',
  users_listed: 'Viewed the list of users',
  user_viewed: 'Viewed a user',
  users_exported: 'Exported users',
  transactions_listed: 'Viewed the list of transactions',
  transactions_exported: 'Exported transactions',
  transaction_viewed: 'Viewed a transaction',
  order_viewed: 'Viewed an order',
  webhooks_listed: 'Viewed payment webhooks',
  webhook_viewed: 'Viewed a payment webhook',
  disputes_listed: 'Viewed disputes',
  promo_code_redemptions_listed: 'Viewed who redeemed a promotional code',
  invoice_downloaded: 'Downloaded an invoice',
  revenue_exported: 'Exported revenue',
  margin_exported: 'Exported the margin',
  messages_listed: 'Viewed messages',
  content_reports_listed: 'Viewed content reports',
  breach_accounts_exported: 'Exported the accounts that a breach affects',
  mails_listed: 'Viewed the list of emails',
  mail_viewed: 'Viewed an email',
  failing_webhooks_listed: 'Viewed failing webhook endpoints',
  searched: 'Searched everything',
  jobs_listed: 'Viewed the list of jobs',
  jobs_exported: 'Exported jobs',
  job_viewed: 'Viewed a job',
  callbacks_listed: 'Viewed provider callbacks',
  safety_findings_listed: 'Viewed refused prompts',
  incident_mails_previewed: 'Previewed the recipients of incident emails',
  incident_mails_viewed: 'Viewed the recipients of incident emails',
  callback_viewed: 'Viewed a provider callback',
  queue_board_opened: 'Opened the queue board',
  audit_log_viewed: 'Viewed the audit log',
  audit_log_exported: 'Exported the audit log',
  account_exported: 'Exported their account',
};

/** Labels of operators' actions whose name does not read as words. */
const ACTION_LABELS: Record<string, string> = {
  user_closed: 'Account deletion started',
  jobs_retried: 'Jobs retried in bulk',
  jobs_canceled: 'Jobs canceled in bulk',
  unmatched_payment_refunded: 'Unmatched payment refunded',
  refund_retried: 'Refund retried',
  refund_paid_otherwise: 'Refund paid in another way',
  jobs_refunded: 'Jobs refunded in bulk',
  quarterly_notice_sent: 'Quarterly notice sent',
  breach_notice_sent: 'Affected users emailed about a breach',
  incident_mails_queued: 'Users emailed about an incident',
  job_searched: 'Provider asked about a job',
  own_session_revoked: 'Ended own session',
  api_key_created: 'API key created',
  api_key_changed: 'API key changed',
  api_key_rotated: 'API key rotated',
  api_key_revoked: 'API key revoked',
  webhook_endpoint_added: 'Webhook endpoint added',
  webhook_endpoint_changed: 'Webhook endpoint changed',
  webhook_endpoint_removed: 'Webhook endpoint removed',
  webhook_secret_rotated: 'Webhook secret rotated',
};

/** Labels of customers' actions in their own accounts. */
const OWNER_ACTIONS = [
  'account_exported',
  'invoice_downloaded',
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
];

function isAccess(action: string): action is AccessAction {
  return (ACCESS_ACTIONS as readonly string[]).includes(action);
}

export function actionLabel(action: string): string {
  return isAccess(action) ? ACCESS_LABELS[action] : (ACTION_LABELS[action] ?? sentenceCase(action));
}

/** Who acted: an operator, an account owner accessing their own data, or a database administrator. */
export function actorOf({ admin_email, action }: AuditLogRow): string {
  if (admin_email !== '') return admin_email;
  if (action === 'personal_data_erased') return 'Database administrator';
  return OWNER_ACTIONS.includes(action) ? 'Account owner' : 'Erased';
}

/** Details that are shown as a phrase instead of a name and a value. */
const PHRASES: Record<string, (value: string) => string> = {
  jobs: (value) => counted(value, 'job'),
  rows: (value) => counted(value, 'row'),
  amountPaise: (value) => formatPaise(Number(value)),
  new_request: (value) => `new job ${value}`,
  bulk: () => 'part of a bulk action',
};
/** Phrases come first, in this order. */
const ORDER = ['rows', 'jobs', 'amountPaise'];

/**
 * Details as text, with the reason last: `20 rows, status: active`, `Credits 100 → 90, reason: goodwill`. Hidden: the id that links the
 * end of an export to its start.
 */
export function detailsOf({ action, details }: AuditLogRow): string {
  const { reason, before, after, credits, started: _, ...others } = details;
  const entries = Object.entries(others).sort(([one], [other]) => rankOf(one) - rankOf(other));
  const parts = entries.map(([name, value]) => PHRASES[name]?.(value) ?? `${name.replaceAll('_', ' ')}: ${value}`);
  if (before !== undefined && after !== undefined) parts.unshift(`Credits ${before} → ${after}`);
  if (credits !== undefined) parts.push(action.startsWith('job') ? counted(credits, 'credit') : `credits: ${credits}`);
  if (reason) parts.push(`reason: ${reason}`);
  return parts.join(', ');
}

function rankOf(name: string): number {
  const rank = ORDER.indexOf(name);
  return rank === -1 ? ORDER.length : rank;
}

function counted(value: string, noun: string): string {
  return `${value} ${noun}${value === '1' ? '' : 's'}`;
}

/** The page of the action's subject, if it has one. */
export function pageOf({ action, subject }: AuditLogRow): string | null {
  if (!subject) return null;
  if (/^user_|^account_exported$/.test(action) || action === 'credits_adjusted') return `/users/${subject}`;
  if (action.startsWith('job_')) return `/jobs/${subject}`;
  if (/^jobs_(retried|canceled|refunded)$/.test(action)) return `/bulk-actions/${subject}`;
  if (action.startsWith('incident_mails_')) return `/incident-mails/${subject}`;
  if (action === 'quarterly_notice_sent') return `/quarterly-report?quarter=${subject}`;
  if (['model_created', 'model_published', 'default_model_changed'].includes(action)) return `/models/${subject}`;
  if (action.startsWith('mail_')) return `/mails/${subject}`;
  if (action.startsWith('callback_')) return `/callbacks/${subject}`;
  if (action.startsWith('breach_')) return `/breaches/${subject}`;
  if (/^(unmatched_payment_refunded|refund_retried|refund_paid_otherwise)$/.test(action)) return `/orders/${subject}`;
  return /^(payment_refunded|transaction_viewed|invoice_downloaded)$/.test(action) ? `/transactions/${subject}` : null;
}
