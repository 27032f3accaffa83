import { LuitError } from '@luit/contracts/errors';
import { retirementOf } from '@luit/contracts/generation/catalog/lifecycle';
import type { Deprecation } from '@luit/contracts/generation/models';
import { Injectable } from '@nestjs/common';
import type { ApiClient } from '../../access/identities/api-key.guard';
import { VideoCatalog } from '../video-catalog';
import type { PublicModel } from './public-model';

@Injectable()
export class PublicModelsService {
  constructor(private readonly catalog: VideoCatalog) {}

  /** @throws LuitError `model_retired`; `not_found`, also for a model that the key may not use */
  async get(client: ApiClient, id: string): Promise<PublicModel> {
    const { models: allowed } = client;
    const { data } = await this.list(client);
    const model = data.find((each) => each.id === id);
    if (!model && (allowed?.includes(id) ?? true)) await this.catalog.assertNotRetired(id);
    if (!model) throw new LuitError('not_found', 'This model does not exist.');
    return model;
  }

  async list({ models: allowed }: ApiClient): Promise<{ object: 'list'; data: PublicModel[] }> {
    const byId = new Map<string, PublicModel>();
    for (const { model, plan, credits, sizes, types } of await this.catalog.combinations()) {
      const { id, name, isDefault, deprecation } = model;
      if (allowed && !allowed.includes(id)) continue;
      const listed: PublicModel = byId.get(id) ?? {
        id,
        object: 'model',
        owned_by: 'luit',
        luit: { name, is_default: isDefault, ...lifecycleOf(deprecation), offers: [] },
      };
      listed.luit.offers.push({
        seconds: String(plan.duration),
        resolution: plan.quality,
        sizes,
        credits,
        from_prompt: types.includes('video'),
        from_image: types.includes('image_video'),
      });
      byId.set(id, listed);
    }
    return { object: 'list', data: [...byId.values()] };
  }
}

function lifecycleOf(deprecation: Deprecation | undefined) {
  if (!deprecation) return { state: 'live', deprecated_at: null, ends_at: null, replacement: null } as const;
  const { since, endsAt, replacement } = deprecation;
  const ends_at = retirementOf(endsAt).toISOString();
  return { state: 'deprecated', deprecated_at: since, ends_at, replacement } as const;
}
