import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { logFailure } from './log';

/** One cache for the whole app. Loaded with the first page that reads data, not with the first page. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => logFailure(`Loading ${queryKey.join(' ')}`, error.message),
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => count < 2 && error instanceof ApiError && !error.isDefinite,
    },
    mutations: { retry: false },
  },
});

/** Requests are small, and the activity centre tells of them for as long as the app is open. */
queryClient.setQueryDefaults(['requests'], { gcTime: 24 * 60 * 60_000 });
