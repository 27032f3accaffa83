import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useServices } from '../lib/services';
import type { TableState } from './use-table-state';

/** A page of a list, as every list endpoint of the admin API returns it. */
export interface Page<Row> {
  items: Row[];
  nextCursor: string | null;
  total: number;
  /** Counting stopped early, so `total` is a lower bound. */
  isTotalCapped?: boolean;
}

/**
 * Loads the page that the URL selects. The previous page stays visible until the next one has loaded.
 *
 * @param refetchInterval milliseconds, also as a function of the page that is shown
 */
export function usePage<Row>(
  path: string,
  state: TableState,
  refetchInterval?: number | ((page?: Page<Row>) => number | false),
) {
  const { client } = useServices();
  return useQuery({
    queryKey: [path, state.search],
    queryFn: ({ signal }) => client.get<Page<Row>>(`${path}?${state.search}`, signal),
    placeholderData: keepPreviousData,
    refetchInterval:
      typeof refetchInterval === 'function' ? ({ state: { data } }) => refetchInterval(data) : refetchInterval,
  });
}
