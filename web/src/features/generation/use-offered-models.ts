import type { RetiredModel } from '@luit/contracts/generation/catalog/lifecycle';
import type { OfferedModel } from '@luit/contracts/generation/models';
import type { VideoModel } from '@luit/contracts/generation/plans';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../lib/services';
import { plansQuery } from '../../shared/plans/get-plans';
import { modelsQuery } from './api/get-models';

export interface ModelChoices {
  /** The models for this kind of input; empty while unknown, when the server chooses. */
  models: OfferedModel[];
  /** The chosen model, or the default one. */
  model: OfferedModel | undefined;
  /** The chosen model, if it was retired; `model` is what replaces it. */
  retired: RetiredModel | undefined;
  /** What each model can make, by its id. */
  details: ReadonlyMap<string, VideoModel>;
}

/** The models that make videos from this kind of input. */
export function useOfferedModels(chosenId: string | undefined, hasImage: boolean): ModelChoices {
  const { api } = useServices();
  const { data } = useQuery(modelsQuery(api));
  const { data: plans } = useQuery(plansQuery(api));
  const details = new Map(plans?.models.map((model) => [model.id, model]));
  const models = data?.models.filter(({ capabilities }) => (hasImage ? capabilities.image : capabilities.text)) ?? [];
  const retired = plans?.retired.find(({ id }) => id === chosenId);
  const wantedId = retired ? retired.replacement : chosenId;
  const model =
    models.find(({ id }) => id === wantedId) ?? models.find(({ id }) => details.get(id)?.isDefault) ?? models[0];
  return { models, model, retired, details };
}
