import type { AdminJobRow } from '@luit/contracts/operations/jobs';
import { X } from 'lucide-react';
import type { TableState } from '../../components/use-table-state';

/** Clears the user filter, which is set by selecting a user in the table. */
export function UserFilter({ state, rows }: { state: TableState; rows: AdminJobRow[] }) {
  const user = state.filter('user');
  if (!user) return null;
  const name = rows.find((job) => job.user_id === user)?.user_email ?? user;
  return (
    <button
      type="button"
      onClick={() => state.set('user', '')}
      className="inline-flex min-h-9 max-w-64 items-center gap-1.5 rounded-control border border-edge bg-surface px-2.5 text-sm hover:border-ink"
    >
      <span className="truncate">
        <span className="text-muted">User </span>
        {name}
      </span>
      <X className="size-4 shrink-0" aria-hidden />
      <span className="sr-only">Clear user filter</span>
    </button>
  );
}
