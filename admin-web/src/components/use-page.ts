import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useServices } from '../lib/services';
import type { TableState } from './use-table-state';

/** A page of a list, as every list call of the operators answers it. */
export interface Page<Row> {
  items: Row[];
  nextCursor: string | null;
  total: number;
  /** There are more than were counted. */
  isTotalCapped?: boolean;
}

/** The page of `path` that the address names. The last one stays in view until the next has come. */
export function usePage<Row>(path: string, state: TableState, refetchInterval?: number) {
  const { client } = useServices();
  return useQuery({
    queryKey: [path, state.search],
    queryFn: ({ signal }) => client.get<Page<Row>>(`${path}?${state.search}`, signal),
    placeholderData: keepPreviousData,
    refetchInterval,
  });
}
