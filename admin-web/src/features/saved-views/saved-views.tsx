import type { OperatorListName } from '@luit/contracts/auth/operator-lists';
import type { SavedView } from '@luit/contracts/auth/saved-views';
import { CONTROL_CLASS } from '@luit/ui/field';
import { Popover } from '@luit/ui/popover';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Bookmark, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useServices } from '../../lib/services';
import { DeleteViewDialog } from './delete-view-dialog';
import { OpenView } from './open-view';
import { savedViewsQuery } from './saved-views-query';
import { ViewDialog } from './view-dialog';
import { ViewList } from './view-list';
import { type Choices, paramsOf, queryOf, VIEW_PARAM } from './view-params';

const NO_CHOICES: Choices = {};

type Dialog = { kind: 'new' } | { kind: 'edit' | 'delete'; view: SavedView };

interface SavedViewsProps {
  list: OperatorListName;
  /** Of the filters with fixed options, by which a view shows what no longer exists. */
  choices?: Choices;
}

/**
 * The saved views of a list: a menu beside its filters, and what can be done once the open one was changed. A view is opened by
 * its link, which contains its filters, so the URL alone decides what the list shows.
 */
export function SavedViews({ list, choices = NO_CHOICES }: SavedViewsProps) {
  const { client } = useServices();
  const [query, setQuery] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const openId = query.get(VIEW_PARAM);
  const views = useQuery({ ...savedViewsQuery(client, list), enabled: isOpen || openId !== null });
  const current = paramsOf(list, query);
  const open = views.data?.views.find(({ id }) => id === openId);
  const title = open?.name ?? 'Views';
  const show = (next: Dialog) => {
    setOpen(false);
    setDialog(next);
  };
  const close = () => setDialog(null);

  return (
    <>
      <Popover
        isOpen={isOpen}
        onOpenChange={setOpen}
        title="Saved views"
        label={open ? `Saved views, open: ${open.name}` : 'Saved views'}
        triggerClassName={clsx(
          CONTROL_CLASS,
          'inline-flex min-h-9 w-auto! max-w-full cursor-pointer items-center gap-1.5 text-sm sm:max-w-64',
        )}
        trigger={
          <>
            <Bookmark aria-hidden className={clsx('size-4 shrink-0 text-muted', open && 'fill-current')} />
            <span className="truncate">{title}</span>
            <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
          </>
        }
      >
        <ViewList
          list={list}
          choices={choices}
          query={views}
          openId={openId}
          hasFilters={Object.keys(current).length > 0}
          onOpened={() => setOpen(false)}
          onSaveNew={() => show({ kind: 'new' })}
          onEdit={(view) => show({ kind: 'edit', view })}
          onDelete={(view) => show({ kind: 'delete', view })}
        />
      </Popover>
      {open && (
        <OpenView list={list} choices={choices} view={open} current={current} onSaveNew={() => show({ kind: 'new' })} />
      )}
      {openId !== null && views.isSuccess && !open && (
        <p role="status" className="text-sm text-muted">
          This view was deleted or is no longer shared. Its filters still apply.
        </p>
      )}
      {dialog?.kind === 'new' && (
        <ViewDialog
          list={list}
          choices={choices}
          params={current}
          onClose={close}
          onSaved={({ id }) => setQuery(queryOf(current, id), { replace: true })}
        />
      )}
      {dialog?.kind === 'edit' && (
        <ViewDialog list={list} choices={choices} params={dialog.view.params} view={dialog.view} onClose={close} />
      )}
      {dialog?.kind === 'delete' && <DeleteViewDialog list={list} view={dialog.view} onClose={close} />}
    </>
  );
}
