import type { ContactMessageRow } from '@luit/contracts/http/contact-messages';
import { Badge } from '@luit/ui/badge';
import type { Column } from '@luit/ui/table';
import { Mail } from 'lucide-react';
import { IfPermitted } from '../../components/if-permitted';
import { PagedTable } from '../../components/paged-table';
import { PageHeader } from '../../components/page-header';
import { RefreshButton } from '../../components/refresh-button';
import { Filter, TableToolbar } from '../../components/table-toolbar';
import { usePage } from '../../components/use-page';
import { useTableState } from '../../components/use-table-state';
import { Timestamp } from '../../components/timestamp';
import { sentenceCase } from '../../lib/format';
import { LIST_FILTERS } from '../../lib/list-filters';
import { mailLinkTo } from './mail-link';
import { AnsweredToggle } from './answered-toggle';
import { MESSAGES_PATH } from './open-messages';

const STATUSES = [
  { value: 'open', label: 'Open' },
  { value: 'answered', label: 'Answered' },
];

const COLUMNS: Column<ContactMessageRow>[] = [
  {
    key: 'state',
    header: 'Status',
    isWideOnly: true,
    className: 'align-top',
    cell: ({ answered_at }) => (
      <Badge tone={answered_at ? 'success' : 'accent'}>{answered_at ? 'Answered' : 'Open'}</Badge>
    ),
  },
  {
    key: 'from',
    header: 'From',
    onPhones: 'title',
    className: 'max-w-40 min-w-32 align-top lg:max-w-56',
    cell: (row) => (
      <>
        <p className="font-medium break-words">{row.name}</p>
        <a
          href={mailLinkTo(row)}
          title={row.email}
          className="block truncate underline decoration-edge underline-offset-4 hover:decoration-ink"
        >
          {row.email}
        </a>
      </>
    ),
  },
  {
    key: 'message',
    header: 'Message',
    onPhones: 'block',
    className: 'min-w-52 py-2.5 align-top lg:min-w-72',
    cell: ({ subject, message, is_urgent }) => (
      <>
        <p className="flex items-center gap-2">
          {is_urgent && <Badge tone="danger">Urgent</Badge>}
          <span className="text-label text-muted eyebrow">{sentenceCase(subject)}</span>
        </p>
        <p className="max-w-prose wrap-anywhere whitespace-pre-wrap" dir="auto">
          {message}
        </p>
      </>
    ),
  },
  {
    key: 'received',
    header: 'Received',
    className: 'align-top',
    cell: ({ created_at, answered_at, answered_by }) => (
      <>
        <Timestamp at={created_at} canWrap />
        {answered_at && (
          <p className="text-label text-muted">
            <span>
              Answered <Timestamp at={answered_at} canWrap />
            </span>
            {answered_by && <span>{` by ${answered_by}`}</span>}
          </p>
        )}
      </>
    ),
  },
  {
    key: 'answered',
    header: 'Action',
    className: 'align-top',
    cell: (row) => (
      <IfPermitted permission="messages.answer">
        <AnsweredToggle message={row} />
      </IfPermitted>
    ),
  },
];

/** Messages sent through the contact page. */
export default function MessagesPage() {
  const state = useTableState({ filters: LIST_FILTERS.messages });
  const query = usePage<ContactMessageRow>(MESSAGES_PATH, state);
  return (
    <>
      <PageHeader
        title="Messages"
        description="Messages from the contact page, newest first. Select an email address to reply."
      >
        <RefreshButton query={query} />
      </PageHeader>
      <TableToolbar>
        <Filter state={state} name="status" label="Status" options={STATUSES} />
      </TableToolbar>
      <PagedTable
        caption="Messages"
        columns={COLUMNS}
        rowKey={(row) => row.id}
        query={query}
        state={state}
        empty={{ title: 'No messages', icon: <Mail className="size-6" /> }}
      />
    </>
  );
}
