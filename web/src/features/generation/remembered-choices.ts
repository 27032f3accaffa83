import type { ParameterValues } from '@luit/contracts/generation/catalog/model-parameters';
import { deviceStorage } from '@luit/ui/storage';

/** A seed and a negative prompt belong to one video. */
type Remembered = Omit<ParameterValues, 'seed' | 'negativePrompt' | 'prompt'>;

const keyOf = (userId: string, modelId: string): string => `luit.choices.${userId}.${modelId}`;

/** What a person last chose of a model on this device, not what followed from an image or a default. The model may take other values by now. */
export function rememberedChoices(userId: string, modelId: string): Remembered {
  const text = deviceStorage.getItem(keyOf(userId, modelId));
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as Remembered;
  } catch {
    // Not written by this app; treated as missing.
    return {};
  }
}

export function rememberChoices(
  userId: string,
  modelId: string,
  { seed: _seed, negativePrompt: _negativePrompt, ...values }: ParameterValues,
): void {
  deviceStorage.setItem(keyOf(userId, modelId), JSON.stringify({ ...rememberedChoices(userId, modelId), ...values }));
}
