import { generationCalls } from '@luit/contracts/generation/messages';
import { controlsOf, type OfferedModel } from '@luit/contracts/generation/models';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RunTimes } from '../estimates/run-times';
import { PlansService } from '../plans/plans.service';
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
    const models = await this.plans.videoModels();
    const providers = models.flatMap(({ id }) => this.selection.providersOf(id).map(({ provider }) => provider));
    const times = await this.runTimes.ofModels(this.database.manager, [...new Set(providers)].sort());
    return {
      models: models.map(({ id, name, description, factorPermille, supports }) => ({
        id,
        name,
        description,
        creditFactor: factorPermille / 1_000,
        capabilities: {
          text: supports.some(({ type }) => type === 'video'),
          image: supports.some(({ type }) => type === 'image_video'),
          ...controlsOf(id, this.selection.preferred(id)),
        },
        typicalSeconds: times.get(id) ?? null,
      })),
    };
  }
}
