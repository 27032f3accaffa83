import { ACCESS_ACTIONS, type AccessAction } from '@luit/contracts/auth/access-actions';
import type { AuditLogRow } from '@luit/contracts/http/audit-log';
import { sentenceCase } from '../../lib/format';

const ACCESS_LABELS: Record<AccessAction, string> = {
  dashboard_viewed: 'Viewed the dashboard',
  analytics_viewed: 'Viewed analytics',
  users_listed: 'Viewed the list of users',
  user_viewed: 'Viewed a user',
  users_exported: 'Exported users',
  transactions_listed: 'Viewed the list of transactions',
  transaction_viewed: 'Viewed a transaction',
  invoice_downloaded: 'Downloaded an invoice',
  revenue_exported: 'Exported revenue',
  messages_listed: 'Viewed messages',
  jobs_listed: 'Viewed the list of jobs',
  job_viewed: 'Viewed a job',
  queue_board_opened: 'Opened the queue board',
  audit_log_viewed: 'Viewed the audit log',
  account_exported: 'Exported their account',
};

/** Hidden details: the id that links the end of an export to its start. */
const HIDDEN = ['started'];

function isAccess(action: string): action is AccessAction {
  return (ACCESS_ACTIONS as readonly string[]).includes(action);
}

export function actionLabel(action: string): string {
  return isAccess(action) ? ACCESS_LABELS[action] : sentenceCase(action);
}

/** Who acted: an operator, an account owner accessing their own data, or a database administrator. */
export function actorOf({ admin_email, action }: AuditLogRow): string {
  if (admin_email !== '') return admin_email;
  if (action === 'personal_data_erased') return 'Database administrator';
  return action === 'account_exported' || action === 'invoice_downloaded' ? 'Account owner' : 'Erased';
}

/** Details as text. For an access, the number of rows comes first, then the filter: `20 rows, status: active`. */
export function detailsOf({ action, details }: AuditLogRow): string {
  const { rows, ...others } = details;
  const hasRowCount = isAccess(action) && rows !== undefined;
  const shown = Object.entries(hasRowCount ? others : details).filter(
    ([name]) => !isAccess(action) || !HIDDEN.includes(name),
  );
  const parts = shown.map(([name, value]) => `${name}: ${value}`);
  return [...(hasRowCount ? [rows === '1' ? '1 row' : `${rows} rows`] : []), ...parts].join(', ');
}
