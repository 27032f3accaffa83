import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { MAX_SEARCH_CHARACTERS } from '@luit/contracts/generation/limits';
import { Alert } from '@luit/ui/alert';
import { ErrorState } from '@luit/ui/error-state';
import { Skeleton } from '@luit/ui/skeleton';
import { useSearchParams } from 'react-router-dom';
import { useEffect, useRef, useState } from 'react';
import { connectivity } from '../../../lib/connectivity';
import { formatDateTime } from '../../../lib/format';
import { PageTitle } from '../../../lib/page-title';
import { useLazyDialog } from '../../../lib/use-lazy-dialog';
import type { LibraryFilter } from '../../../shared/requests/api/list-requests';
import { CollectionsDialog } from '../components/collections-dialog';
import { EmptyLibrary } from '../components/empty-library';
import type { LibraryChoices, LibraryFiltersProps } from '../components/library-filters';
import { LibraryToolbar } from '../components/library-toolbar';
import { NextPage } from '../components/next-page';
import { RequestGrid } from '../components/request-grid';
import { RequestPanel } from '../components/request-panel';
import { SelectionBar } from '../components/selection-bar';
import { libraryCopy } from '../copy';
import { useLibrary } from '../use-library';
import { type LibraryView, useLibraryView } from '../use-library-view';
import { useSelection } from '../use-selection';

const SKELETONS: Record<LibraryView, string> = {
  large: 'aspect-video h-[max(12.5rem,min(24vw,18.75rem))]',
  small: 'aspect-video h-[max(6rem,min(12vw,9.375rem))]',
};
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const NOTHING: RequestView[] = [];

/** Returns the option named in the URL, or `all` if it is missing or unknown. */
function optionOf<Option extends string>(options: Readonly<Record<Option, string>>, name: string | null) {
  return (name && Object.hasOwn(options, name) ? name : 'all') as Option | 'all';
}

/** The filters that the address names. */
function choicesIn(params: URLSearchParams): LibraryChoices {
  const collection = params.get('collection') ?? '';
  return {
    type: optionOf(libraryCopy.types, params.get('type')),
    status: optionOf(libraryCopy.statuses, params.get('status')),
    favorite: params.get('favorite') === 'true',
    shared: params.get('shared') === 'true',
    collection: UUID.test(collection) ? collection : '',
  };
}

