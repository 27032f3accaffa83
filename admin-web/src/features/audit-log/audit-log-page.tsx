import { ACCESS_ACTIONS } from '@luit/contracts/auth/access-actions';
import type { AuditLogRow } from '@luit/contracts/http/audit-log';
import { Badge, type BadgeTone } from '@luit/ui/badge';
import type { Column } from '@luit/ui/table';
import { ScrollText } from 'lucide-react';
import { PageHeader } from '../../components/page-header';
import { PagedTable } from '../../components/paged-table';
import { RefreshButton } from '../../components/refresh-button';
import { usePage } from '../../components/use-page';
import { Filter, TableToolbar } from '../../components/table-toolbar';
import { TextLink } from '../../components/text-link';
import { useTableState } from '../../components/use-table-state';
import { formatTime } from '../../lib/format';
import { actionLabel, actorOf, detailsOf } from './audit-labels';

const TONES: Record<string, BadgeTone> = {
  sign_in_failed: 'danger',
  user_blocked: 'danger',
  user_unblocked: 'success',
};

const FILTERS = ['action', 'subject'] as const;
const ACTIONS = [
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'user_blocked',
  'user_unblocked',
  'user_closed',
  'credits_adjusted',
  'payment_refunded',
  'pack_created',
  'pack_changed',
  'pack_archived',
  'pack_restored',
  'plan_changed',
  'settings_changed',
  'message_answered',
  'message_reopened',
  'job_retried',
  'job_canceled',
  'job_refunded',
  'jobs_retried',
  'jobs_canceled',
  'jobs_refunded',
  'queue_paused',
  'queue_resumed',
  'personal_data_erased',
  ...ACCESS_ACTIONS,
].map((value) => ({ value, label: actionLabel(value) }));

/** The page of the action's subject, if it has one. */
function pageOf({ action, subject }: AuditLogRow): string | null {
  if (!subject) return null;
  if (/^user_|^account_exported$/.test(action) || action === 'credits_adjusted') return `/users/${subject}`;
  if (/^job_/.test(action)) return `/jobs/${subject}`;
  return /^(payment_refunded|transaction_viewed|invoice_downloaded)$/.test(action) ? `/transactions/${subject}` : null;
}

function Subject({ entry }: { entry: AuditLogRow }) {
  const page = pageOf(entry);
  const name = entry.subject ?? '–';
  return page ? <TextLink to={page}>{name}</TextLink> : name;
}

const COLUMNS: Column<AuditLogRow>[] = [
  {
    key: 'time',
    header: 'Time',
    className: 'whitespace-nowrap tabular-nums',
    cell: (entry) => <time dateTime={entry.created_at}>{formatTime(entry.created_at)}</time>,
  },
  { key: 'operator', header: 'Operator', cell: actorOf },
  {
    key: 'action',
    header: 'Action',
    onPhones: 'title',
    cell: (entry) => <Badge tone={TONES[entry.action] ?? 'neutral'}>{actionLabel(entry.action)}</Badge>,
  },
  { key: 'subject', header: 'Subject', className: 'break-all', cell: (entry) => <Subject entry={entry} /> },
  {
    key: 'details',
    header: 'Details',
    className: 'min-w-36',
    cell: detailsOf,
  },
];

/** Operator actions and access to personal data. */
export default function AuditLogPage() {
  const state = useTableState({ limit: 50, filters: FILTERS });
  const query = usePage<AuditLogRow>('/api/admin/audit-log', state);
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Operator actions and access to personal data, newest first. Entries cannot be changed. Repeated views within 15 minutes appear once."
      >
        <RefreshButton query={query} />
      </PageHeader>
      <TableToolbar>
        <Filter state={state} name="action" label="Action" options={ACTIONS} />
      </TableToolbar>
      <PagedTable
        caption="Audit log"
        columns={COLUMNS}
        rowKey={(entry) => entry.id}
        query={query}
        state={state}
        empty={{ title: 'No entries yet', icon: <ScrollText className="size-6" /> }}
      />
    </>
  );
}
