import type { SafetyFinding } from '@luit/contracts/generation/safety';

export const FINDINGS_PATH = '/api/admin/safety/findings';

/** A finding with the address of the operator who decided about it. */
export type AdminSafetyFinding = Omit<SafetyFinding, 'decision'> & {
  decision: (NonNullable<SafetyFinding['decision']> & { admin_email: string }) | null;
};
