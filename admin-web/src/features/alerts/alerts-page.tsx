import type { Alert } from '@luit/contracts/alerts/alerts';
import type { Column } from '@luit/ui/table';
import { BellRing } from 'lucide-react';
import { PagedTable } from '../../components/paged-table';
import { PageHeader } from '../../components/page-header';
import { Filter, TableToolbar } from '../../components/table-toolbar';
import { usePage } from '../../components/use-page';
import { useTableState } from '../../components/use-table-state';
import { Timestamp } from '../../components/timestamp';
import { LIST_FILTERS } from '../../lib/list-filters';
import { LiveBadge } from '../../components/live-badge';
import { LIVE_POLL_MS, POLL_MS } from '../live-operations/jobs-queries';
import { useLiveOperations } from '../live-operations/use-live-operations';
import { AlertEntry } from './alert-entry';
import { effectsBelow } from './by-urgency';

const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
];

const COLUMNS: Column<Alert>[] = [
  {
    key: 'alert',
    header: 'Alert',
    onPhones: 'title',
    className: 'min-w-72 py-3.5',
    cell: (alert) => <AlertEntry alert={alert} />,
  },
  { key: 'opened', header: 'Opened', cell: ({ openedAt }) => <Timestamp at={openedAt} canWrap /> },
  {
    key: 'closed',
    header: 'Closed',
    cell: ({ closedAt }) => (closedAt ? <Timestamp at={closedAt} canWrap /> : 'Still open'),
  },
];

/** Open and closed alerts. Luit closes an alert once its cause is resolved. */
export default function AlertsPage() {
  const isLive = useLiveOperations();
  const state = useTableState({ filters: LIST_FILTERS.alerts });
  const query = usePage<Alert>('/api/admin/alerts', state, isLive ? LIVE_POLL_MS : POLL_MS);
  return (
    <>
      <PageHeader
        title="Alerts"
        description="Operators with the role owner or operations get one email when an alert opens and one when it closes, which happens automatically once its cause is resolved. The effects of a missing service are listed under it and email no one."
      >
        <LiveBadge isLive={isLive} queries={[query]} />
      </PageHeader>
      <TableToolbar>
        <Filter state={state} name="state" label="Status" options={STATES} />
      </TableToolbar>
      <PagedTable
        caption="Alerts"
        columns={COLUMNS}
        rowKey={(alert) => alert.id}
        arrange={effectsBelow}
        query={query}
        state={state}
        empty={{ title: 'No alerts', icon: <BellRing className="size-6" /> }}
      />
    </>
  );
}
