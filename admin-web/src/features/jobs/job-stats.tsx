import type { DrainUnknown, JobMetrics } from '@luit/contracts/operations/job-metrics';
import { Link } from 'react-router-dom';
import { Stat } from '../../components/stat';
import { formatNumber } from '../../lib/format';
import { Elapsed } from './elapsed';
import { formatSeconds } from './job-format';

export const DRAIN_UNKNOWN: Record<DrainUnknown, string> = {
  queue_paused: 'The queue is paused',
  unconfirmed: 'Submissions are unconfirmed',
  provider_out_of_rotation: 'A provider is out of rotation',
  provider_unavailable: 'A provider is unavailable',
  backing_off: 'Jobs are waiting to retry after a refusal',
  not_measured: 'No job has finished yet',
};

/** Key figures of the job queue. */
export function JobStats({ now }: { now: JobMetrics['now'] | undefined }) {
  return (
    <dl className="mb-4 grid grid-cols-2 gap-2.5 sm:grid-cols-3 xl:grid-cols-6">
      <Stat
        label="Jobs per minute"
        value={now ? formatNumber(Number(now.perMinute.toFixed(1))) : '…'}
        note="Finished, last 5 minutes"
      />
      <Stat
        label="Success rate"
        value={now ? rate(now.recentSuccessRate) : '…'}
        note={now ? `Last 5 minutes. Last hour: ${rate(now.successRate)}` : 'Last 5 minutes'}
      />
      <Stat
        label="Waiting"
        value={now ? formatNumber(now.waiting) : '…'}
        note={
          now?.oldestSince ? (
            <>
              Longest: <Elapsed since={now.oldestSince} />
            </>
          ) : (
            'For a provider to confirm'
          )
        }
      />
      <Stat
        label="Time to drain"
        value={now ? drainText(now) : '…'}
        note={now?.drainUnknown ? DRAIN_UNKNOWN[now.drainUnknown] : 'At the current rate'}
      />
      <Stat label="Running" value={now ? formatNumber(now.running) : '…'} note="Confirmed by a provider" />
      <Stat
        label="Unconfirmed"
        value={now ? formatNumber(now.unknown) : '…'}
        note={now && now.unknown > 0 ? <Unconfirmed now={now} /> : 'Submission status unknown'}
      />
    </dl>
  );
}

function Unconfirmed({ now: { unknownSince, unknownCanceling } }: { now: JobMetrics['now'] }) {
  return (
    <Link to="/jobs?status=unknown" className="underline underline-offset-4">
      {unknownSince && (
        <>
          Longest: <Elapsed since={unknownSince} />
        </>
      )}
      {unknownCanceling > 0 && `, ${formatNumber(unknownCanceling)} canceling`}
    </Link>
  );
}

function drainText({ waiting, drain }: JobMetrics['now']): string {
  if (drain === null) return 'Unknown';
  return waiting === 0 ? 'Empty' : formatSeconds(drain);
}

function rate(share: number | null): string {
  return share === null ? '–' : `${Number((share * 100).toFixed(1))}%`;
}
