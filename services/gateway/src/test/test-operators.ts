import type { OperatorSession } from '@luit/contracts/auth/admins';

/** The answer of auth to a check of an active session: an owner who has just verified a second factor. */
export function activeOperator(changes: Partial<OperatorSession> = {}): { active: true; operator: OperatorSession } {
  return {
    active: true,
    operator: { role: 'owner', secondFactor: 'verified', secondsSinceSecondFactor: 0, ...changes },
  };
}
