import type { AuditLogRow } from '@luit/contracts/http';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AdminClient } from '../../lib/admin-client';

interface AuditLogPage {
  items: AuditLogRow[];
  nextCursor: string | null;
  total: number;
}

const PAGE = 50;

export function auditLogQuery(client: AdminClient) {
  return infiniteQueryOptions({
    queryKey: ['audit-log'],
    queryFn: ({ signal, pageParam }) => {
      const from = pageParam ? `&cursor=${pageParam}` : '';
      return client.get<AuditLogPage>(`/api/admin/audit-log?limit=${PAGE}${from}`, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}
