import type { Start } from '@luit/contracts/generation/catalog/choices';
import type { Choices } from '@luit/contracts/generation/catalog/model-parameters';
import type { RetiredModel } from '@luit/contracts/generation/catalog/lifecycle';
import type { OfferedModel } from '@luit/contracts/generation/models';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../../lib/services';
import { plansQuery } from '../../shared/plans/get-plans';
import { modelsQuery } from './api/get-models';

export interface ModelChoices {
  /** What the result starts from. */
  start: Start;
  /** The models for this start; empty while unknown, when the server chooses. */
  models: OfferedModel[];
  /** The chosen model, or the default one. */
  model: OfferedModel | undefined;
  /** The chosen model, if it was retired; `model` is what replaces it. */
  retired: RetiredModel | undefined;
  /** The names of the models, by id. */
  names: ReadonlyMap<string, string>;
  /** What it takes. */
  choices: Choices | undefined;
}

/** The models that make videos, or images, from this start. */
export function useOfferedModels(
  chosenId: string | undefined,
  start: Start,
  output: 'video' | 'image' = 'video',
): ModelChoices {
  const { api } = useServices();
  const { data } = useQuery(modelsQuery(api));
  const { data: plans } = useQuery(plansQuery(api));
  const sold = output === 'image' ? plans?.imageModels : plans?.models;
  const defaultId = sold?.find(({ isDefault }) => isDefault)?.id;
  const listed = output === 'image' ? data?.imageModels : data?.models;
  const models = listed?.filter(({ choices }) => choices[start]) ?? [];
  const [usedId, setUsedId] = useState<string>();
  // Without a choice, a model that was the default while this page is open is the one whose retirement is told.
  const retired = plans?.retired.find(({ id }) => id === (chosenId ?? usedId));
  const wantedId = retired ? retired.replacement : chosenId;
  const model = models.find(({ id }) => id === wantedId) ?? models.find(({ id }) => id === defaultId) ?? models[0];
  if (model && !retired && usedId !== model.id) setUsedId(model.id);
  const names = new Map(sold?.map(({ id, name }) => [id, name]));
  return { start, models, model, retired, names, choices: model?.choices[start] ?? undefined };
}
