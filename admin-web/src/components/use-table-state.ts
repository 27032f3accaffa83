import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

/** What of a list is shown. It lives in the address, so that a view can be sent to a colleague. */
export interface TableState {
  /** The query of the list's call: limit, cursor, sort, q and filters. */
  search: string;
  q: string;
  /** A column's name, with `-` before it when descending. */
  sort: string;
  /** The number of this page, from 1, as far as it was reached by `next`. */
  page: number;
  limit: number;
  isFirst: boolean;
  filter: (name: string) => string;
  /** Sets search, sort or a filter and goes back to the first page. An empty value clears it. */
  set: (name: string, value: string) => void;
  next: (cursor: string) => void;
  previous: () => void;
}

interface Defaults {
  sort?: string;
  limit?: number;
  /** Names of the filters that the list's call takes. */
  filters?: readonly string[];
}

const NO_FILTERS: readonly string[] = [];

export function useTableState({ sort = '', limit = 25, filters = NO_FILTERS }: Defaults = {}): TableState {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { state: { trail?: string[] } | null };
  // Cursors of the pages before this one; a reload keeps them, a shared address does not carry them.
  const trail = useMemo(() => state?.trail ?? [], [state]);
  const cursor = params.get('cursor') ?? '';
  const shown = Number(params.get('limit')) || limit;
  const sorted = params.get('sort') ?? sort;

  const set = useCallback(
    (name: string, value: string) =>
      setParams(
        (old) => {
          old.delete('cursor');
          if (value) old.set(name, value);
          else old.delete(name);
          return old;
        },
        { replace: true },
      ),
    [setParams],
  );

  const goTo = useCallback(
    (to: string, trailThere: string[]) =>
      setParams(
        (old) => {
          if (to) old.set('cursor', to);
          else old.delete('cursor');
          return old;
        },
        { state: { trail: trailThere } },
      ),
    [setParams],
  );

  const search = useMemo(() => {
    const asked = new URLSearchParams({ limit: String(shown) });
    if (sorted) asked.set('sort', sorted);
    for (const name of ['q', 'cursor', ...filters]) {
      const value = params.get(name);
      if (value) asked.set(name, value);
    }
    return asked.toString();
  }, [params, shown, sorted, filters]);

  return {
    search,
    q: params.get('q') ?? '',
    sort: sorted,
    page: trail.length + 1,
    limit: shown,
    isFirst: !cursor,
    filter: (name) => params.get(name) ?? '',
    set,
    next: (to) => goTo(to, [...trail, cursor]),
    previous: () => goTo(trail.at(-1) ?? '', trail.slice(0, -1)),
  };
}
