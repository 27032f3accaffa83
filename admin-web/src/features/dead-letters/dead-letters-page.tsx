import type { DeadLetterReason } from '@luit/contracts/operations/dead-letters';
import { Badge } from '@luit/ui/badge';
import type { Column } from '@luit/ui/table';
import { MailX } from 'lucide-react';
import { PagedTable } from '../../components/paged-table';
import { PageHeader } from '../../components/page-header';
import { RefreshButton } from '../../components/refresh-button';
import { Filter, TableToolbar } from '../../components/table-toolbar';
import { Timestamp } from '../../components/timestamp';
import { usePage } from '../../components/use-page';
import { useTableState } from '../../components/use-table-state';
import { sentenceCase } from '../../lib/format';
import { LIST_FILTERS } from '../../lib/list-filters';
import { DeadLetterActions } from './dead-letter-actions';
import { type DeadLetterRow, DEAD_LETTERS_PATH } from './dead-letter-row';

const SERVICES = ['auth', 'billing', 'generation'].map((value) => ({ value, label: sentenceCase(value) }));
const LIMIT = 100;

const REASONS: Record<DeadLetterReason, string> = {
  undeclared: 'Unknown to this release',
  invalid: 'Invalid',
  too_large: 'Too large',
  failed: 'Handler failed',
  unacknowledged: 'Not acknowledged',
};

const COLUMNS: Column<DeadLetterRow>[] = [
  {
    key: 'reason',
    header: 'Reason',
    className: 'align-top',
    cell: ({ reason, replayedAt }) => (
      <Badge tone={replayedAt ? 'accent' : 'danger'}>{replayedAt ? 'Replaying' : REASONS[reason]}</Badge>
    ),
  },
  {
    key: 'message',
    header: 'Message',
    onPhones: 'title',
    className: 'min-w-56 py-2.5 align-top',
    cell: ({ service, kind, name, error, preview, attempts }) => (
      <>
        <p className="text-label text-muted eyebrow">
          {sentenceCase(service)} · {kind}
        </p>
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="max-w-prose wrap-anywhere">{error}</p>
        <p className="max-w-prose wrap-anywhere text-label text-muted">{preview}</p>
        <p className="text-label text-muted">{attempts === 1 ? '1 attempt' : `${attempts} attempts`}</p>
      </>
    ),
  },
  {
    key: 'set-aside',
    header: 'Set aside',
    className: 'align-top',
    cell: ({ setAsideAt, firstSeenAt }) => (
      <>
        <Timestamp at={setAsideAt} canWrap />
        <p className="text-label text-muted">
          First seen <Timestamp at={firstSeenAt} canWrap />
        </p>
      </>
    ),
  },
  { key: 'actions', header: 'Action', className: 'align-top', cell: (row) => <DeadLetterActions letter={row} /> },
];

/** Messages between services that could not be published or handled. */
export default function DeadLettersPage() {
  const state = useTableState({ filters: LIST_FILTERS['dead-letters'], limit: LIMIT });
  const query = usePage<DeadLetterRow>(DEAD_LETTERS_PATH, state);
  return (
    <>
      <PageHeader
        title="Dead letters"
        description="Messages that a service could not publish or handle. They do not block other messages, and Luit deletes them after 30 days."
      >
        <RefreshButton query={query} />
      </PageHeader>
      <TableToolbar>
        <Filter state={state} name="service" label="Service" options={SERVICES} />
      </TableToolbar>
      <PagedTable
        caption="Dead letters"
        columns={COLUMNS}
        rowKey={(row) => row.id}
        query={query}
        state={state}
        empty={{ title: 'No dead letters', icon: <MailX className="size-6" /> }}
      />
    </>
  );
}
