import { formatDateTime, formatTime } from '../lib/format';

/** A moment, to the minute; to the second on hover. */
export function When({ at }: { at: string | null }) {
  if (!at) return <span className="text-muted">never</span>;
  return (
    <time dateTime={at} title={formatTime(at)} className="whitespace-nowrap tabular-nums">
      {formatDateTime(at)}
    </time>
  );
}
