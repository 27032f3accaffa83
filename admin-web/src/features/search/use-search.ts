import type { SearchResults } from '@luit/contracts/http/admin-search';
import { useDebounced } from '@luit/ui/use-debounced';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readAdvice } from '../../lib/admin-error';
import { useServices } from '../../lib/services';
import { groupsOf, type NamedPage, pagesNamed, type ResultGroup, PLACES } from './search-results';

const DEBOUNCE_MS = 150;
const MIN_LENGTH = 2;
const HINT =
  'Finds pages by their name, users by the start of their email or name, orders by the number of an invoice, and users, requests, provider tasks, orders, payments, refunds and transactions by their full ID. Finds promotional codes by part of the code or its reason.';
const NO_GROUPS: ResultGroup[] = [];

interface Search {
  groups: ResultGroup[];
  isBusy: boolean;
  status: string | null;
}

/** Searches once the operator pauses. The results of the previous text stay until the next ones have loaded. */
export function useSearch(text: string, pages: NamedPage[]): Search {
  const { client } = useServices();
  const words = useDebounced(text.trim(), DEBOUNCE_MS);
  const isLongEnough = text.trim().length >= MIN_LENGTH;
  const query = useQuery({
    queryKey: ['search', words],
    queryFn: async ({ signal }) => {
      const results = await client.get<SearchResults>(`/api/admin/search?q=${encodeURIComponent(words)}`, signal);
      return { groups: groupsOf(results), found: results.items.length, unavailable: results.unavailable };
    },
    enabled: words.length >= MIN_LENGTH,
    placeholderData: keepPreviousData,
  });
  const named = pagesNamed(text, pages);
  const isBusy = isLongEnough && (query.isFetching || words !== text.trim());
  if (!isLongEnough) return { groups: NO_GROUPS, isBusy, status: HINT };
  if (query.error && !isBusy) {
    return { groups: named, isBusy, status: `The search failed. ${readAdvice(query.error)}` };
  }
  const { groups: rows = NO_GROUPS, found: inRows = 0, unavailable = [] } = query.data ?? {};
  const groups = [...named, ...rows];
  const found = inRows + named.flatMap(({ items }) => items).length;
  const count = found === 0 ? 'Nothing found.' : `${found} ${found === 1 ? 'result' : 'results'}.`;
  const missing = unavailable.map((place) => ` Could not search ${PLACES[place]}.`).join('');
  return { groups, isBusy, status: isBusy ? null : count + missing };
}
