import type { ListedModel } from '@luit/contracts/generation/model-editor';
import type { ShownModel } from '@luit/contracts/http/models';
import { queryOptions } from '@tanstack/react-query';
import type { AdminClient } from '../../lib/admin-client';

export const modelsQuery = (client: AdminClient) =>
  queryOptions({
    queryKey: ['models'],
    queryFn: ({ signal }) => client.get<{ items: ListedModel[] }>('/api/admin/models', signal),
  });

export const modelQuery = (client: AdminClient, id: string) =>
  queryOptions({
    queryKey: ['model', id],
    queryFn: ({ signal }) => client.get<{ model: ShownModel }>(`/api/admin/models/${encodeURIComponent(id)}`, signal),
  });
