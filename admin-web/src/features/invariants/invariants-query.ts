import type { InvariantStatus } from '@luit/contracts/messages/invariants';
import { queryOptions } from '@tanstack/react-query';
import type { AdminClient } from '../../lib/admin-client';

export type InvariantRow = InvariantStatus & { service: string };

export interface InvariantOverview {
  items: InvariantRow[];
  /** Services that did not answer. */
  unavailable: string[];
}

export function invariantsQuery(client: AdminClient) {
  return queryOptions({
    queryKey: ['invariants'],
    queryFn: ({ signal }) => client.get<InvariantOverview>('/api/admin/invariants', signal),
  });
}
