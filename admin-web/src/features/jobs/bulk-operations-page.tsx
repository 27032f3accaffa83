import { Badge } from '@luit/ui/badge';
import type { Column } from '@luit/ui/table';
import { BackLink } from '../../components/back-link';
import { Identifier } from '../../components/identifier';
import { PageHeader } from '../../components/page-header';
import { PagedTable } from '../../components/paged-table';
import { TextLink } from '../../components/text-link';
import { Timestamp } from '../../components/timestamp';
import { usePage } from '../../components/use-page';
import { useTableState } from '../../components/use-table-state';
import { BULK_PATH, bulkTitle, type BulkRow, progressText, PROGRESS_POLL_MS } from './bulk-operations';

const COLUMNS: Column<BulkRow>[] = [
  {
    key: 'action',
    header: 'Action',
    onPhones: 'title',
    className: 'min-w-48',
    cell: (row) => (
      <>
        <TextLink to={`/bulk-actions/${row.id}`}>{bulkTitle(row)}</TextLink>
        <p className="text-label text-muted">{row.reason ?? 'No reason given'}</p>
      </>
    ),
  },
  {
    key: 'state',
    header: 'Status',
    cell: ({ left }) => <Badge tone={left > 0 ? 'info' : 'success'}>{left > 0 ? 'Running' : 'Finished'}</Badge>,
  },
  { key: 'progress', header: 'Result', className: 'min-w-44', onPhones: 'block', cell: progressText },
  {
    key: 'operator',
    header: 'Operator',
    className: 'max-w-36 lg:max-w-56',
    cell: ({ admin_email }) => <Identifier>{admin_email || 'Deleted operator'}</Identifier>,
  },
  { key: 'at', header: 'Started', cell: ({ created_at }) => <Timestamp at={created_at} canWrap /> },
];

/** Actions on many jobs at once, newest first. */
export default function BulkOperationsPage() {
  const state = useTableState();
  const query = usePage<BulkRow>(BULK_PATH, state, PROGRESS_POLL_MS * 5);
  return (
    <>
      <PageHeader
        title="Bulk actions"
        description="Actions that operators applied to many jobs at once."
        back={<BackLink to="/jobs">Jobs</BackLink>}
      />
      <PagedTable
        caption="Bulk actions"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        query={query}
        state={state}
        empty={{ title: 'No bulk actions yet' }}
      />
    </>
  );
}
