import { useCallback, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { useAddressParams } from './use-address-params';

/** Search, sorting, filters and page of a list. The state lives in the URL, so a view can be shared as a link. */
export interface TableState {
  /** Query string of the list request: limit, cursor, sort, q and filters. */
  search: string;
  q: string;
  /** Column name, prefixed with `-` for descending order. */
  sort: string;
  /** Number of this page, starting at 1; known only when it was reached through `next`. */
  page: number;
  limit: number;
  isFirst: boolean;
  filter: (name: string) => string;
  /**
   * Sets search, sort or a filter and goes back to the first page. An empty value clears it. The browser's history has one
   * entry per change, and one per search instead of one per letter.
   */
  set: (name: string, value: string) => void;
  /** Sets several at once. */
  setAll: (changes: Record<string, string>) => void;
  next: (cursor: string) => void;
  previous: () => void;
}

interface Defaults {
  sort?: string;
  limit?: number;
  /** Filters that the list request accepts. */
  filters?: readonly string[];
}

const NO_FILTERS: readonly string[] = [];

export function useTableState({ sort = '', limit = 25, filters = NO_FILTERS }: Defaults = {}): TableState {
  const [params, changeParams] = useAddressParams();
  const { state } = useLocation() as { state: { trail?: string[] } | null };
  // Cursors of the previous pages. They survive a reload but are not part of a shared link.
  const trail = useMemo(() => state?.trail ?? [], [state]);
  const cursor = params.get('cursor') ?? '';
  const pageSize = Number(params.get('limit')) || limit;
  const sorted = params.get('sort') ?? sort;

  const isSearching = params.has('q');
  const setAll = useCallback(
    (changes: Record<string, string>) =>
      changeParams(
        (changed) => {
          changed.delete('cursor');
          for (const [name, value] of Object.entries(changes)) {
            if (value && !(name === 'sort' && value === sort)) changed.set(name, value);
            else changed.delete(name);
          }
        },
        { replace: 'q' in changes && isSearching },
      ),
    [changeParams, isSearching, sort],
  );
  const set = useCallback((name: string, value: string) => setAll({ [name]: value }), [setAll]);

  const goTo = useCallback(
    (to: string, newTrail: string[]) =>
      changeParams(
        (changed) => {
          if (to) changed.set('cursor', to);
          else changed.delete('cursor');
        },
        { state: { trail: newTrail } },
      ),
    [changeParams],
  );

  const search = useMemo(() => {
    const query = new URLSearchParams({ limit: String(pageSize) });
    if (sorted) query.set('sort', sorted);
    for (const name of ['q', 'cursor', ...filters]) {
      const value = params.get(name);
      if (value) query.set(name, value);
    }
    return query.toString();
  }, [params, pageSize, sorted, filters]);

  return {
    search,
    q: params.get('q') ?? '',
    sort: sorted,
    page: trail.length + 1,
    limit: pageSize,
    isFirst: !cursor,
    filter: (name) => params.get(name) ?? '',
    set,
    setAll,
    next: (to) => goTo(to, [...trail, cursor]),
    previous: () => goTo(trail.at(-1) ?? '', trail.slice(0, -1)),
  };
}
