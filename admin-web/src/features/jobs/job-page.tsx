import { Badge } from '@luit/ui/badge';
import { Card } from '@luit/ui/card';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { BackLink } from '../../components/back-link';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { useServices } from '../../lib/services';
import { JobActions } from './job-actions';
import { JobSummary } from './job-summary';
import { STATUS_TONES, jobTitle, stateLabel } from './job-format';
import { JobMoney } from './job-money';
import { JobTimeline } from './job-timeline';
import { jobQuery, type JobView } from '../live-operations/jobs-queries';
import { LiveBadge } from '../../components/live-badge';
import { Takedowns } from './takedowns';
import { UnconfirmedNotice } from './unconfirmed-notice';
import { useLiveOperations } from '../live-operations/use-live-operations';

const MAX_TITLE = 90;

/** One job with its timeline, credits and details. */
export default function JobPage() {
  const { id = '' } = useParams();
  const { client } = useServices();
  const isLive = useLiveOperations();
  const query = useQuery(jobQuery(client, id, isLive));
  const { data } = query;
  return (
    <>
      <PageHeader
        title={data ? shortened(jobTitle(data.job)) : 'Job'}
        description={data && <JobState view={data} badge={<LiveBadge isLive={isLive} queries={[query]} />} />}
        back={<BackLink to="/jobs">Jobs</BackLink>}
      >
        {data && <JobActions view={data} />}
      </PageHeader>
      <QueryPanel query={query} loading="Loading job">
        {(view) => (
          <>
            <UnconfirmedNotice view={view} />
            <div className="grid gap-4 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
              <Card className="min-w-0 p-5">
                <h2 className="mb-3 text-label text-muted eyebrow">Timeline</h2>
                <JobTimeline view={view} />
              </Card>
              <div className="grid min-w-0 content-start gap-4">
                <JobMoney view={view} />
                <JobSummary view={view} />
                <Takedowns view={view} />
              </div>
            </div>
          </>
        )}
      </QueryPanel>
    </>
  );
}

function JobState({ view: { job }, badge }: { view: JobView; badge: ReactNode }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone={job.state === 'unknown' ? 'danger' : STATUS_TONES[job.status]}>{stateLabel(job.state)}</Badge>
      {job.is_canceling && <Badge tone="accent">Cancellation requested</Badge>}
      <code className="text-label break-all select-all">{job.id}</code>
      {badge}
    </span>
  );
}

/** By characters, because half of an emoji cannot be shown. */
function shortened(title: string): string {
  const characters = [...title];
  return characters.length > MAX_TITLE ? `${characters.slice(0, MAX_TITLE).join('')}…` : title;
}
