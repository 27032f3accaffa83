import type { AdminJobRow } from '@luit/contracts/operations/jobs';
import { Badge } from '@luit/ui/badge';
import type { Column } from '@luit/ui/table';
import { Link } from 'react-router-dom';
import { formatTime } from '../../lib/format';
import {
  formatSeconds,
  MONEY_LABELS,
  secondsBetween,
  STATUS_TONES,
  jobTitle,
  TYPE_LABELS,
  stateLabel,
} from './job-format';

const CLOCK = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
  timeZone: 'Asia/Kolkata',
});

/** One row shows the job, its user and its credits. */
export const JOB_COLUMNS: Column<AdminJobRow>[] = [
  {
    key: 'status',
    header: 'Status',
    cell: ({ status, state }) => (
      <span title={state}>
        <Badge tone={state === 'unknown' ? 'danger' : STATUS_TONES[status]}>
          {stateLabel(state === 'unknown' ? state : status)}
        </Badge>
      </span>
    ),
  },
  {
    key: 'job',
    header: 'Job',
    onPhones: 'title',
    className: 'min-w-60 max-w-md',
    cell: (job) => (
      <>
        <Link to={`/jobs/${job.id}`} className="line-clamp-1 font-medium break-all underline-offset-4 hover:underline">
          {jobTitle(job)}
        </Link>
        <span className="block truncate text-label text-muted">
          {TYPE_LABELS[job.type]} · {job.plan_id}
          {job.error_message && <span className="text-danger"> · {job.error_message}</span>}
        </span>
      </>
    ),
  },
  {
    key: 'user',
    header: 'User',
    className: 'max-w-52',
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
  { key: 'provider', header: 'Provider', cell: (job) => job.provider ?? '–' },
  {
    key: 'wait',
    header: 'Wait',
    onPhones: 'hidden',
    align: 'end',
    className: 'whitespace-nowrap',
    cell: (job) => formatSeconds(secondsBetween(job.accepted_at, job.submitted_at)),
  },
  {
    key: 'run',
    header: 'Run',
    onPhones: 'hidden',
    align: 'end',
    className: 'whitespace-nowrap',
    cell: (job) => formatSeconds(secondsBetween(job.submitted_at, job.completed_at)),
  },
  {
    key: 'credits',
    header: 'Credits',
    align: 'end',
    className: 'whitespace-nowrap',
    cell: (job) => (
      <span title={job.money_reason ?? undefined}>
        {job.cost_credits}{' '}
        <Badge tone={MONEY_LABELS[job.money].tone}>
          {job.is_free_retry ? `${MONEY_LABELS[job.money].label}, free` : MONEY_LABELS[job.money].label}
        </Badge>
      </span>
    ),
  },
  {
    key: 'created',
    header: 'Created',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ created_at }) => (
      <time dateTime={created_at} title={formatTime(created_at)}>
        {CLOCK.format(new Date(created_at))}
      </time>
    ),
  },
];
