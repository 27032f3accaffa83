import type { RequestType } from './plans';

/** What a type of request makes: the kind of model that it needs. */
export const OUTPUT_OF = {
  video: 'video',
  image_video: 'video',
  image: 'image',
  restore: 'restoration',
} as const satisfies Record<RequestType, string>;
export type RequestOutput = (typeof OUTPUT_OF)[RequestType];

export function makesVideo(type: RequestType): boolean {
  return OUTPUT_OF[type] === 'video';
}
