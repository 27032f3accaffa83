import type { ServiceStatus } from '@luit/contracts/operations/service-status';
import { queryOptions } from '@tanstack/react-query';
import type { AdminClient } from '../../lib/admin-client';

type ByOperator<Restriction> = (NonNullable<Restriction> & { admin_email: string }) | null;

export interface AdminServiceStatus {
  banner: ByOperator<ServiceStatus['banner']>;
  pause: ByOperator<ServiceStatus['pause']>;
}

const POLL_MS = 15_000;

export const SERVICE_STATUS_KEY = ['service-status'];

export function serviceStatusQuery(client: AdminClient) {
  return queryOptions({
    queryKey: SERVICE_STATUS_KEY,
    queryFn: ({ signal }) => client.get<AdminServiceStatus>('/api/admin/service-status', signal),
    refetchInterval: POLL_MS,
  });
}
