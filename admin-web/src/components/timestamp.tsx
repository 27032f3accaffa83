import { formatDateTime, formatTime } from '../lib/format';

interface TimestampProps {
  at: string | null;
  /** Where there is little room, the time of day goes below the day. */
  canWrap?: boolean;
}

/** A moment, to the minute; to the second on hover. */
export function Timestamp({ at, canWrap = false }: TimestampProps) {
  if (!at) return <span className="text-muted">never</span>;
  const text = formatDateTime(at);
  return (
    <time dateTime={at} title={formatTime(at)} className={canWrap ? 'tabular-nums' : 'whitespace-nowrap tabular-nums'}>
      {canWrap ? text.replace(SPACE_IN_A_PART, '\u00a0') : text}
    </time>
  );
}

/** Each but the one before the time of day. */
const SPACE_IN_A_PART = / (?!\d+:\d)/g;
