import { sortedMetadata } from '@luit/contracts/generation/metadata';
import type { NewRequest } from '@luit/contracts/generation/requests';
import { createHash } from 'node:crypto';

/** Equal for equal requests; detects a key that is reused for a different one. */
export function inputHash(request: NewRequest): string {
  const { type, prompt, duration, restore, planId, model, expectedCredits, imageKey, imageHash, retryOf } = request;
  const { aspectRatio, framing, seed, negativePrompt, cameraMotion, style, extendOf } = request;
  const { quality, enhancement, colorRestoration } = restore ?? {};
  const options = [duration, quality, enhancement, colorRestoration, planId, model, expectedCredits];
  // JSON turns undefined into null.
  const video = [aspectRatio, framing?.x, framing?.y, seed, negativePrompt, cameraMotion, style, extendOf];
  const lastImage = request.lastImageHash ?? request.lastImageKey;
  const metadata = request.metadata && sortedMetadata(request.metadata);
  const input = [
    type,
    prompt,
    ...options,
    imageHash ?? imageKey,
    retryOf,
    ...video,
    lastImage,
    metadata,
    request.remixOf,
  ];
  return createHash('sha256').update(JSON.stringify(input)).digest('hex');
}
