import type { OperatorListName } from '@luit/contracts/auth/operator-lists';
import type { SavedView } from '@luit/contracts/auth/saved-views';
import { Button } from '@luit/ui/button';
import { Skeleton } from '@luit/ui/skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Pencil, Trash2, Users } from 'lucide-react';
import { Link } from 'react-router-dom';
import { readAdvice } from '../../lib/admin-error';
import { type Choices, queryOf, splitParams } from './view-params';

interface ViewListProps {
  list: OperatorListName;
  choices: Choices;
  query: UseQueryResult<{ views: SavedView[] }>;
  openId: string | null;
  /** Whether there is something to save. */
  hasFilters: boolean;
  onOpened: () => void;
  onSaveNew: () => void;
  onEdit: (view: SavedView) => void;
  onDelete: (view: SavedView) => void;
}

/** The views of a list, as links that open them, and a button that saves another one. */
export function ViewList({ query, hasFilters, onSaveNew, ...rest }: ViewListProps) {
  const views = query.data?.views;
  return (
    <>
      {query.isError && !views && (
        <div className="grid justify-items-start gap-2 px-5 py-4 text-sm">
          <p role="alert" className="text-danger">
            Could not load saved views. {readAdvice(query.error)}
          </p>
          <Button tone="secondary" size="sm" onClick={() => void query.refetch()}>
            Retry
          </Button>
        </div>
      )}
      {query.isPending && (
        <div role="status" aria-label="Loading saved views" className="grid gap-2 px-5 py-4">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-5 w-28" />
        </div>
      )}
      {views?.length === 0 && (
        <p className="px-5 py-4 text-sm text-muted">
          No saved views of this list yet. Set filters or sorting, then save them under a name.
        </p>
      )}
      {views && (
        <>
          <Group title="Yours" views={views.filter(({ isOwn }) => isOwn)} {...rest} />
          <Group title="Shared by others" views={views.filter(({ isOwn }) => !isOwn)} {...rest} />
        </>
      )}
      <div className="sticky bottom-0 grid gap-1 border-t border-line bg-surface px-3 py-2.5">
        <Button tone="secondary" size="sm" disabled={!hasFilters} onClick={onSaveNew}>
          Save current filters as a view…
        </Button>
        {!hasFilters && <p className="px-2 text-label text-muted">This list has no filters set.</p>}
      </div>
    </>
  );
}

type GroupProps = Omit<ViewListProps, 'query' | 'hasFilters' | 'onSaveNew'> & { title: string; views: SavedView[] };

function Group({ title, views, list, choices, openId, onOpened, onEdit, onDelete }: GroupProps) {
  if (views.length === 0) return null;
  return (
    <section aria-label={title} className="px-2 py-2">
      <h3 className="px-3 pb-1 text-label text-muted eyebrow">{title}</h3>
      <ul>
        {views.map((view) => (
          <li key={view.id} className="flex items-center gap-1">
            <Link
              to={{ search: queryOf(splitParams(list, view.params, choices).known, view.id).toString() }}
              aria-current={view.id === openId ? 'true' : undefined}
              onClick={onOpened}
              className={clsx(
                'grid min-h-10 min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-center rounded-control px-3 py-1.5 hover:bg-sunken',
                view.id === openId && 'bg-sunken',
              )}
            >
              <span className="line-clamp-2 text-sm font-medium wrap-anywhere">{view.name}</span>
              {view.isShared && (
                <span className="flex items-center gap-1 text-label text-muted">
                  <Users aria-hidden className="size-3.5 shrink-0" />
                  <span className="truncate">{view.isOwn ? 'Shared with all operators' : view.maker}</span>
                </span>
              )}
            </Link>
            {view.mayChange && (
              <>
                <IconButton label={`Edit ${view.name}`} Icon={Pencil} onClick={() => onEdit(view)} />
                <IconButton label={`Delete ${view.name}`} Icon={Trash2} onClick={() => onDelete(view)} />
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function IconButton({ label, Icon, onClick }: { label: string; Icon: typeof Pencil; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-10 shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
