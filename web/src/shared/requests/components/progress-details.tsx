import type { ReactNode } from 'react';
import { requestCopy } from '../copy';
import { Elapsed } from './elapsed';

interface ProgressFactsProps {
  /** Start time, ISO 8601; unknown until the request loads after a reload. */
  startedAt: string | undefined;
  orderNumber?: string | null;
  /** Notes on time and charges. */
  children: ReactNode;
}

/** Elapsed time, charges and the order number below a progress bar. */
export function ProgressDetails({ startedAt, orderNumber, children }: ProgressFactsProps) {
  return (
    <div className="mt-7 grid gap-1 border-t border-line pt-5 text-sm text-muted">
      {startedAt && (
        <p>
          {requestCopy.elapsed}:{' '}
          <span className="font-medium text-ink">
            <Elapsed since={startedAt} />
          </span>
        </p>
      )}
      {children}
      {orderNumber && (
        <p>
          {requestCopy.orderNumber}:{' '}
          <span className="inline-block max-w-full font-medium break-all text-ink">{orderNumber}</span>
        </p>
      )}
    </div>
  );
}
