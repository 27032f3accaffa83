import { t } from '@lingui/core/macro';
import { serverNow } from '@luit/ui/server-clock';
import { useEffect, useState } from 'react';

/** A timer since the start of the request; it survives reloads. */
export function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000);
    return () => clearInterval(timer);
  }, []);
  // The local clock may be behind the server's.
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1_000));
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <span role="timer" aria-label={t`Elapsed time`} className="tabular-nums">
      {text}
    </span>
  );
}
