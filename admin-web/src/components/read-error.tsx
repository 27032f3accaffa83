import { Card } from '@luit/ui/card';
import { ErrorState } from '@luit/ui/error-state';
import { AdminError, readAdvice } from '../lib/admin-error';

interface ReadErrorProps {
  /** What could not be read, for example `jobs`. */
  what: string;
  error: Error;
  onRetry: () => void;
}

/** A read that failed, with nothing to show instead: what failed, why, and what to do. */
export function ReadError({ what, error, onRetry }: ReadErrorProps) {
  const reference = error instanceof AdminError ? error.requestId : undefined;
  return (
    <Card className="overflow-hidden">
      <ErrorState title={`Could not load ${what}`} onRetry={onRetry}>
        <p>{readAdvice(error)}</p>
        <p className="mt-2 text-label break-words">
          <span>{error.message}</span>
          {reference && (
            <>
              {' · Request '}
              <code className="select-all">{reference}</code>
            </>
          )}
        </p>
      </ErrorState>
    </Card>
  );
}
