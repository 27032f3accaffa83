import type { JobEvent } from '@luit/contracts/operations/jobs';
import { clsx } from 'clsx';
import { formatMilliseconds, formatSeconds, sentenceCase } from '../../lib/format';
import { secondsBetween } from './job-format';
import type { JobView } from '../live-operations/jobs-queries';

const BAD = [
  'failed',
  'submission refused',
  'submission unknown',
  'provider refused',
  'provider not readable',
  'declared lost',
];
const GOOD = ['succeeded', 'submitted'];

/** Every event of a job, to the millisecond, with the provider's responses. */
export function JobTimeline({ view }: { view: JobView }) {
  const start = view.timeline[0]?.at ?? null;
  return (
    <ol className="relative grid gap-3 border-l-2 border-line pl-5">
      {view.timeline.map((event, index) => (
        <li key={`${event.at} ${index}`} className="relative min-w-0 text-sm">
          <span
            aria-hidden
            className={clsx(
              'absolute top-1.5 -left-[1.6875rem] size-3 rounded-full border-2 border-surface',
              BAD.includes(event.what) ? 'bg-danger' : GOOD.includes(event.what) ? 'bg-success' : 'bg-edge',
            )}
          />
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p className="font-semibold">{sentenceCase(event.what)}</p>
            <p className="text-label text-muted tabular-nums">
              <time dateTime={event.at}>{formatMilliseconds(event.at)}</time>
              {index > 0 && <span>{` · +${formatSeconds(secondsBetween(start, event.at))}`}</span>}
            </p>
          </div>
          <Details event={event} />
        </li>
      ))}
    </ol>
  );
}

function Details({ event: { details, workerId } }: { event: JobEvent }) {
  const entries = Object.entries(details ?? {}).filter(([, value]) => value !== null && value !== undefined);
  if (entries.length === 0 && !workerId) return null;
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-0.5 text-label text-muted">
      {workerId && (
        <div className="min-w-0 truncate" title={workerId}>
          <dt className="inline">worker: </dt>
          <dd className="inline">{workerId.slice(-8)}</dd>
        </div>
      )}
      {entries.map(([name, value]) => (
        <div key={name} className="min-w-0 break-words">
          <dt className="inline">{name}: </dt>
          <dd className="inline text-ink">
            {typeof value === 'object' ? JSON.stringify(value) : String(value as string)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
