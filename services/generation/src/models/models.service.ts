import { generationCalls } from '@luit/contracts/generation/messages';
import type { OfferedModel } from '@luit/contracts/generation/models';
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
    const providers = models.flatMap((model) => this.published.workingProviders(model));
    const times = await this.runTimes.ofModels(this.database.manager, [...new Set(providers)].sort());
    return {
      models: models.map(({ deprecation, ...model }) => ({
        id: model.id,
        name: model.entry.name,
        description: model.entry.description.en,
        creditFactor: factorOf(model.entry, maker?.entry),
        price: model.entry.price!,
        choices: this.plans.choicesByStart(model),
        typicalSeconds: times.get(model.id) ?? null,
        ...(deprecation && { deprecation }),
      })),
    };
  }
}
