import { Badge } from '@luit/ui/badge';
import { Card } from '@luit/ui/card';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { PageHeader } from '../../components/page-header';
import { ReadError } from '../../components/read-error';
import { StaleNotice } from '../../components/stale-notice';
import { TableSkeleton } from '../../components/table-skeleton';
import { useServices } from '../../lib/services';
import { JobActions } from './job-actions';
import { JobSummary } from './job-summary';
import { STATUS_TONES, jobTitle, stateLabel } from './job-format';
import { JobMoney } from './job-money';
import { JobTimeline } from './job-timeline';
import { jobQuery } from './jobs-queries';
import { LiveBadge } from './live-badge';
import { UnconfirmedNotice } from './unconfirmed-notice';
import { useLiveOperations } from './use-live-operations';

/** One job with its timeline, credits and details. */
export default function JobPage() {
  const { id = '' } = useParams();
  const { client } = useServices();
  const isLive = useLiveOperations();
  const query = useQuery(jobQuery(client, id, isLive));
  const { data, error, isError } = query;
  if (!data && isError) return <ReadError what="job" error={error} onRetry={() => query.refetch()} />;
  if (!data) return <TableSkeleton label="Loading job" />;
  const { job } = data;
  return (
    <>
      <PageHeader
        title={jobTitle(job).length > 90 ? `${jobTitle(job).slice(0, 90)}…` : jobTitle(job)}
        description={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={job.state === 'unknown' ? 'danger' : STATUS_TONES[job.status]}>{stateLabel(job.state)}</Badge>
            {job.is_canceling && <Badge tone="accent">Cancellation requested</Badge>}
            <code className="text-label break-all select-all">{job.id}</code>
            <LiveBadge isLive={isLive} />
          </span>
        }
        back={
          <Link to="/jobs" className="mb-1 inline-flex items-center gap-1.5 text-sm text-muted hover:text-ink">
            <ArrowLeft className="size-4" aria-hidden />
            Jobs
          </Link>
        }
      >
        <JobActions view={data} />
      </PageHeader>
      <StaleNotice query={query} />
      <UnconfirmedNotice view={data} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <Card className="min-w-0 p-5">
          <h2 className="mb-3 text-label text-muted eyebrow">Timeline</h2>
          <JobTimeline view={data} />
        </Card>
        <div className="grid min-w-0 content-start gap-4">
          <JobMoney view={data} />
          <JobSummary view={data} />
        </div>
      </div>
    </>
  );
}
