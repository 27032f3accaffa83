import type { User } from '@luit/contracts/auth/users';
import type { VideoPlan } from '@luit/contracts/generation/plans';
import { generationMessages } from './copy';

/** Returns why the video cannot be started, or null. */
export function validateGeneration(prompt: string, plan: VideoPlan | undefined, user: User | null): string | null {
  if (prompt.trim() === '') return generationMessages.promptMissing;
  if (!plan) return generationMessages.planMissing;
  return user ? null : generationMessages.signedOut;
}
