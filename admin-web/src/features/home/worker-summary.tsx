import { Badge } from '@luit/ui/badge';
import { EmptyMessage } from '../../components/section';
import { formatSeconds } from '../../lib/format';
import type { WorkerOverview } from '../live-operations/jobs-queries';

/** Workers with their release, and those that went silent. */
export function WorkerSummary({ overview: { items: workers, isComplete } }: { overview: WorkerOverview }) {
  if (workers.length === 0) {
    return (
      <EmptyMessage>
        {isComplete
          ? 'No worker has sent a heartbeat in the last minute'
          : 'The gateway has just started. It is waiting for workers to report.'}
      </EmptyMessage>
    );
  }
  const releases = [...new Set(workers.filter(({ isAlive }) => isAlive).map(({ release }) => release))];
  return (
    <>
      <ul className="max-h-80 divide-y divide-line overflow-y-auto text-sm">
        {workers.map(({ instance, host, pid, release, isAlive, isStopping, silentForMs, inFlight }) => (
          <li key={instance} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
            <span className="min-w-0 flex-1 basis-40">
              <span className="block truncate font-semibold" title={instance}>{`${host} · ${pid}`}</span>
              <span className="text-label text-muted tabular-nums">
                {`Release ${release} · ${inFlight === 0 ? 'idle' : `${inFlight} in flight`}`}
              </span>
            </span>
            <Badge tone={isAlive ? (isStopping ? 'accent' : 'success') : 'danger'}>
              {isAlive
                ? isStopping
                  ? 'Draining'
                  : 'Online'
                : `No heartbeat for ${formatSeconds(silentForMs / 1_000)}`}
            </Badge>
          </li>
        ))}
      </ul>
      {releases.length > 1 && (
        <p className="border-t border-line px-4 py-2.5 text-sm font-medium text-accent-text">
          {`Workers are running different releases: ${releases.toSorted().join(', ')}. This is normal only during an upgrade.`}
        </p>
      )}
    </>
  );
}
