import { ACCESS_ACTIONS, type AccessAction } from '@luit/contracts/auth/access-actions';
import type { AuditLogRow } from '@luit/contracts/http/audit-log';

const ACCESS_LABELS: Record<AccessAction, string> = {
  dashboard_viewed: 'viewed the dashboard',
  analytics_viewed: 'viewed analytics',
  users_listed: 'viewed the list of users',
  user_viewed: 'viewed a user',
  users_exported: 'exported users',
  transactions_listed: 'viewed the list of transactions',
  transaction_viewed: 'viewed a transaction',
  invoice_downloaded: 'downloaded an invoice',
  revenue_exported: 'exported revenue',
  messages_listed: 'viewed messages',
  jobs_listed: 'viewed the list of jobs',
  job_viewed: 'viewed a job',
  queue_board_opened: 'opened the queue board',
  audit_log_viewed: 'viewed the audit log',
  account_exported: 'exported their account',
};

/** Not shown: the id that ties the end of an export to its start. */
const HIDDEN = ['started'];

function isAccess(action: string): action is AccessAction {
  return (ACCESS_ACTIONS as readonly string[]).includes(action);
}

export function actionLabel(action: string): string {
  return isAccess(action) ? ACCESS_LABELS[action] : action.replaceAll('_', ' ');
}

/** Who did it: an operator, a customer with data of their own, or whoever administers the database. */
export function actorOf({ admin_email, action }: AuditLogRow): string {
  if (admin_email !== '') return admin_email;
  if (action === 'personal_data_erased') return 'Database administrator';
  return action === 'account_exported' || action === 'invoice_downloaded' ? 'Account owner' : 'Erased';
}

/** For an access the number of rows first, then the filter: `20 rows, status: active`. */
export function detailsOf({ action, details }: AuditLogRow): string {
  const { rows, ...others } = details;
  const isCounted = isAccess(action) && rows !== undefined;
  const shown = Object.entries(isCounted ? others : details).filter(
    ([name]) => !isAccess(action) || !HIDDEN.includes(name),
  );
  const parts = shown.map(([name, value]) => `${name}: ${value}`);
  return [...(isCounted ? [rows === '1' ? '1 row' : `${rows} rows`] : []), ...parts].join(', ');
}
