import { t } from '@lingui/core/macro';
import { serverNow } from '@luit/ui/server-clock';
import type { RequestView } from '@luit/contracts/http/requests';
import { useEffect, useState } from 'react';
import { useServiceStatus } from '../../../lib/service-status';
import { isStatedTimeLikely, STATED_SECONDS } from '../wait-estimate';

interface StatedTimeProps {
  /** When the request was sent, ISO 8601. */
  since: string;
  request: RequestView | undefined;
}

/** The time that the specification states for a video, as long as it can still come true. */
export function StatedTime({ since, request }: StatedTimeProps) {
  const { isWaitUnknown } = useServiceStatus();
  const [isPast, setPast] = useState(() => secondsLeft(since) <= 0);
  useEffect(() => {
    const timer = setTimeout(() => setPast(true), Math.max(0, secondsLeft(since)) * 1_000);
    return () => clearTimeout(timer);
  }, [since]);
  if (isPast || !isStatedTimeLikely(request, isWaitUnknown)) return null;
  return <p>{t`Processing is expected in 10-15 seconds.`}</p>;
}

/** At most the whole time from now on, because the local clock may be behind the server's. */
function secondsLeft(since: string): number {
  return Math.min(STATED_SECONDS, STATED_SECONDS - (serverNow() - Date.parse(since)) / 1_000);
}
