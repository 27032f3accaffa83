import { isPermitted, type Permission } from '@luit/contracts/auth/operator-permissions';
import type { OperatorIdentity } from '@luit/contracts/auth/operators';
import { queryOptions } from '@tanstack/react-query';
import { createContext, use, type ReactNode } from 'react';
import type { AdminClient } from './admin-client';

export const identityQuery = (client: AdminClient) =>
  queryOptions({
    queryKey: ['identity'],
    queryFn: ({ signal }) => client.get<OperatorIdentity>('/api/admin/session', signal),
    // An owner may change the role meanwhile.
    staleTime: 60_000,
  });

const OperatorContext = createContext<OperatorIdentity | null>(null);

export function OperatorProvider({ operator, children }: { operator: OperatorIdentity; children: ReactNode }) {
  return <OperatorContext value={operator}>{children}</OperatorContext>;
}

/** The signed-in operator; null outside the signed-in part of the app. */
export function useOperator(): OperatorIdentity | null {
  return use(OperatorContext);
}

/** Whether the operator's role permits this. The server decides again. */
export function useCan(permission: Permission): boolean {
  const operator = useOperator();
  return operator === null || isPermitted(operator.role, permission);
}

export const ROLE_LABELS = {
  owner: 'Owner',
  operations: 'Operations',
  support: 'Support',
  finance: 'Finance',
  read_only: 'Read only',
} as const;
