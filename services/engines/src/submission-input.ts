import type { TaskRoute } from '@luit/contracts/generation/catalog/model-routes';
import { vendorInput } from '@luit/contracts/generation/catalog/vendor-input';
import type { Submission } from './engine';

/** The vendor's input of a task, with the names and types of its route. The task has storage keys, the vendor gets images. */
export function inputOf(
  { task, image, lastImage, references = [] }: Submission,
  route: TaskRoute,
): Record<string, unknown> {
  const { prompt, duration, resolution, restore } = task;
  const { references: _, ...options } = task.options ?? {};
  const images = { image, lastImage, ...(references.length > 0 && { references }) };
  return vendorInput(route, { ...options, ...restore, prompt, duration, resolution, ...images });
}
