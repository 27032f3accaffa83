import { OUTPUT_OF } from '@luit/contracts/generation/outputs';
import type { RequestType } from '@luit/contracts/generation/plans';

const NAMES = { video: 'ai-video', image: 'ai-image', restoration: 'restored' } as const;

/** What a downloaded output is called, without its extension. */
export function downloadNameOf(type: RequestType): string {
  return NAMES[OUTPUT_OF[type]];
}
