import type { TaskRoute } from '@luit/contracts/generation/catalog/model-routes';
import { type VendorImage, vendorInput } from '@luit/contracts/generation/catalog/vendor-input';
import { createHash } from 'node:crypto';
import type { Submission } from './engine';

/** What a server calls the images of a submission, if it has to get them before. */
export interface UploadedImages {
  image: VendorImage | null;
  lastImage: VendorImage | null;
}

/** The vendor's input of a task, with the names and types of its route. The task has storage keys, the vendor gets images. */
export function inputOf(
  { task, image, lastImage, references = [] }: Submission,
  route: TaskRoute,
  uploaded?: UploadedImages,
): Record<string, unknown> {
  const { prompt, duration, resolution, restore } = task;
  const { references: _, ...options } = task.options ?? {};
  const images = { image, lastImage, ...(references.length > 0 && { references }), ...uploaded };
  const reference = taskIdOf(task.clientRef);
  return vendorInput(route, { ...options, ...restore, prompt, duration, resolution, ...images, reference });
}

/**
 * A UUID that follows from a client reference, in the canonical form that ComfyUI demands of ids. It is no secret, as the reference is, which
 * appears in the URL of callbacks.
 */
export function taskIdOf(clientRef: string): string {
  const hex = createHash('sha256').update(`luit task ${clientRef}`).digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}
