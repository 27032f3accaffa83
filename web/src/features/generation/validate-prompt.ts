import type { User } from '@luit/contracts/auth/users';
import type { VideoPlan } from '@luit/contracts/generation/plans';
import { generationMessages } from './copy';

/** Why a video cannot be started as asked, or null. */
export function refusalOf(prompt: string, plan: VideoPlan | undefined, user: User | null): string | null {
  if (prompt.trim() === '') return generationMessages.promptMissing;
  if (!plan) return generationMessages.planMissing;
  return user ? null : generationMessages.signedOut;
}
