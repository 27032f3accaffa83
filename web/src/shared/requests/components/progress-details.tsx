import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { serverNow } from '@luit/ui/server-clock';

interface ProgressDetailsProps {
  /** Start time, ISO 8601; unknown until the request loads after a reload. */
  startedAt: string | undefined;
  requestId?: string | null;
  /** Notes on time and charges. */
  children: ReactNode;
}

/** Elapsed time, charges and the request ID below a progress bar. */
export function ProgressDetails({ startedAt, requestId, children }: ProgressDetailsProps) {
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
      {startedAt && (
        <p>
          {t`Elapsed time`}:{' '}
          <span className="font-medium text-ink">
            <Elapsed since={startedAt} />
          </span>
        </p>
      )}
      <div className="contents">{children}</div>
      {requestId && (
        <p>
          {t`Request ID`}: <span className="inline-block max-w-full font-medium break-all text-ink">{requestId}</span>
        </p>
      )}
    </div>
  );
}

/** A timer since the start of the request; it survives reloads. */
function Elapsed({ since }: { since: string }) {
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
