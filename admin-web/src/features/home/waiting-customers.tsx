import type { JobMetrics } from '@luit/contracts/operations/job-metrics';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../lib/format';
import { Elapsed } from '../../components/elapsed';
import { drainNote, drainText } from '../jobs/job-stats';

/** The number of jobs that customers wait for now, how long they have waited, and when the queue is expected to be empty. */
export function WaitingCustomers({ now }: { now: JobMetrics['now'] }) {
  const { waiting, oldestSince, unknown, unknownSince, unknownCanceling, running } = now;
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 px-4 py-3.5 sm:grid-cols-4">
      <Figure label="Waiting" value={formatNumber(waiting)}>
        {oldestSince ? (
          <Link to="/jobs?status=pending&sort=-age" className="underline underline-offset-4">
            Longest: <Elapsed since={oldestSince} />
          </Link>
        ) : (
          'No one is waiting'
        )}
      </Figure>
      <Figure label="Of these, unconfirmed" value={formatNumber(unknown)}>
        {unknownSince ? (
          <Link to="/jobs?status=unknown" className="underline underline-offset-4">
            <span>
              Longest: <Elapsed since={unknownSince} />
            </span>
            {unknownCanceling > 0 && <span>{`, ${formatNumber(unknownCanceling)} canceling`}</span>}
          </Link>
        ) : (
          'Every submission is confirmed'
        )}
      </Figure>
      <Figure label="Running" value={formatNumber(running)}>
        Confirmed by a provider
      </Figure>
      <Figure label="Time to drain" value={drainText(now)}>
        {drainNote(now)}
      </Figure>
    </dl>
  );
}

function Figure({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-label text-muted">{label}</dt>
      <dd className="text-2xl leading-tight font-semibold tabular-nums">{value}</dd>
      <dd className="mt-0.5 text-label text-muted">{children}</dd>
    </div>
  );
}
