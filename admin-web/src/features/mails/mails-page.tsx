import type { ListedMail } from '@luit/contracts/auth/mails';
import type { Column } from '@luit/ui/table';
import { Send } from 'lucide-react';
import { Identifier } from '../../components/identifier';
import { IfPermitted } from '../../components/if-permitted';
import { PageHeader } from '../../components/page-header';
import { PagedTable } from '../../components/paged-table';
import { RefreshButton } from '../../components/refresh-button';
import { Filter, SearchBox, TableToolbar } from '../../components/table-toolbar';
import { TextLink } from '../../components/text-link';
import { Timestamp } from '../../components/timestamp';
import { usePage } from '../../components/use-page';
import { useTableState } from '../../components/use-table-state';
import { formatNumber } from '../../lib/format';
import { LIST_FILTERS } from '../../lib/list-filters';
import { PeriodFilter } from '../../components/period-filter';
import { KIND_LABELS, MailStateBadge, STATES } from './mail-labels';

const STATE_OPTIONS = Object.entries(STATES).map(([value, { label }]) => ({ value, label }));
const KIND_OPTIONS = Object.entries(KIND_LABELS).map(([value, label]) => ({ value, label }));

const COLUMNS: Column<ListedMail>[] = [
  { key: 'queued', header: 'Queued', cell: ({ createdAt }) => <Timestamp at={createdAt} canWrap /> },
  { key: 'state', header: 'State', cell: ({ state }) => <MailStateBadge state={state} /> },
  {
    key: 'subject',
    header: 'Email',
    onPhones: 'title',
    className: 'min-w-44',
    cell: ({ id, subject, kind }) => (
      <>
        <TextLink to={`/mails/${id}`}>{subject || KIND_LABELS[kind]}</TextLink>
        <p className="text-label text-muted">{KIND_LABELS[kind]}</p>
      </>
    ),
  },
  {
    key: 'to',
    header: 'To',
    className: 'min-w-40 max-w-40 xl:min-w-56 xl:max-w-64',
    cell: ({ to, userId }) => <Identifier to={userId && `/users/${userId}`}>{to}</Identifier>,
  },
  {
    key: 'attempts',
    header: 'Attempts',
    align: 'end',
    className: 'max-w-80',
    cell: ({ attempts, lastError }) => (
      <>
        <span>{formatNumber(attempts)}</span>
        {lastError && <p className="text-left text-label wrap-anywhere text-danger">{lastError}</p>}
      </>
    ),
  },
];

/** Every mail to users, guests and operators, and whether it was delivered. */
export default function MailsPage() {
  const state = useTableState({ filters: LIST_FILTERS.mails });
  const query = usePage<ListedMail>('/api/admin/mails', state);
  return (
    <>
      <PageHeader
        title="Emails"
        description="Emails that Luit has sent or still has to send. Emails to guests and operators are deleted once they are sent."
      >
        <IfPermitted permission="incident_mails.read">
          <TextLink to="/incident-mails">Incident emails</TextLink>
        </IfPermitted>
        <RefreshButton query={query} />
      </PageHeader>
      <TableToolbar>
        <SearchBox state={state} label="Search by address or ID" />
        <Filter state={state} name="state" label="State" options={STATE_OPTIONS} />
        <Filter state={state} name="kind" label="Kind" options={KIND_OPTIONS} />
        <PeriodFilter state={state} label="Queued" />
      </TableToolbar>
      <PagedTable
        caption="Emails"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        query={query}
        state={state}
        empty={{ title: 'No emails', icon: <Send className="size-6" /> }}
      />
    </>
  );
}
