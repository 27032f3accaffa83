import { choicesOf } from '@luit/contracts/generation/catalog/choices';
import type { ModelEntry } from '@luit/contracts/generation/catalog/model-entry';
import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import type { OfferedModel } from '@luit/contracts/generation/models';

/** A model as `GET /api/models` lists it: a shipped entry whose parameters and starts are changed. */
export function aModel(
  id: string,
  changes: Partial<OfferedModel> = {},
  { parameters, starts }: { parameters?: Partial<ModelEntry['parameters']>; starts?: ModelEntry['starts'] } = {},
): OfferedModel {
  const shipped = SHIPPED_MODELS.find((each) => each.id === id)!;
  const entry = {
    ...shipped,
    starts: starts ?? shipped.starts,
    parameters: { ...shipped.parameters, ...parameters },
  };
  const [text, image] = (['text', 'image'] as const).map((start) => choicesOf(entry, start, entry.routes[0]) ?? null);
  return {
    ...{ id, name: entry.name, description: entry.description.en!, creditFactor: 1, price: entry.price! },
    choices: { text: text ?? null, image: image ?? null },
    typicalSeconds: null,
    ...changes,
  };
}
