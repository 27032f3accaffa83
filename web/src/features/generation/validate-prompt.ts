import type { User, VideoPlan } from '@luit/contracts/http';
import { generationMessages } from './copy';

/** Why a video cannot be started as asked, or null. */
export function refusalOf(prompt: string, plan: VideoPlan | undefined, user: User | null): string | null {
  if (prompt.trim() === '') return generationMessages.promptMissing;
  if (!plan) return generationMessages.planMissing;
  return user ? null : generationMessages.signedOut;
}
