import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { MAX_SEARCH_CHARACTERS } from '@luit/contracts/generation/limits';
import { Alert } from '@luit/ui/alert';
import { ErrorState } from '@luit/ui/error-state';
import { Skeleton } from '@luit/ui/skeleton';
import { clsx } from 'clsx';
import { ListChecks, Trash2 } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { useEffect, useRef } from 'react';
import { connectivity } from '../../../lib/connectivity';
import { formatDateTime } from '../../../lib/format';
import { PageTitle } from '../../../lib/page-title';
import type { LibraryFilter } from '../../../shared/requests/api/list-requests';
import { CollectionFilter } from '../components/collection-filter';
import { EmptyLibrary } from '../components/empty-library';
import { LibraryFilters, type LibraryFiltersProps } from '../components/library-filters';
import { NextPage } from '../components/next-page';
import { LOOKS, RequestGrid } from '../components/request-grid';
import { SelectionBar } from '../components/selection-bar';
import { StorageUsed } from '../components/storage-used';
import { ViewSwitch } from '../components/view-switch';
import { libraryCopy } from '../copy';
import { useLibrary } from '../use-library';
import { type LibraryView, useLibraryView } from '../use-library-view';
import { useSelection } from '../use-selection';

const HEADER_LINK =
  'inline-flex cursor-pointer items-center gap-2 text-sm font-semibold text-info underline-offset-4 hover:underline';
const SKELETONS: Record<LibraryView, string> = { cards: 'h-80 rounded-card', tiles: 'aspect-video rounded-control' };
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const NOTHING: RequestView[] = [];

/** Returns the option named in the URL, or `all` if it is missing or unknown. */
function optionOf<Option extends string>(options: Readonly<Record<Option, string>>, name: string | null) {
  return (name && Object.hasOwn(options, name) ? name : 'all') as Option | 'all';
}

export default function LibraryPage() {
  const [params, setParams] = useSearchParams();
  const type = optionOf(libraryCopy.types, params.get('type'));
  const status = optionOf(libraryCopy.statuses, params.get('status'));
  const words = params.get('q')?.trim().slice(0, MAX_SEARCH_CHARACTERS) ?? '';
  const isOfFavorites = params.get('favorite') === 'true';
  const isOfShared = params.get('shared') === 'true';
  const collectionId = params.get('collection') ?? '';
  const collection = UUID.test(collectionId) ? collectionId : '';
  const filter: LibraryFilter = {
    ...(words && { q: words }),
    ...(type !== 'all' && { type }),
    ...(status !== 'all' && { status }),
    ...(isOfFavorites && { favorite: 'true' }),
    ...(isOfShared && { shared: 'true' }),
    ...(collection && { collection }),
  };
  const { newest, list, shown, isOffline, refreshShown } = useLibrary(filter);
  const requests = shown?.requests;
  const selection = useSelection(requests ?? NOTHING);
  const [view, changeView] = useLibraryView();
  const { heading, selectButton, grid } = useSelectionFocus(selection.isActive);
  const loadMore = () => {
    if (list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError) void list.fetchNextPage();
  };
  const isFiltered = words !== '' || type !== 'all' || status !== 'all';

  const filters = [
    isFiltered && ('matches' as const),
    collection !== '' && ('collection' as const),
    isOfFavorites && ('favorites' as const),
    isOfShared && ('shared' as const),
  ].filter((name) => name !== false);
  const lacks = filters.length > 1 ? 'matches' : (filters[0] ?? 'requests');

  const change: LibraryFiltersProps['onChange'] = (name, value) => {
    // While React still prepares the page of the filter before, `params` does not know that filter; the address bar does.
    const next = new URLSearchParams(window.location.search);
    if (value === 'all' || value === '') next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true });
  };

  return (
    <div className="page py-10 sm:py-14">
      <PageTitle>{t`Library`}</PageTitle>
      <p className="text-label text-accent-text eyebrow">{t`Library`}</p>
      <h1 ref={heading} tabIndex={-1} className="mt-2 text-page heading outline-none">
        {t`Your videos and photos`}
      </h1>
      <div className="mt-2 mb-8 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <div>
          <p className="text-muted">{t`Everything you create stays here until you delete it.`}</p>
          <StorageUsed />
          {isOffline && <p className="text-sm text-muted">{t`Showing what is saved on this device.`}</p>}
        </div>
        <span className="flex min-h-9 flex-wrap items-center gap-5">
          {requests?.length !== 0 && (
            // Has its room from the beginning, so that the filters below do not move when the library arrives.
            <span className={clsx('flex flex-wrap items-center gap-5', !requests && 'invisible')}>
              <ViewSwitch view={view} onChange={changeView} />
              {!selection.isActive && (
                <button ref={selectButton} type="button" className={HEADER_LINK} onClick={selection.start}>
                  <ListChecks className="size-4" aria-hidden />
                  {t`Select`}
                </button>
              )}
            </span>
          )}
          <Link to="/library/trash" className={HEADER_LINK}>
            <Trash2 className="size-4" aria-hidden />
            {t`Trash`}
          </Link>
        </span>
      </div>
      <LibraryFilters {...{ words, type, status, isOfFavorites, isOfShared }} onChange={change} />
      <CollectionFilter chosen={collection} onChange={(id) => change('collection', id)} />
      <div className="mt-6">
        {requests && newest.isError && (
          <Alert tone="danger" className="mb-6">
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
          <div role="status" aria-label={t`Loading your library`} className={LOOKS[view].grid}>
            {Array.from({ length: 6 }, (_, index) => (
              <Skeleton key={index} className={SKELETONS[view]} />
            ))}
          </div>
        )}
        {requests?.length === 0 && !isOffline && <EmptyLibrary lacks={lacks} />}
        {requests?.length === 0 && isOffline && (
          <p className="text-muted">{t`Nothing saved on this device matches.`}</p>
        )}
        {shown && shown.requests.length > 0 && (
          <div ref={grid}>
            <RequestGrid
              {...shown}
              view={view}
              selection={selection.marks}
              isBusy={list.isPlaceholderData}
              hasMore={list.hasNextPage}
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
      </div>
    </div>
  );
}

/**
 * The button that starts a selection disappears with it, and so does the bar that ends it. The focus goes to the first checkbox, and
 * back to the button, or to the heading if there is nothing left to select.
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
    const next = isActive ? checkbox : (selectButton.current ?? heading.current);
    next?.focus({ preventScroll: true });
  }, [isActive]);
  return { heading, selectButton, grid };
}
