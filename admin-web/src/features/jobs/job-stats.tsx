import type { DrainUnknown, JobMetrics } from '@luit/contracts/operations/job-metrics';
import { Link } from 'react-router-dom';
import { Stat } from '../../components/stat';
import { formatNumber, formatSeconds, formatShare } from '../../lib/format';
import { Elapsed } from '../../components/elapsed';

const DRAIN_UNKNOWN: Record<DrainUnknown, string> = {
  queue_paused: 'The queue is paused',
  unconfirmed: 'Submissions are unconfirmed',
  provider_stopped: 'A provider is draining or off',
  provider_unavailable: 'A provider is unavailable',
  backing_off: 'Jobs are waiting to retry after a refusal',
  not_measured: 'No job has finished yet',
};

const LABELS = ['Jobs per minute', 'Success rate', 'Waiting', 'Time to drain', 'Running', 'Unconfirmed'];

interface JobStatsProps {
  now: JobMetrics['now'] | undefined;
  /** Whether the figures could not be loaded. */
  isFailed: boolean;
}

/** Key figures of the job queue. */
export function JobStats({ now, isFailed }: JobStatsProps) {
  return (
    <dl className="mb-4 grid grid-cols-2 gap-2.5 sm:grid-cols-3 xl:grid-cols-6">
      {now ? (
        <Figures now={now} />
      ) : (
        LABELS.map((label) => (
          <Stat key={label} label={label} value={isFailed ? 'Unknown' : '…'} note={isFailed && 'Could not be loaded'} />
        ))
      )}
    </dl>
  );
}

function Figures({ now }: { now: JobMetrics['now'] }) {
  return (
    <>
      <Stat
        label="Jobs per minute"
        value={formatNumber(Number(now.perMinute.toFixed(1)))}
        note="Finished, last 5 minutes"
      />
      <Stat
        label="Success rate"
        value={rate(now.recentSuccessRate) ?? 'No jobs'}
        note={`Last 5 minutes. Last hour: ${rate(now.successRate) ?? 'no jobs'}`}
      />
      <Stat
        label="Waiting"
        value={formatNumber(now.waiting)}
        note={
          now.oldestSince ? (
            <>
              Longest: <Elapsed since={now.oldestSince} />
            </>
          ) : (
            'For a provider to confirm'
          )
        }
      />
      <Stat label="Time to drain" value={drainText(now)} note={drainNote(now)} />
      <Stat label="Running" value={formatNumber(now.running)} note="Confirmed by a provider" />
      <Stat
        label="Unconfirmed"
        value={formatNumber(now.unknown)}
        note={now.unknown > 0 ? <Unconfirmed now={now} /> : 'Submission status unknown'}
      />
    </>
  );
}

function Unconfirmed({ now: { unknownSince, unknownCanceling } }: { now: JobMetrics['now'] }) {
  return (
    <Link to="/jobs?status=unknown" className="underline underline-offset-4">
      {unknownSince && (
        <span>
          Longest: <Elapsed since={unknownSince} />
        </span>
      )}
      {unknownCanceling > 0 && <span>{`, ${formatNumber(unknownCanceling)} canceling`}</span>}
    </Link>
  );
}

/** When all waiting jobs will have been submitted. */
export function drainText({ waiting, drain }: JobMetrics['now']): string {
  if (drain === null) return 'Unknown';
  return waiting === 0 ? 'Empty' : formatSeconds(drain);
}

export function drainNote({ waiting, drainUnknown, collecting }: JobMetrics['now']): string {
  if (drainUnknown) return DRAIN_UNKNOWN[drainUnknown];
  if (waiting > 0) return 'At the current rate';
  if (collecting === 0) return 'No job is waiting';
  return `${formatNumber(collecting)} ${collecting === 1 ? 'result is' : 'results are'} being copied`;
}

/** Null if no job finished. */
function rate(share: number | null): string | null {
  return share === null ? null : formatShare(share);
}
