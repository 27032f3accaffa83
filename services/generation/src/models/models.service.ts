import { generationCalls } from '@luit/contracts/generation/messages';
import type { OfferedModel } from '@luit/contracts/generation/models';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RunTimes } from '../estimates/run-times';
import { factorOf, PlansService } from '../plans/plans.service';
import { ProviderSelectionService } from '../providers/provider-selection.service';

/** The models that videos can be made with, what each supports, and how long it takes. */
@Injectable()
export class ModelsService {
  constructor(
    private readonly database: DataSource,
    private readonly plans: PlansService,
    private readonly selection: ProviderSelectionService,
    private readonly runTimes: RunTimes,
  ) {}

  @OnCall(generationCalls.listModels)
  async list(): Promise<{ models: OfferedModel[] }> {
    const { models, maker } = await this.plans.videoModels();
    const providers = models.flatMap(({ id }) => this.selection.providersOf(id).map(({ provider }) => provider));
    const times = await this.runTimes.ofModels(this.database.manager, [...new Set(providers)].sort());
    return {
      models: models.map(({ id, entry }) => ({
        id,
        name: entry.name,
        description: entry.description.en,
        creditFactor: factorOf(entry, maker?.entry),
        price: entry.price!,
        choices: this.plans.choicesByStart({ id, entry }),
        typicalSeconds: times.get(id) ?? null,
      })),
    };
  }
}
