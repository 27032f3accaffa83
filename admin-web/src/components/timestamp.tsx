import { formatDateTime, formatTime } from '../lib/format';

interface TimestampProps {
  at: string | null;
  /** Allows a line break between date and time, for narrow columns. */
  canWrap?: boolean;
}

/** A date and time to the minute; the tooltip shows seconds. */
export function Timestamp({ at, canWrap = false }: TimestampProps) {
  if (!at) return <span className="text-muted">Never</span>;
  const text = formatDateTime(at);
  return (
    <time dateTime={at} title={formatTime(at)} className={canWrap ? 'tabular-nums' : 'whitespace-nowrap tabular-nums'}>
      {canWrap ? text.replace(SPACES_BEFORE_TIME, '\u00a0') : text}
    </time>
  );
}

/** Every space except the one right before the time. */
const SPACES_BEFORE_TIME = / (?!\d+:\d)/g;
