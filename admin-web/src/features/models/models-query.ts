import type { ListedModel } from '@luit/contracts/generation/model-editor';
import { queryOptions } from '@tanstack/react-query';
import type { AdminClient } from '../../lib/admin-client';

export const modelsQuery = (client: AdminClient) =>
  queryOptions({
    queryKey: ['models'],
    queryFn: ({ signal }) => client.get<{ items: ListedModel[] }>('/api/admin/models', signal),
  });
