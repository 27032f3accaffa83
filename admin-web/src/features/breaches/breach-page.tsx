import type { BreachDetails } from '@luit/contracts/auth/breaches';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { BackLink } from '../../components/back-link';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { RefreshButton } from '../../components/refresh-button';
import { DescriptionList, Section } from '../../components/section';
import { formatTime, sentenceCase } from '../../lib/format';
import { useServices } from '../../lib/services';
import { BreachActions } from './breach-actions';
import { BreachAccounts } from './breach-accounts';
import { BreachMailings } from './breach-mailings';
import { BreachNotice } from './breach-notice';
import { breachQuery } from './breaches-query';
import { NoticeClock } from './notice-clock';

/** A breach: its clocks, the affected accounts, the notices, and the proof of what was done. */
export default function BreachPage() {
  const { id = '' } = useParams();
  const { client } = useServices();
  const query = useQuery(breachQuery(client, id));
  return (
    <>
      <PageHeader title={query.data?.title ?? 'Breach'} back={<BackLink to="/breaches">Breaches</BackLink>}>
        <RefreshButton query={query} />
      </PageHeader>
      <QueryPanel query={query} loading="Loading the breach">
        {(breach) => (
          <div className="grid max-w-4xl gap-5">
            <Facts breach={breach} />
            <BreachAccounts breach={breach} />
            {breach.notices.map((notice) => (
              <BreachNotice key={notice.kind} breach={breach} notice={notice} />
            ))}
            <BreachMailings breach={breach} />
            <Section title="What was done">
              <ul className="divide-y divide-line">
                {breach.events.map(({ at, what, by, text }, index) => (
                  <li key={index} className="px-4 py-3 text-sm">
                    <p className="text-muted wrap-anywhere">
                      {formatTime(at)}: {sentenceCase(what)} by {by}
                    </p>
                    <p dir="auto" className="break-words whitespace-pre-wrap">
                      {text}
                    </p>
                  </li>
                ))}
              </ul>
            </Section>
          </div>
        )}
      </QueryPanel>
    </>
  );
}

function Facts({ breach }: { breach: BreachDetails }) {
  const { noticedAt, noticedBy, recordedAt, recordedBy, description, closedAt } = breach;
  const isClosed = closedAt !== null;
  return (
    <Section title={isClosed ? 'Closed' : 'Open'} action={!isClosed && <BreachActions breach={breach} />}>
      <DescriptionList
        items={[
          [
            'CERT-In (6 hours)',
            <NoticeClock
              key="cert-in"
              {...{ noticedAt, isClosed, dueAt: breach.certInDueAt, notifiedAt: breach.certInNotifiedAt }}
            />,
          ],
          [
            'Board (72 hours)',
            <NoticeClock
              key="board"
              {...{ noticedAt, isClosed, dueAt: breach.boardDueAt, notifiedAt: breach.boardNotifiedAt }}
            />,
          ],
          [
            'Affected users',
            breach.usersNotifiedAt ? `Informed ${formatTime(breach.usersNotifiedAt)}` : 'Not informed yet',
          ],
          ['Noticed', `${formatTime(noticedAt)} by ${noticedBy}`],
          ['Recorded', `${formatTime(recordedAt)} by ${recordedBy}`],
          [
            'What happened',
            <span key="text" dir="auto" className="whitespace-pre-wrap">
              {description}
            </span>,
          ],
        ]}
      />
    </Section>
  );
}
