import type { AdminUserRow } from '@luit/contracts/http/admin-users';
import { Users } from 'lucide-react';
import { IfPermitted } from '../../components/if-permitted';
import { DownloadButton } from '../../components/download-button';
import { PageHeader } from '../../components/page-header';
import { PagedTable } from '../../components/paged-table';
import { RefreshButton } from '../../components/refresh-button';
import { Filter, SearchBox, TableToolbar } from '../../components/table-toolbar';
import { USER_STATUS_LABELS } from '../../components/status-badge';
import { usePage } from '../../components/use-page';
import { useTableState } from '../../components/use-table-state';
import { LIST_FILTERS } from '../../lib/list-filters';
import { USER_COLUMNS } from './user-columns';

const STATUSES = Object.entries(USER_STATUS_LABELS).map(([value, label]) => ({ value, label }));

export default function UsersPage() {
  const state = useTableState({ sort: '-created_at', filters: LIST_FILTERS.users });
  const query = usePage<AdminUserRow>('/api/admin/users', state);
  const exported = new URLSearchParams(state.search);
  ['limit', 'cursor'].forEach((name) => exported.delete(name));
  return (
    <>
      <PageHeader title="Users" description="All accounts and their available credits.">
        <IfPermitted permission="users.export">
          <DownloadButton path={`/api/admin/users/export.csv?${exported}`} name="users.csv" />
        </IfPermitted>
        <RefreshButton query={query} />
      </PageHeader>
      <TableToolbar>
        <SearchBox state={state} label="Search by email" />
        <Filter state={state} name="status" label="Status" options={STATUSES} />
      </TableToolbar>
      <PagedTable
        caption="Users"
        columns={USER_COLUMNS}
        rowKey={(user) => user.id}
        query={query}
        state={state}
        empty={{
          title: state.q || state.filter('status') ? 'No matching users' : 'No users yet',
          icon: <Users className="size-6" />,
        }}
      />
    </>
  );
}
