import { onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { connectivity } from './connectivity';
import { logFailure } from './log';

/** The app's query cache. It is not part of the initial chunk; it loads with the first page that fetches data. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => logFailure(`Loading ${queryKey.join(' ')} failed`, error.message),
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnReconnect: 'always',
      retry: (count, error) => count < 2 && error instanceof ApiError && !error.isDefinite,
    },
    // An action fails at once without a connection. TanStack would otherwise keep it and run it after the user has moved on.
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Requests are small, and the activity center shows them for as long as the app is open. */
queryClient.setQueryDefaults(['requests'], { gcTime: 24 * 60 * 60_000 });

/** Queries pause without a connection and all of them are fetched again when it returns. */
onlineManager.setEventListener((setOnline) => {
  const report = () => setOnline(connectivity.isOnline());
  report();
  return connectivity.subscribe(report);
});
