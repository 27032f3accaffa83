import type { OperatorProfile } from '@luit/contracts/auth/operators';
import { queryOptions } from '@tanstack/react-query';
import type { AdminClient } from '../../lib/admin-client';

export const profileQuery = (client: AdminClient) =>
  queryOptions({
    queryKey: ['profile'],
    queryFn: ({ signal }) => client.get<OperatorProfile>('/api/admin/profile', signal),
  });
