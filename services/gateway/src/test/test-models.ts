import { choicesOf } from '@luit/contracts/generation/catalog/choices';
import { valuesOf } from '@luit/contracts/generation/catalog/listed-values';
import type { ModelEntry } from '@luit/contracts/generation/catalog/model-entry';
import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import type { ImageModel, VideoModel } from '@luit/contracts/generation/plans';

/** A video model as generation lists it: a shipped entry with these changes. */
export function testModel(id: string, changes: Partial<VideoModel> = {}): VideoModel {
  const entry: ModelEntry = SHIPPED_MODELS.find((each) => each.id === id)!;
  const { name, parameters, price, routes } = entry;
  const [text, image] = (['text', 'image'] as const).map((start) => choicesOf(entry, start, routes[0]) ?? null);
  const offered = { durations: valuesOf(parameters.duration!).map(Number), resolutions: parameters.resolution!.values };
  return {
    ...{ id, name, price: price!, factor: 1, isDefault: false },
    supports: [
      ...(text ? [{ type: 'video' as const, ...offered }] : []),
      ...(image ? [{ type: 'image_video' as const, ...offered }] : []),
    ],
    choices: { text: text ?? null, image: image ?? null },
    ...changes,
  };
}

/** The same for a model that makes images. */
export function testImageModel(id: string, changes: Partial<ImageModel> = {}): ImageModel {
  const entry: ModelEntry = SHIPPED_MODELS.find((each) => each.id === id)!;
  const [text, image] = (['text', 'image'] as const).map((start) => choicesOf(entry, start, entry.routes[0]) ?? null);
  return {
    ...{ id, name: entry.name, price: entry.price!, isDefault: false },
    choices: { text: text ?? null, image: image ?? null },
    ...changes,
  };
}
