import type { CallbackDetails } from '@luit/contracts/operations/provider-callbacks';
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
import { useServices } from '../../lib/services';
import { stateLabel } from '../jobs/job-format';
import { CallbackReplay } from './callback-replay';
import { CallbackStateBadge } from './callback-state';

const WAITING_POLL_MS = 5_000;

/** One callback with its body, of which only ids, states and times are shown. */
export default function CallbackPage() {
  const { id = '' } = useParams();
  const { client } = useServices();
  const query = useQuery({
    queryKey: ['callback', id],
    queryFn: ({ signal }) => client.get<CallbackDetails>(`/api/admin/callbacks/${encodeURIComponent(id)}`, signal),
    refetchInterval: ({ state: { data } }) => (data?.state === 'waiting' ? WAITING_POLL_MS : false),
  });
  const { data } = query;
  return (
    <>
      <PageHeader
        title={data ? `Callback of ${data.provider}` : 'Callback'}
        back={<BackLink to="/callbacks">Provider callbacks</BackLink>}
      >
        {data?.canReplay && <CallbackReplay callback={data} />}
      </PageHeader>
      <QueryPanel query={query} loading="Loading callback">
        {(callback) => (
          <div className="grid gap-5 xl:grid-cols-2">
            <Section title="Details">
              <DescriptionList items={itemsOf(callback)} />
            </Section>
            <Section title="Body">
              {callback.body ? (
                <Preformatted
                  label="Body as JSON"
                  overflow="break-all"
                  note="Prompts, links, outputs, and all fields that Luit does not recognize are masked."
                >
                  {callback.body}
                </Preformatted>
              ) : (
                <EmptyMessage>The body is not JSON, so it is not shown</EmptyMessage>
              )}
            </Section>
          </div>
        )}
      </QueryPanel>
    </>
  );
}

function itemsOf(callback: CallbackDetails): [string, ReactNode][] {
  const { state, jobId, jobState, taskId, eventId, headers, receivedAt, readAt, replayedAt, id } = callback;
  return [
    ['State', <CallbackStateBadge key="state" state={state} />],
    [
      'Job',
      <TextLink key="job" to={`/jobs/${jobId}`}>
        {stateLabel(jobState)}
      </TextLink>,
    ],
    ['Task', taskId ?? 'Not named'],
    ['Event', eventId],
    ['Headers', headers.join(', ') || 'None'],
    ['Received', <Timestamp key="received" at={receivedAt} />],
    ['Read', <Timestamp key="read" at={readAt} />],
    ['Replayed', <Timestamp key="replayed" at={replayedAt} />],
    ['ID', id],
  ];
}
