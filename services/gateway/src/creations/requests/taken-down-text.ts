import { TAKEDOWN_KIND_NAMES } from '@luit/contracts/auth/takedown-kinds';
import type { TakedownNotice } from '@luit/contracts/generation/takedowns';

/** The text for API clients and people who ask for a file that was taken down. */
export function takenDownText({ kind, reason }: TakedownNotice): string {
  return `This was taken down (${TAKEDOWN_KIND_NAMES[kind]}): ${reason}`;
}
