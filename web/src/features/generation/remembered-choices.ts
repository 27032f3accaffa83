import type { ParameterValues } from '@luit/contracts/generation/catalog/model-parameters';
import { isTextParameter } from '@luit/contracts/generation/catalog/vocabulary';
import { deviceStorage } from '@luit/ui/storage';

const keyOf = (userId: string, modelId: string): string => `luit.choices.${userId}.${modelId}`;

/** What a person last chose of a model on this device, not what followed from an image or a default. The model may take other values by now. */
export function rememberedChoices(userId: string, modelId: string): ParameterValues {
  const text = deviceStorage.getItem(keyOf(userId, modelId));
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as ParameterValues;
  } catch {
    // Not written by this app; treated as missing.
    return {};
  }
}

/** Texts and the seed belong to one video. */
export function rememberChoices(userId: string, modelId: string, values: ParameterValues): void {
  const kept = Object.entries(values).filter(([name]) => name !== 'seed' && !isTextParameter(name));
  const choices = { ...rememberedChoices(userId, modelId), ...Object.fromEntries(kept) };
  deviceStorage.setItem(keyOf(userId, modelId), JSON.stringify(choices));
}
