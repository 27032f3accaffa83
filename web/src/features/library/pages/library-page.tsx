import { MAX_SEARCH_CHARACTERS } from '@luit/contracts/generation/limits';
import { Alert } from '@luit/ui/alert';
import { ErrorState } from '@luit/ui/error-state';
import { Skeleton } from '@luit/ui/skeleton';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ListChecks, Trash2 } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { connectivity } from '../../../lib/connectivity';
import { formatDateTime } from '../../../lib/format';
import { PageTitle } from '../../../lib/page-title';
import { useServices } from '../../../lib/services';
import { type LibraryFilter, libraryQuery } from '../../../shared/requests/api/list-requests';
import { EmptyLibrary } from '../components/empty-library';
import { LibraryFilters, type LibraryFiltersProps } from '../components/library-filters';
import { NextPage } from '../components/next-page';
import { RequestCard } from '../components/request-card';
import { SelectionBar } from '../components/selection-bar';
import { libraryCopy } from '../copy';
import { useSelection } from '../use-selection';

const HEADER_LINK =
  'inline-flex cursor-pointer items-center gap-2 text-sm font-semibold text-info underline-offset-4 hover:underline';
const GRID = 'grid gap-6 sm:grid-cols-2 xl:grid-cols-3';

/** Returns the option named in the URL, or `all` if it is missing or unknown. */
function optionOf<Option extends string>(options: Readonly<Record<Option, string>>, name: string | null) {
  return (name && Object.hasOwn(options, name) ? name : 'all') as Option | 'all';
}

export default function LibraryPage() {
  const { api } = useServices();
  const [params, setParams] = useSearchParams();
  const type = optionOf(libraryCopy.types, params.get('type'));
  const status = optionOf(libraryCopy.statuses, params.get('status'));
  const words = params.get('q')?.trim().slice(0, MAX_SEARCH_CHARACTERS) ?? '';
  const isOfFavorites = params.get('favorite') === 'true';
  const isOfShared = params.get('shared') === 'true';
  const filter: LibraryFilter = {
    ...(words && { q: words }),
    ...(type !== 'all' && { type }),
    ...(status !== 'all' && { status }),
    ...(isOfFavorites && { favorite: 'true' }),
    ...(isOfShared && { shared: 'true' }),
  };
  // What was found stays until the next words have found something.
  const library = useInfiniteQuery({ ...libraryQuery(api, filter), placeholderData: keepPreviousData });
  const requests = library.data?.pages.flatMap((page) => page.requests);
  const favorites = new Set(library.data?.pages.flatMap((page) => page.favorites));
  const shared = new Set(library.data?.pages.flatMap((page) => page.shared));
  const selection = useSelection(requests ?? []);
  const isFiltered = words !== '' || type !== 'all' || status !== 'all';

  const lacks =
    isFiltered || (isOfFavorites && isOfShared)
      ? 'matches'
      : isOfFavorites
        ? 'favorites'
        : isOfShared
          ? 'shared'
          : 'requests';

  const change: LibraryFiltersProps['onChange'] = (name, value) => {
    // While React still prepares the page of the filter before, `params` does not know that filter; the address bar does.
    const next = new URLSearchParams(window.location.search);
    if (value === 'all' || value === '') next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true });
  };

  return (
    <div className="page py-10 sm:py-14">
      <PageTitle>{libraryCopy.title}</PageTitle>
      <p className="text-label text-accent-text eyebrow">{libraryCopy.title}</p>
      <h1 className="mt-2 text-page heading">{libraryCopy.heading}</h1>
      <div className="mt-2 mb-8 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <p className="text-muted">{libraryCopy.lead}</p>
        <span className="flex flex-wrap items-center gap-5">
          {requests && requests.length > 0 && !selection.isActive && (
            <button type="button" className={HEADER_LINK} onClick={selection.start}>
              <ListChecks className="size-4" aria-hidden />
              {libraryCopy.bulk.start}
            </button>
          )}
          <Link to="/library/trash" className={HEADER_LINK}>
            <Trash2 className="size-4" aria-hidden />
            {libraryCopy.trash}
          </Link>
        </span>
      </div>
      <LibraryFilters {...{ words, type, status, isOfFavorites, isOfShared }} onChange={change} />
      <div className="mt-6">
        {requests && library.isError && (
          <Alert tone="danger" className="mb-6">
            {libraryCopy.stale(formatDateTime(new Date(library.dataUpdatedAt).toISOString()))}
          </Alert>
        )}
        {!requests && library.isError && (
          <ErrorState title={libraryCopy.failed} onRetry={connectivity.unlessOffline(() => void library.refetch())}>
            {library.error.message}
          </ErrorState>
        )}
        {library.isPending && (
          <div role="status" aria-label={libraryCopy.loading} className={GRID}>
            {Array.from({ length: 6 }, (_, index) => (
              <Skeleton key={index} className="h-80 rounded-card" />
            ))}
          </div>
        )}
        {requests?.length === 0 && <EmptyLibrary lacks={lacks} />}
        {requests && requests.length > 0 && (
          <ul
            aria-busy={library.isPlaceholderData}
            className={clsx(GRID, 'transition-opacity', library.isPlaceholderData && 'opacity-50')}
          >
            {requests.map((request) => (
              <RequestCard
                key={request.id}
                listed={request}
                isFavorite={favorites.has(request.id)}
                isShared={shared.has(request.id)}
                selection={selection}
              />
            ))}
          </ul>
        )}
        <NextPage list={library} />
        {selection.isActive && <SelectionBar selection={selection} />}
      </div>
    </div>
  );
}
