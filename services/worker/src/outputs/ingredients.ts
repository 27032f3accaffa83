import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { credentialFormat, type Ingredient } from '@luit/media/content-credentials/sign-content';
import { contentTypeOf, type Storage } from '@luit/platform/storage/storage';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { INGREDIENTS, referenceOf } from '../content-credentials/manifest';
import { firstFrameKeyOf } from './output-keys';

/**
 * Copies the images that the model received, because the credentials contain no pixels of them. Leaves out images that have been deleted
 * since.
 */
export async function copyIngredients(
  storage: Storage,
  folder: string,
  { type, duration, imageKey, options }: ProviderTask,
  requestId: string,
  signal: AbortSignal,
): Promise<Ingredient[]> {
  if (type === 'video') return [];
  const role =
    type === 'restore' ? INGREDIENTS.original : duration === null ? INGREDIENTS.image : INGREDIENTS.firstFrame;
  // The only other beginning of a video is the last frame of another one.
  const first = { ...role, key: imageKey ?? firstFrameKeyOf(requestId) };
  const last = { ...INGREDIENTS.lastFrame, key: options?.lastImageKey ?? null };
  const references = (options?.references ?? []).map((key, i) => ({ ...referenceOf(i + 1), key }));
  const ingredients: Ingredient[] = [];
  for (const { key, ...itsRole } of [first, last, ...references]) {
    const file = join(folder, itsRole.label);
    if (key !== null && (await copyStored(storage, key, file, signal)))
      ingredients.push({ ...itsRole, file, format: credentialFormat.parse(contentTypeOf(key)) });
  }
  return ingredients;
}

/** @returns false if the storage has no such file */
export async function copyStored(storage: Storage, key: string, file: string, signal: AbortSignal): Promise<boolean> {
  const stored = await storage.get(key);
  if (!stored) return false;
  await pipeline(stored.stream, createWriteStream(file), { signal });
  return true;
}
