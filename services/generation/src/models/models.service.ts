import { generationCalls } from '@luit/contracts/generation/messages';
import { choicesOf } from '@luit/contracts/generation/catalog/choices';
import type { ModelEntry } from '@luit/contracts/generation/catalog/model-entry';
import type { ParameterName } from '@luit/contracts/generation/catalog/model-parameters';
import { ORIGINAL } from '@luit/contracts/generation/catalog/vocabulary';
import type { ModelCapabilities, OfferedModel } from '@luit/contracts/generation/models';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RunTimes } from '../estimates/run-times';
import { PublishedModels } from '../model-revisions/published-models';
import { factorOf, PlansService } from '../plans/plans.service';

/** The models that videos can be made with, what each supports, and how long it takes. */
@Injectable()
export class ModelsService {
  constructor(
    private readonly database: DataSource,
    private readonly plans: PlansService,
    private readonly published: PublishedModels,
    private readonly runTimes: RunTimes,
  ) {}

  @OnCall(generationCalls.listModels)
  async list(): Promise<{ models: OfferedModel[] }> {
    const { models, maker } = await this.plans.videoModels();
    const providers = await Promise.all(
      models.map(async ({ id }) => (await this.published.providersOf(id)).map(({ provider }) => provider)),
    );
    const times = await this.runTimes.ofModels(this.database.manager, [...new Set(providers.flat())].sort());
    return {
      models: models.map(({ id, entry, deprecation }, i) => ({
        id,
        name: entry.name,
        description: entry.description.en,
        creditFactor: factorOf(entry, maker?.entry),
        price: entry.price!,
        capabilities: capabilitiesOf(entry, providers[i]?.[0]),
        typicalSeconds: times.get(id) ?? null,
        ...(deprecation && { deprecation }),
      })),
    };
  }
}

function capabilitiesOf(entry: ModelEntry, preferred: string | undefined): ModelCapabilities {
  const route = entry.routes.find(({ provider }) => provider === preferred);
  const [text, image] = [choicesOf(entry, 'text', route), choicesOf(entry, 'image', route)];
  const parameters = { ...image?.parameters, ...text?.parameters };
  const has = (name: ParameterName) => parameters[name] !== undefined;
  return {
    text: text !== undefined,
    image: image !== undefined,
    aspectRatios: (parameters.aspectRatio?.values ?? []).filter(
      (ratio) => ratio !== ORIGINAL,
    ) as ModelCapabilities['aspectRatios'],
    original: image?.parameters.aspectRatio?.values.includes(ORIGINAL) ?? false,
    seed: has('seed'),
    negativePrompt: has('negativePrompt'),
    lastFrame: image?.hasLastImage ?? false,
  };
}
