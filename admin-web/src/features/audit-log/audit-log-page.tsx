import type { AuditLogRow } from '@luit/contracts/http';
import { Badge, type BadgeTone } from '@luit/ui/badge';
import type { Column } from '@luit/ui/table';
import { ScrollText } from 'lucide-react';
import { PageHeader } from '../../components/page-header';
import { PagedTable } from '../../components/paged-table';
import { RefreshButton } from '../../components/refresh-button';
import { usePage } from '../../components/use-page';
import { useTableState } from '../../components/use-table-state';
import { formatTime } from '../../lib/format';

const TONES: Record<string, BadgeTone> = {
  sign_in_failed: 'danger',
  user_blocked: 'danger',
  user_unblocked: 'success',
};

const COLUMNS: Column<AuditLogRow>[] = [
  {
    key: 'time',
    header: 'Time',
    className: 'whitespace-nowrap tabular-nums',
    cell: (entry) => <time dateTime={entry.created_at}>{formatTime(entry.created_at)}</time>,
  },
  { key: 'operator', header: 'Operator', cell: (entry) => entry.admin_email },
  {
    key: 'action',
    header: 'Action',
    cell: (entry) => <Badge tone={TONES[entry.action] ?? 'neutral'}>{entry.action.replaceAll('_', ' ')}</Badge>,
  },
  { key: 'subject', header: 'Subject', className: 'break-all', cell: (entry) => entry.subject ?? 'none' },
  {
    key: 'details',
    header: 'Details',
    className: 'min-w-56',
    cell: (entry) =>
      Object.entries(entry.details)
        .map(([name, value]) => `${name}: ${value}`)
        .join(', '),
  },
];

/** What operators did, for operators to judge. */
export default function AuditLogPage() {
  const state = useTableState({ limit: 50 });
  const query = usePage<AuditLogRow>('/api/admin/audit-log', state);
  return (
    <>
      <PageHeader title="Audit log" description="What operators did, the newest first. Entries never change.">
        <RefreshButton query={query} />
      </PageHeader>
      <PagedTable
        caption="Audit log"
        columns={COLUMNS}
        rowKey={(entry) => entry.id}
        query={query}
        state={state}
        empty={{ title: 'Nothing logged yet', icon: <ScrollText className="size-6" /> }}
      />
    </>
  );
}
