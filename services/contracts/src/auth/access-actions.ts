/** Audit log actions for operators' reads of personal data, and for every export by anyone. */
export const ACCESS_ACTIONS = [
  'dashboard_viewed',
  'analytics_viewed',
  'users_listed',
  'user_viewed',
  'users_exported',
  'transactions_listed',
  'transactions_exported',
  'transaction_viewed',
  'order_viewed',
  'webhooks_listed',
  'webhook_viewed',
  'disputes_listed',
  'promo_code_redemptions_listed',
  'invoice_downloaded',
  'revenue_exported',
  'margin_exported',
  'messages_listed',
  'content_reports_listed',
  'breach_accounts_exported',
  'mails_listed',
  'mail_viewed',
  'failing_webhooks_listed',
  'incident_mails_previewed',
  'incident_mails_viewed',
  'searched',
  'jobs_listed',
  'jobs_exported',
  'job_viewed',
  'callbacks_listed',
  'callback_viewed',
  'safety_findings_listed',
  'queue_board_opened',
  'audit_log_viewed',
  'audit_log_exported',
  'account_exported',
] as const;

export type AccessAction = (typeof ACCESS_ACTIONS)[number];

/** Those that only looked. An export or a download leaves a copy. */
export const VIEW_ACTIONS = ACCESS_ACTIONS.filter((action) => !/_(exported|downloaded)$/.test(action));
