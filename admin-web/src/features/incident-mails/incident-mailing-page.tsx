import type { IncidentRecipient } from '@luit/contracts/auth/incident-mails';
import { Badge } from '@luit/ui/badge';
import { Progress } from '@luit/ui/progress';
import type { Column } from '@luit/ui/table';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { BackLink } from '../../components/back-link';
import { PageHeader } from '../../components/page-header';
import { PagedTable } from '../../components/paged-table';
import { DescriptionList, Section } from '../../components/section';
import { Filter, TableToolbar } from '../../components/table-toolbar';
import { TextLink } from '../../components/text-link';
import { Timestamp } from '../../components/timestamp';
import { useTableState } from '../../components/use-table-state';
import { formatNumber } from '../../lib/format';
import { useServices } from '../../lib/services';
import {
  counted,
  INCIDENT_MAILS_PATH,
  leftOf,
  type MailingRow,
  progressText,
  PROGRESS_POLL_MS,
  RECIPIENT_STATES,
  type RecipientPage,
} from './incident-mailings';

const FILTERS = ['state'] as const;
const STATES = Object.entries(RECIPIENT_STATES).map(([value, { label }]) => ({ value, label }));

const COLUMNS: Column<IncidentRecipient>[] = [
  {
    key: 'user',
    header: 'Recipient',
    onPhones: 'title',
    className: 'min-w-40 break-words',
    cell: ({ userId, name }) =>
      userId ? <TextLink to={`/users/${userId}`}>{name || 'Deleted user'}</TextLink> : 'Guest',
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <Badge tone={RECIPIENT_STATES[state].tone}>{RECIPIENT_STATES[state].label}</Badge>,
  },
  { key: 'error', header: 'Last error', onPhones: 'block', cell: ({ error }) => error },
  { key: 'jobs', header: 'Jobs', align: 'end', cell: ({ jobs }) => formatNumber(jobs) },
  { key: 'credits', header: 'Credits', align: 'end', cell: ({ credits }) => formatNumber(credits) },
  { key: 'at', header: 'Sent', cell: ({ sent_at }) => (sent_at ? <Timestamp at={sent_at} /> : 'Not yet') },
];

/** Emails about an incident: their progress, and the state of each recipient. */
export default function IncidentMailingPage() {
  const { id = '' } = useParams();
  const { client } = useServices();
  const state = useTableState({ filters: FILTERS });
  const query = useQuery({
    queryKey: [INCIDENT_MAILS_PATH, id, state.search],
    queryFn: ({ signal }) =>
      client.get<RecipientPage>(`${INCIDENT_MAILS_PATH}/${encodeURIComponent(id)}?${state.search}`, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && leftOf(data.mailing) === 0 ? false : PROGRESS_POLL_MS),
  });
  const mailing = query.data?.mailing;
  return (
    <>
      <PageHeader
        title={mailing?.subject ?? 'Incident emails'}
        back={<BackLink to="/incident-mails">Incident emails</BackLink>}
      />
      {mailing && <Summary mailing={mailing} />}
      <TableToolbar>
        <Filter state={state} name="state" label="State" options={STATES} />
      </TableToolbar>
      <PagedTable
        caption="Recipients"
        columns={COLUMNS}
        rowKey={(recipient) => recipient.id}
        query={query}
        state={state}
        empty={{ title: 'No matching recipients' }}
      />
    </>
  );
}

function Summary({ mailing }: { mailing: MailingRow }) {
  const { recipients, guests, jobs, credits, returnedCredits, unreachableJobs, selection, reason, text } = mailing;
  const left = leftOf(mailing);
  return (
    <div className="mb-4">
      <Section title="Progress">
        <div className="grid gap-2 px-4 pt-3">
          <p role="status" className="font-semibold tabular-nums">
            {progressText(mailing)}
          </p>
          {left > 0 && <Progress value={((recipients - left) / recipients) * 100} label="Progress of the emails" />}
          {left > 0 && <p className="text-sm text-muted">Sending continues if you close this page.</p>}
        </div>
        <DescriptionList
          items={[
            ['Selection', selection],
            ['Recipients', `${counted(recipients, 'recipient')}, ${counted(guests, 'guest')} among them`],
            [
              'Jobs',
              `${counted(jobs, 'job')} for ${counted(credits, 'credit')}, ${formatNumber(returnedCredits)} returned at the time of the preview`,
            ],
            ['Jobs without a recipient', formatNumber(unreachableJobs)],
            ['Reason', reason],
            ['Operator', mailing.admin_email || 'Deleted operator'],
            ['Queued', <Timestamp key="queued" at={mailing.queued_at} />],
            [
              'Text',
              <span key="text" className="whitespace-pre-wrap">
                {text}
              </span>,
            ],
          ]}
        />
      </Section>
    </div>
  );
}
