const FILES = {
  video: 'video.mp4',
  poster: 'poster.jpg',
  png: 'restored.png',
  jpg: 'restored.jpg',
  preview: 'preview.jpg',
  coloredPng: 'colored.png',
  coloredJpg: 'colored.jpg',
  firstFrame: 'first-frame.jpg',
  small: 'small.mp4',
  animation: 'animation.webp',
} as const;

/** The storage key of a file of a request's output. */
export function keyOf(requestId: string, file: keyof typeof FILES): string {
  return `outputs/${requestId}/${FILES[file]}`;
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
  return Object.values(FILES).map((file) => `outputs/${requestId}/${file}`);
}
