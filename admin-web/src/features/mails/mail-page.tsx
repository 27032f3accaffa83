import type { MailDetails } from '@luit/contracts/auth/mails';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { BackLink } from '../../components/back-link';
import { PageHeader } from '../../components/page-header';
import { Preformatted } from '../../components/preformatted';
import { QueryPanel } from '../../components/query-panel';
import { DescriptionList, EmptyMessage, Section } from '../../components/section';
import { TextLink } from '../../components/text-link';
import { Timestamp } from '../../components/timestamp';
import { formatNumber } from '../../lib/format';
import { useServices } from '../../lib/services';
import { KIND_LABELS, MailStateBadge } from './mail-labels';
import { MailResend } from './mail-resend';

/** How often a mail that is on its way is read again, milliseconds. */
const UNSENT_POLL_MS = 5_000;

/** One mail with its text, without the secrets of its links. */
export default function MailPage() {
  const { id = '' } = useParams();
  const { client } = useServices();
  const query = useQuery({
    queryKey: ['mail', id],
    queryFn: ({ signal }) => client.get<MailDetails>(`/api/admin/mails/${encodeURIComponent(id)}`, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'waiting' || data?.state === 'failing' ? UNSENT_POLL_MS : false,
  });
  const { data } = query;
  return (
    <>
      <PageHeader title={data?.subject || 'Email'} back={<BackLink to="/mails">Emails</BackLink>}>
        {data?.canResend && <MailResend mail={data} />}
      </PageHeader>
      <QueryPanel query={query} loading="Loading email">
        {(mail) => (
          <div className="grid gap-5 xl:grid-cols-2">
            <Section title="Details">
              <DescriptionList items={itemsOf(mail)} />
            </Section>
            <Section title="Text">
              {mail.text ? (
                <Preformatted
                  label="Text of the email"
                  overflow="break-words"
                  note="Links work only in the email itself: their secrets are neither stored nor shown here."
                >
                  {mail.text}
                </Preformatted>
              ) : (
                <EmptyMessage>Luit has deleted the data that this email was about</EmptyMessage>
              )}
            </Section>
          </div>
        )}
      </QueryPanel>
    </>
  );
}

function itemsOf(mail: MailDetails): [string, ReactNode][] {
  return [
    ['State', <MailStateBadge key="state" state={mail.state} />],
    ['Kind', KIND_LABELS[mail.kind]],
    [
      'To',
      mail.userId ? (
        <TextLink key="to" to={`/users/${mail.userId}`}>
          {mail.to}
        </TextLink>
      ) : (
        mail.to
      ),
    ],
    ['Queued', <Timestamp key="queued" at={mail.createdAt} />],
    ['Attempts', formatNumber(mail.attempts)],
    ['Last attempt', <Timestamp key="attempt" at={mail.lastAttemptAt} />],
    ['Last error', mail.lastError ?? 'None'],
    ['Sent', mail.sentAt ? <Timestamp key="sent" at={mail.sentAt} /> : 'Not yet'],
    ['Sent again by operators', formatNumber(mail.resends)],
    ['ID', mail.id],
  ];
}
