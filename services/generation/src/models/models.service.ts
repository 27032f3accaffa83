import { generationCalls } from '@luit/contracts/generation/messages';
import type { ModelList } from '@luit/contracts/generation/models';
import type { RequestOutput } from '@luit/contracts/generation/outputs';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RunTimes } from '../estimates/run-times';
import { PublishedModels } from '../model-revisions/published-models';
import { factorOf, PlansService, sellerOf } from '../plans/plans.service';

/** The models that videos and images can be made with, what each supports, and how long it takes. */
@Injectable()
export class ModelsService {
  constructor(
    private readonly database: DataSource,
    private readonly plans: PlansService,
    private readonly published: PublishedModels,
    private readonly runTimes: RunTimes,
  ) {}

  @OnCall(generationCalls.listModels)
  async list(): Promise<ModelList> {
    const { models } = await this.plans.offer();
    const maker = sellerOf(models, 'video');
    const providers = models.flatMap((model) => this.published.workingProviders(model));
    const times = await this.runTimes.ofModels(this.database.manager, [...new Set(providers)].sort());
    const listed = (output: RequestOutput) =>
      models
        .filter(({ entry }) => entry.output === output)
        .map(({ deprecation, ...model }) => ({
          id: model.id,
          name: model.entry.name,
          description: model.entry.description.en,
          creditFactor: output === 'video' ? factorOf(model.entry, maker?.entry) : 1,
          price: model.entry.price!,
          choices: this.plans.choicesByStart(model),
          typicalSeconds: times.get(model.id) ?? null,
          ...(deprecation && { deprecation }),
        }));
    return { models: listed('video'), imageModels: listed('image') };
  }
}
