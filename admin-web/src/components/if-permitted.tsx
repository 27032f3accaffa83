import type { Permission } from '@luit/contracts/auth/operator-permissions';
import type { ReactNode } from 'react';
import { useCan } from '../lib/operator';

/** Shows a button only to operators whose role permits what it does. */
export function IfPermitted({ permission, children }: { permission: Permission; children: ReactNode }) {
  return useCan(permission) ? children : null;
}
