import { Alert } from '@luit/ui/alert';
import { readAdvice } from '../lib/admin-error';
import { formatTime } from '../lib/format';

interface StaleNoticeProps {
  /** The result of `useQuery`. */
  query: {
    isError: boolean;
    error: Error | null;
    data: unknown;
    dataUpdatedAt: number;
    isFetching: boolean;
    refetch: () => unknown;
  };
}

/** Warns that a refresh failed and older data is still shown. */
export function StaleNotice({ query }: StaleNoticeProps) {
  if (!query.isError || query.data === undefined) return null;
  return (
    <Alert
      tone="danger"
      className="mb-4"
      action={
        <button
          type="button"
          disabled={query.isFetching}
          onClick={() => query.refetch()}
          className="-my-1 rounded px-2 py-1 font-semibold underline underline-offset-4 disabled:opacity-50"
        >
          Retry
        </button>
      }
    >
      Could not refresh, showing data from {formatTime(query.dataUpdatedAt)}. {readAdvice(query.error)}
    </Alert>
  );
}
