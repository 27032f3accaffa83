import { Badge } from '@luit/ui/badge';
import { buttonClass } from '@luit/ui/button';
import type { Column } from '@luit/ui/table';
import { Link } from 'react-router-dom';
import { Identifier } from '../../components/identifier';
import { IfPermitted } from '../../components/if-permitted';
import { BackLink } from '../../components/back-link';
import { PageHeader } from '../../components/page-header';
import { PagedTable } from '../../components/paged-table';
import { TextLink } from '../../components/text-link';
import { Timestamp } from '../../components/timestamp';
import { usePage } from '../../components/use-page';
import { useTableState } from '../../components/use-table-state';
import { INCIDENT_MAILS_PATH, leftOf, type MailingRow, progressText, PROGRESS_POLL_MS } from './incident-mailings';

const COLUMNS: Column<MailingRow>[] = [
  {
    key: 'subject',
    header: 'Email',
    onPhones: 'title',
    className: 'min-w-60',
    cell: ({ id, subject, selection }) => (
      <>
        <TextLink to={`/incident-mails/${id}`}>{subject}</TextLink>
        <p className="text-label text-muted">{selection}</p>
      </>
    ),
  },
  {
    key: 'state',
    header: 'Status',
    cell: (row) => (
      <Badge tone={leftOf(row) > 0 ? 'info' : 'success'}>{leftOf(row) > 0 ? 'Sending' : 'Finished'}</Badge>
    ),
  },
  { key: 'progress', header: 'Result', className: 'min-w-32', onPhones: 'block', cell: progressText },
  {
    key: 'operator',
    header: 'Operator',
    className: 'max-w-36 lg:max-w-56',
    cell: ({ admin_email }) => <Identifier>{admin_email || 'Deleted operator'}</Identifier>,
  },
  { key: 'at', header: 'Queued', cell: ({ queued_at }) => <Timestamp at={queued_at} canWrap /> },
];

/** Emails to users about incidents, newest first. */
export default function IncidentMailsPage() {
  const state = useTableState();
  const query = usePage<MailingRow>(INCIDENT_MAILS_PATH, state, PROGRESS_POLL_MS * 5);
  return (
    <>
      <PageHeader
        title="Incident emails"
        description="Emails that operators sent to users whose jobs were affected by an incident."
        back={<BackLink to="/mails">Emails</BackLink>}
      >
        <IfPermitted permission="incident_mails.send">
          <Link to="/incident-mails/new" className={buttonClass('primary', 'sm')}>
            Email affected users
          </Link>
        </IfPermitted>
      </PageHeader>
      <PagedTable
        caption="Incident emails"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        query={query}
        state={state}
        empty={{ title: 'No incident emails yet' }}
      />
    </>
  );
}
