import type { Alert } from '@luit/contracts/alerts/alerts';
import { OPERATOR_LISTS } from '@luit/contracts/auth/operator-lists';
import { Badge } from '@luit/ui/badge';
import type { Column } from '@luit/ui/table';
import { BellRing } from 'lucide-react';
import { PagedTable } from '../../components/paged-table';
import { PageHeader } from '../../components/page-header';
import { Filter, TableToolbar } from '../../components/table-toolbar';
import { usePage } from '../../components/use-page';
import { useTableState } from '../../components/use-table-state';
import { TextLink } from '../../components/text-link';
import { Timestamp } from '../../components/timestamp';
import { sentenceCase } from '../../lib/format';
import { LiveBadge } from '../jobs/live-badge';
import { POLL_MS } from '../jobs/jobs-queries';
import { useLiveOperations } from '../jobs/use-live-operations';
import { SavedViews } from '../saved-views/saved-views';
import { KIND_LABELS, alertLink, alertLinkLabel } from './alert-links';
import { AlertButtons, AlertState } from './alert-marks';
import { runbookPath } from './runbooks';

const { filters: FILTERS } = OPERATOR_LISTS.alerts;
const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
];

const COLUMNS: Column<Alert>[] = [
  {
    key: 'state',
    header: 'Status',
    cell: ({ closedAt, severity, muted }) => (
      <Badge tone={closedAt || muted ? 'neutral' : severity === 'critical' ? 'danger' : 'accent'}>
        {closedAt ? 'Closed' : muted ? 'Muted' : sentenceCase(severity)}
      </Badge>
    ),
  },
  {
    key: 'alert',
    header: 'Alert',
    onPhones: 'title',
    className: 'min-w-72 py-2.5 wrap-anywhere',
    cell: (alert) => (
      <>
        <p className="text-label text-muted eyebrow">{KIND_LABELS[alert.kind]}</p>
        <p className="font-medium">{alert.summary}</p>
        {!alert.closedAt && <p className="text-muted">{alert.action}</p>}
        <AlertState alert={alert} />
        <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
          <AlertButtons alert={alert} />
        </div>
      </>
    ),
  },
  { key: 'opened', header: 'Opened', cell: ({ openedAt }) => <Timestamp at={openedAt} canWrap /> },
  {
    key: 'closed',
    header: 'Closed',
    cell: ({ closedAt }) => (closedAt ? <Timestamp at={closedAt} canWrap /> : 'Still open'),
  },
  {
    key: 'link',
    header: 'Related',
    className: 'whitespace-nowrap',
    cell: (alert) => (
      <span className="grid justify-items-start gap-1">
        {!alert.closedAt && alertLink(alert) !== '/alerts' && (
          <TextLink to={alertLink(alert)}>{alertLinkLabel(alert)}</TextLink>
        )}
        <TextLink to={runbookPath(alert.kind)}>Runbook</TextLink>
      </span>
    ),
  },
];

/** Open and closed alerts. Luit closes an alert once its cause is resolved. */
export default function AlertsPage() {
  const isLive = useLiveOperations();
  const state = useTableState({ filters: FILTERS });
  const query = usePage<Alert>('/api/admin/alerts', state, isLive ? undefined : POLL_MS);
  return (
    <>
      <PageHeader
        title="Alerts"
        description="Operators with the role owner or operations get one email when an alert opens. An alert closes automatically once its cause is resolved."
      >
        <LiveBadge isLive={isLive} />
      </PageHeader>
      <TableToolbar>
        <Filter state={state} name="state" label="Status" options={STATES} />
        <SavedViews list="alerts" choices={{ state: STATES }} />
      </TableToolbar>
      <PagedTable
        caption="Alerts"
        columns={COLUMNS}
        rowKey={(alert) => alert.id}
        query={query}
        state={state}
        empty={{ title: 'No alerts', icon: <BellRing className="size-6" /> }}
      />
    </>
  );
}
