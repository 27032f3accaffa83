import type { Start } from '@luit/contracts/generation/catalog/choices';
import type { Choices } from '@luit/contracts/generation/catalog/model-parameters';
import type { OfferedModel } from '@luit/contracts/generation/models';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../lib/services';
import { plansQuery } from '../../shared/plans/get-plans';
import { modelsQuery } from './api/get-models';

export interface ModelChoices {
  /** What the video starts from. */
  start: Start;
  /** The models for this start; empty while unknown, when the server chooses. */
  models: OfferedModel[];
  /** The chosen model, or the default one. */
  model: OfferedModel | undefined;
  /** What it takes. */
  choices: Choices | undefined;
}

/** The models that make videos from this start. */
export function useOfferedModels(chosenId: string | undefined, start: Start): ModelChoices {
  const { api } = useServices();
  const { data } = useQuery(modelsQuery(api));
  const { data: plans } = useQuery(plansQuery(api));
  const defaultId = plans?.models.find(({ isDefault }) => isDefault)?.id;
  const models = data?.models.filter(({ choices }) => choices[start]) ?? [];
  const model = models.find(({ id }) => id === chosenId) ?? models.find(({ id }) => id === defaultId) ?? models[0];
  return { start, models, model, choices: model?.choices[start] ?? undefined };
}
