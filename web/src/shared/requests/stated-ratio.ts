import { WIDTH_TO_HEIGHT } from '@luit/contracts/generation/limits';
import { makesVideo } from '@luit/contracts/generation/outputs';
import type { RequestView } from '@luit/contracts/http/requests';

/** Width to height of what a request shows, as far as it says so. A measured picture knows better. */
export function statedRatio({ type, options }: Pick<RequestView, 'type' | 'options'>): number {
  const stated = options?.aspectRatio;
  if (stated && stated !== 'original') return WIDTH_TO_HEIGHT[stated];
  return makesVideo(type) ? WIDTH_TO_HEIGHT['16:9'] : WIDTH_TO_HEIGHT['4:3'];
}
