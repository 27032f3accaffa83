import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Elapsed } from './elapsed';

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
    <div className="mt-7 grid gap-1 border-t border-line pt-5 text-sm text-muted">
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
