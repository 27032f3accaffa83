import type { Approval } from '@luit/contracts/billing/approvals';
import { queryOptions } from '@tanstack/react-query';
import type { AdminClient } from '../../lib/admin-client';

export const APPROVALS_PATH = '/api/admin/approvals';

const POLL_MS = 15_000;

/** What waits for a second operator, and how many. */
export function pendingApprovalsQuery(client: AdminClient) {
  return queryOptions({
    queryKey: ['approvals', 'pending'],
    queryFn: ({ signal }) =>
      client.get<{ items: Approval[]; pending: number }>(`${APPROVALS_PATH}?state=pending&limit=1`, signal),
    refetchInterval: POLL_MS,
  });
}
