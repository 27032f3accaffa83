import type { JobMetrics } from '@luit/contracts/operations/job-metrics';
import { Link } from 'react-router-dom';
import { Stat } from '../../components/stat';
import { formatNumber } from '../../lib/format';
import { formatSeconds } from './job-format';

/** Key figures of the job queue. */
export function JobStats({ now }: { now: JobMetrics['now'] | undefined }) {
  const { perMinute = 0, successRate = null, waiting = 0, running = 0, unknown = 0 } = now ?? {};
  const { oldestWait = null, drain = null } = now ?? {};
  const orPending = (text: string) => (now ? text : '…');
  return (
    <dl className="mb-4 grid grid-cols-2 gap-2.5 sm:grid-cols-3 xl:grid-cols-6">
      <Stat
        label="Jobs per minute"
        value={orPending(formatNumber(Number(perMinute.toFixed(1))))}
        note="Finished, last 5 minutes"
      />
      <Stat label="Success rate" value={orPending(rate(successRate))} note="Last hour" />
      <Stat label="Waiting" value={orPending(formatNumber(waiting))} note={`Oldest: ${formatSeconds(oldestWait)}`} />
      <Stat
        label="Time to drain"
        value={orPending(drain === null ? 'Unknown' : drain === 0 ? 'Empty' : formatSeconds(drain))}
        note="At the current rate"
      />
      <Stat label="Running" value={orPending(formatNumber(running))} note="Submitted to a provider" />
      <Stat
        label="Unconfirmed"
        value={orPending(formatNumber(unknown))}
        note={
          unknown > 0 ? (
            <Link to="/jobs?status=unknown" className="underline underline-offset-4">
              View jobs
            </Link>
          ) : (
            'Submission status unknown'
          )
        }
      />
    </dl>
  );
}

function rate(share: number | null): string {
  return share === null ? '–' : `${Number((share * 100).toFixed(1))}%`;
}
