import type { ExampleView } from '@luit/contracts/http/examples';
import { queryOptions } from '@tanstack/react-query';
import type { AdminClient } from '../../lib/admin-client';

/** The videos of the gallery, latest first. */
export function examplesQuery(client: AdminClient) {
  return queryOptions({
    queryKey: ['examples'],
    queryFn: ({ signal }) => client.get<{ items: ExampleView[] }>('/api/admin/examples', signal),
  });
}
