import type { AdminJobRow } from '@luit/contracts/operations/jobs';
import { Badge } from '@luit/ui/badge';
import type { Column } from '@luit/ui/table';
import { Link } from 'react-router-dom';
import { formatDateTime, formatNumber, formatSeconds, formatTime } from '../../lib/format';
import { Elapsed } from '../../components/elapsed';
import { MONEY_LABELS, secondsBetween, STATUS_TONES, jobTitle, TYPE_LABELS, stateLabel } from './job-format';

/** How long a phase of a job took, or for how long it has been running. */
function Span({ from, to }: { from: string | null; to: string | null }) {
  if (from && !to) return <Elapsed since={from} />;
  return formatSeconds(secondsBetween(from, to));
}

/** One row shows the job, its user and its credits. */
export const JOB_COLUMNS: Column<AdminJobRow>[] = [
  {
    key: 'status',
    header: 'Status',
    cell: ({ status, state, is_canceling }) => (
      <span title={stateLabel(state)}>
        <Badge tone={state === 'unknown' ? 'danger' : STATUS_TONES[status]}>
          {stateLabel(state === 'unknown' ? state : status)}
        </Badge>
        {is_canceling && <span className="block text-label text-muted">Canceling</span>}
      </span>
    ),
  },
  {
    key: 'job',
    header: 'Job',
    onPhones: 'title',
    // Fills the width that the other columns leave, and truncates its text to it.
    className: 'w-full max-w-0 min-w-44',
    cell: (job) => (
      <>
        <Link to={`/jobs/${job.id}`} className="line-clamp-1 font-medium break-all underline-offset-4 hover:underline">
          {jobTitle(job)}
        </Link>
        <span className="block truncate text-label text-muted">
          <span>{[TYPE_LABELS[job.type], job.plan_id, job.provider].filter(Boolean).join(' · ')}</span>
          {job.error_message && <span className="text-danger"> · {job.error_message}</span>}
        </span>
      </>
    ),
  },
  {
    key: 'user',
    header: 'User',
    className: 'max-w-32 xl:max-w-52',
    cell: (job) => (
      <Link
        to={`/jobs?user=${job.user_id}`}
        title={`Show only jobs of ${job.user_email ?? 'this guest'}`}
        className="block truncate underline-offset-4 hover:underline"
      >
        {job.user_email ?? `Guest ${job.user_id.slice(-6)}`}
      </Link>
    ),
  },
  {
    key: 'wait',
    header: 'Wait',
    onPhones: 'hidden',
    isWideOnly: true,
    align: 'end',
    className: 'whitespace-nowrap',
    cell: ({ accepted_at, submitted_at, completed_at }) => (
      <Span from={accepted_at} to={submitted_at ?? completed_at} />
    ),
  },
  {
    key: 'run',
    header: 'Run',
    onPhones: 'hidden',
    isWideOnly: true,
    align: 'end',
    className: 'whitespace-nowrap',
    cell: ({ submitted_at, completed_at }) => <Span from={submitted_at} to={completed_at} />,
  },
  {
    key: 'credits',
    header: 'Credits',
    align: 'end',
    className: 'whitespace-nowrap',
    cell: (job) => (
      <span title={job.money_reason ?? undefined}>
        {formatNumber(job.cost_credits)}{' '}
        <Badge tone={MONEY_LABELS[job.money].tone}>
          {job.is_free_retry ? `${MONEY_LABELS[job.money].label}, free` : MONEY_LABELS[job.money].label}
        </Badge>
      </span>
    ),
  },
  {
    key: 'age',
    header: 'Age',
    sortBy: 'age',
    align: 'end',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ created_at }) => (
      <time dateTime={created_at} title={formatTime(created_at)}>
        <Elapsed since={created_at} />
        <span className="block text-label text-muted">{formatDateTime(created_at)}</span>
      </time>
    ),
  },
];
