import { generationCalls } from '@luit/contracts/generation/messages';
import type { OfferedModel } from '@luit/contracts/generation/models';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { ModelsService } from './models.service';

@Controller()
export class ModelsController {
  constructor(private readonly models: ModelsService) {}

  @OnCall(generationCalls.listModels)
  async list(): Promise<{ models: OfferedModel[] }> {
    return { models: await this.models.list() };
  }
}