export default function LibraryPage() {
  const [params, setParams] = useSearchParams();
  const words = params.get('q')?.trim().slice(0, MAX_SEARCH_CHARACTERS) ?? '';
  const choices = choicesIn(params);
  const { type, status, favorite, shared, collection } = choices;
  const filter: LibraryFilter = {
    ...(words && { q: words }),
    ...(type !== 'all' && { type }),
    ...(status !== 'all' && { status }),
    ...(favorite && { favorite: 'true' }),
    ...(shared && { shared: 'true' }),
    ...(collection && { collection }),
  };
  const { newest, list, shown, isOffline, refreshShown } = useLibrary(filter);
  const requests = shown?.requests;
  const selection = useSelection(requests ?? NOTHING);
  const [view, changeView] = useLibraryView();
  const collections = useLazyDialog();
  const [openedId, setOpenedId] = useState<string | null>(null);
  const opened = requests?.find(({ id }) => id === openedId);
  // A deleted one that comes back does not open again.
  if (openedId !== null && !opened) setOpenedId(null);
  const { heading, selectButton, grid } = useSelectionFocus(selection.isActive);
  const loadMore = () => {
    if (list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError) void list.fetchNextPage();
  };
  const filters = [
    (words !== '' || type !== 'all' || status !== 'all') && ('matches' as const),
    collection !== '' && ('collection' as const),
    favorite && ('favorites' as const),
    shared && ('shared' as const),
  ].filter((name) => name !== false);
  const lacks = filters.length > 1 ? 'matches' : (filters[0] ?? 'requests');

  const change: LibraryFiltersProps['onChange'] = (values) => {
    // While React still prepares the page of the filter before, `params` does not know that filter; the address bar does.
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(values)) {
      if (value === 'all' || value === '') next.delete(name);
      else next.set(name, value);
    }
    setParams(next, { replace: true });
  };

  return (
    <div className="mx-auto w-full max-w-[120rem] px-[clamp(1rem,3vw,2.5rem)] py-4 sm:py-6">
      <PageTitle>{t`Library`}</PageTitle>
      <div className="mb-4 flex items-center gap-6">
        <h1 ref={heading} tabIndex={-1} className="text-title heading outline-none max-md:sr-only">
          {t`Library`}
        </h1>
        <div className="min-w-0 grow">
          <LibraryToolbar
            words={words}
            choices={choices}
            view={view}
            selectButton={selectButton}
            onChange={change}
            onView={changeView}
            isSelecting={selection.isActive}
            onSelect={requests?.length ? (selection.isActive ? selection.end : selection.start) : undefined}
            onManage={collections.open}
          />
        </div>
      </div>
      {isOffline && <p className="mb-3 text-sm text-muted">{t`Showing what is saved on this device.`}</p>}
      {requests && newest.isError && (
        <Alert tone="danger" className="mb-4">
          {t`Could not refresh, showing data from ${{ time: formatDateTime(new Date(newest.dataUpdatedAt).toISOString()) }}`}
        </Alert>
      )}
      {!requests && newest.isError && (
        <ErrorState
          title={t`We couldn’t load your library`}
          onRetry={connectivity.unlessOffline(() => void newest.refetch())}
        >
          {newest.error.message}
        </ErrorState>
      )}
      {!requests && !newest.isError && (
        <div role="status" aria-label={t`Loading your library`} className="flex flex-wrap gap-1.5 overflow-hidden">
          {Array.from({ length: 9 }, (_, index) => (
            <Skeleton key={index} className={`max-w-full grow rounded-control ${SKELETONS[view]}`} />
          ))}
        </div>
      )}
      {requests?.length === 0 && !isOffline && <EmptyLibrary lacks={lacks} />}
      {requests?.length === 0 && isOffline && <p className="text-muted">{t`Nothing saved on this device matches.`}</p>}
      {shown && shown.requests.length > 0 && (
        <div ref={grid}>
          <RequestGrid
            {...shown}
            key={view}
            view={view}
            selection={selection.marks}
            isBusy={list.isPlaceholderData}
            hasMore={list.hasNextPage}
            onDetails={setOpenedId}
            onEnd={loadMore}
            onShow={refreshShown}
          />
        </div>
      )}
      {list.isFetchNextPageError && <NextPage list={list} />}
      {list.isFetchingNextPage && (
        <p role="status" className="mt-8 text-center text-muted">
          {t`Loading more`}
        </p>
      )}
      {selection.isActive && <SelectionBar selection={selection} collectionId={collection} />}
      {opened && (
        <RequestPanel
          key={opened.id}
          listed={opened}
          isShared={shown?.shared.has(opened.id) ?? false}
          onClose={() => setOpenedId(null)}
        />
      )}
      {collections.isUsed && (
        <CollectionsDialog
          isOpen={collections.isOpen}
          onClose={collections.close}
          onDeleted={(id) => id === collection && change({ collection: '' })}
        />
      )}
    </div>
  );
}

/**
 * The bar that ends a selection disappears with it. The focus goes to the first checkbox, and back to the button that started it, or
 * to the heading if there is nothing left to select.
 */
function useSelectionFocus(isActive: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const selectButton = useRef<HTMLButtonElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const wasActive = useRef(false);
  useEffect(() => {
    if (isActive === wasActive.current) return;
    wasActive.current = isActive;
    const checkbox = grid.current?.querySelector<HTMLElement>('input[type=checkbox]:not(:disabled)');
    const next = isActive ? checkbox : selectButton.current?.disabled ? heading.current : selectButton.current;
    next?.focus({ preventScroll: true });
  }, [isActive]);
  return { heading, selectButton, grid };
}
