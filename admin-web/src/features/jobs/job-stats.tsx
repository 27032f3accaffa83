import type { JobMetrics } from '@luit/contracts/operations/job-metrics';
import { Link } from 'react-router-dom';
import { Stat } from '../../components/stat';
import { formatNumber } from '../../lib/format';
import { formatSeconds } from './job-format';

/** What an operator looks at first. */
export function JobStats({ now }: { now: JobMetrics['now'] | undefined }) {
  const { perMinute = 0, successRate = null, waiting = 0, running = 0, unknown = 0 } = now ?? {};
  const { oldestWait = null, drain = null } = now ?? {};
  const shown = (text: string) => (now ? text : '…');
  return (
    <dl className="mb-4 grid grid-cols-2 gap-2.5 sm:grid-cols-3 xl:grid-cols-6">
      <Stat
        label="Jobs a minute"
        value={shown(formatNumber(Number(perMinute.toFixed(1))))}
        note="ended, last 5 minutes"
      />
      <Stat label="Success" value={shown(rate(successRate))} note="of the last hour" />
      <Stat label="Waiting" value={shown(formatNumber(waiting))} note={`oldest ${formatSeconds(oldestWait)}`} />
      <Stat
        label="Empty in"
        value={shown(drain === null ? 'unknown' : drain === 0 ? 'now' : formatSeconds(drain))}
        note="at the providers’ pace"
      />
      <Stat label="At work" value={shown(formatNumber(running))} note="submitted and not ended" />
      <Stat
        label="In doubt"
        value={shown(formatNumber(unknown))}
        note={
          unknown > 0 ? (
            <Link to="/jobs?status=unknown" className="underline underline-offset-4">
              Show them
            </Link>
          ) : (
            'submissions unanswered'
          )
        }
      />
    </dl>
  );
}

function rate(share: number | null): string {
  return share === null ? '–' : `${Number((share * 100).toFixed(1))} %`;
}
