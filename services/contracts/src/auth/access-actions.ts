/** Audit log actions for reads of personal data by operators, and for every export, whoever requested it. */
export const ACCESS_ACTIONS = [
  'dashboard_viewed',
  'analytics_viewed',
  'users_listed',
  'user_viewed',
  'users_exported',
  'transactions_listed',
  'transaction_viewed',
  'invoice_downloaded',
  'revenue_exported',
  'messages_listed',
  'jobs_listed',
  'job_viewed',
  'queue_board_opened',
  'audit_log_viewed',
  'account_exported',
] as const;

export type AccessAction = (typeof ACCESS_ACTIONS)[number];
