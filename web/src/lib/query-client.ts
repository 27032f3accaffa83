import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { logFailure } from './log';

/** The app's query cache. It is not part of the initial chunk; it loads with the first page that fetches data. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => logFailure(`Loading ${queryKey.join(' ')} failed`, error.message),
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => count < 2 && error instanceof ApiError && !error.isDefinite,
    },
    mutations: { retry: false },
  },
});

/** Requests are small, and the activity center shows them for as long as the app is open. */
queryClient.setQueryDefaults(['requests'], { gcTime: 24 * 60 * 60_000 });
