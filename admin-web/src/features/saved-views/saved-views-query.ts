import type { OperatorListName } from '@luit/contracts/auth/operator-lists';
import type { SavedView } from '@luit/contracts/auth/saved-views';
import { queryOptions } from '@tanstack/react-query';
import type { AdminClient } from '../../lib/admin-client';

export const VIEWS_PATH = '/api/admin/saved-views';

export const savedViewsQuery = (client: AdminClient, list: OperatorListName) =>
  queryOptions({
    queryKey: [VIEWS_PATH, list],
    queryFn: ({ signal }) => client.get<{ views: SavedView[] }>(`${VIEWS_PATH}?list=${list}`, signal),
  });
