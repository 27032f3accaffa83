import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';

const FILES = {
  video: 'video.mp4',
  poster: 'poster.jpg',
  preview: 'preview.jpg',
  firstFrame: 'first-frame.jpg',
  small: 'small.mp4',
  animation: 'animation.webp',
} as const;

export const IMAGE_EXTENSIONS = ['png', 'jpg', 'webp'] as const;
/** Of the formats in which images are stored. */
export type ImageExtension = (typeof IMAGE_EXTENSIONS)[number];

/** A generated image, a restored photo, and the result of the first of two steps. */
const IMAGES = ['image', 'restored', 'colored'] as const;

/** The storage key of a file of a request's output. */
export function keyOf(requestId: string, file: keyof typeof FILES): string {
  return `outputs/${requestId}/${FILES[file]}`;
}

/** The storage key of the image that a task makes. */
export function imageKeyOf(
  requestId: string,
  { type, isIntermediate }: Pick<ProviderTask, 'type' | 'isIntermediate'>,
  extension: ImageExtension,
): string {
  const name: (typeof IMAGES)[number] = isIntermediate ? 'colored' : type === 'restore' ? 'restored' : 'image';
  return `outputs/${requestId}/${name}.${extension}`;
}

/** The storage key of another video's last frame; the video of this request starts with it. */
export function firstFrameKeyOf(requestId: string): string {
  return keyOf(requestId, 'firstFrame');
}

/** The storage keys of a video's versions that are made on request. */
export function derivedKeysOf(requestId: string): { small: string; animation: string } {
  return { small: keyOf(requestId, 'small'), animation: keyOf(requestId, 'animation') };
}

/** All storage keys that the output of a request may use. */
export function outputKeysOf(requestId: string): string[] {
  const images = IMAGES.flatMap((name) => IMAGE_EXTENSIONS.map((extension) => `${name}.${extension}`));
  return [...Object.values(FILES), ...images].map((file) => `outputs/${requestId}/${file}`);
}
