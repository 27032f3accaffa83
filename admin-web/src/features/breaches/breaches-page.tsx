import type { Breach } from '@luit/contracts/auth/breaches';
import { Badge } from '@luit/ui/badge';
import { buttonClass } from '@luit/ui/button';
import type { Column } from '@luit/ui/table';
import { Siren } from 'lucide-react';
import { Link } from 'react-router-dom';
import { IfPermitted } from '../../components/if-permitted';
import { PageHeader } from '../../components/page-header';
import { PagedTable } from '../../components/paged-table';
import { TextLink } from '../../components/text-link';
import { Timestamp } from '../../components/timestamp';
import { usePage } from '../../components/use-page';
import { useTableState } from '../../components/use-table-state';
import { formatNumber } from '../../lib/format';
import { BREACHES_PATH } from './breaches-query';
import { NoticeClock } from './notice-clock';

const COLUMNS: Column<Breach>[] = [
  {
    key: 'title',
    header: 'Breach',
    onPhones: 'title',
    className: 'min-w-44 wrap-anywhere',
    cell: ({ id, title }) => <TextLink to={`/breaches/${id}`}>{title}</TextLink>,
  },
  {
    key: 'state',
    header: 'Status',
    cell: ({ closedAt }) => <Badge tone={closedAt ? 'success' : 'accent'}>{closedAt ? 'Closed' : 'Open'}</Badge>,
  },
  {
    key: 'cert-in',
    header: 'CERT-In',
    cell: ({ noticedAt, certInDueAt, certInNotifiedAt, closedAt }) => (
      <NoticeClock
        noticedAt={noticedAt}
        dueAt={certInDueAt}
        notifiedAt={certInNotifiedAt}
        isClosed={closedAt !== null}
      />
    ),
  },
  {
    key: 'board',
    header: 'Board',
    cell: ({ noticedAt, boardDueAt, boardNotifiedAt, closedAt }) => (
      <NoticeClock noticedAt={noticedAt} dueAt={boardDueAt} notifiedAt={boardNotifiedAt} isClosed={closedAt !== null} />
    ),
  },
  { key: 'accounts', header: 'Accounts', align: 'end', cell: ({ accounts }) => formatNumber(accounts) },
  { key: 'noticed', header: 'Noticed', cell: ({ noticedAt }) => <Timestamp at={noticedAt} canWrap /> },
];

/** Breaches of personal data, latest first. */
export default function BreachesPage() {
  const state = useTableState();
  const query = usePage<Breach>(BREACHES_PATH, state);
  return (
    <>
      <PageHeader
        title="Breaches"
        description="Breaches of personal data. CERT-In must be informed within 6 hours, the Data Protection Board within 72 hours."
      >
        <IfPermitted permission="breaches.change">
          <Link to="/breaches/new" className={buttonClass('primary', 'sm')}>
            Record a breach
          </Link>
        </IfPermitted>
      </PageHeader>
      <PagedTable
        caption="Breaches"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        query={query}
        state={state}
        empty={{ title: 'No breaches recorded', icon: <Siren className="size-6" /> }}
      />
    </>
  );
}
