import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderOverview } from '@luit/contracts/generation/providers';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { ProviderActionsService } from './provider-actions.service';
import { ProvidersService } from './providers.service';

@Controller()
export class ProvidersController {
  constructor(
    private readonly providers: ProvidersService,
    private readonly actions: ProviderActionsService,
  ) {}

  @OnCall(generationCalls.listProviders)
  list(): Promise<{ providers: ProviderOverview[] }> {
    return this.providers.list();
  }

  @OnCall(generationCalls.setProviderRotation)
  setRotation(input: RequestOf<typeof generationCalls.setProviderRotation>): Promise<{ provider: ProviderOverview }> {
    return this.actions.setRotation(input);
  }

  @OnCall(generationCalls.checkProvider)
  check(input: RequestOf<typeof generationCalls.checkProvider>): Promise<{ provider: ProviderOverview }> {
    return this.actions.requestCheck(input);
  }
}
