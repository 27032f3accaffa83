import { Badge } from '@luit/ui/badge';
import { useNow } from '../../components/use-now';
import { formatDateTime } from '../../lib/format';
import { timeLeft } from '../content-reports/time-left';

interface NoticeClockProps {
  noticedAt: string;
  dueAt: string;
  notifiedAt: string | null;
  isClosed: boolean;
}

/** How long a notice may still wait, or when it was sent. */
export function NoticeClock({ noticedAt, dueAt, notifiedAt, isClosed }: NoticeClockProps) {
  const now = useNow();
  if (notifiedAt) return <Badge tone="success">{`Sent ${formatDateTime(notifiedAt)}`}</Badge>;
  if (isClosed) return <Badge tone="neutral">Not sent</Badge>;
  const { text, tone } = timeLeft({ receivedAt: noticedAt, dueAt }, now);
  return <Badge tone={tone}>{text}</Badge>;
}
