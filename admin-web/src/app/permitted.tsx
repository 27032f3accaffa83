import type { Permission } from '@luit/contracts/auth/operator-permissions';
import { Alert } from '@luit/ui/alert';
import type { ReactNode } from 'react';
import { PageHeader } from '../components/page-header';
import { ROLE_LABELS, useCan, useOperator } from '../lib/operator';

/** Shows a page if the operator's role permits it, and says so otherwise. */
export function Permitted({ permission, children }: { permission: Permission; children: ReactNode }) {
  const isPermitted = useCan(permission);
  const operator = useOperator();
  if (isPermitted || !operator) return children;
  return (
    <>
      <PageHeader title="Not permitted" />
      <Alert tone="info">
        Your role {ROLE_LABELS[operator.role]} does not include this page. Ask an owner if you need it.
      </Alert>
    </>
  );
}
