import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderOverview } from '@luit/contracts/generation/providers';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { ProvidersService } from './providers.service';

@Controller()
export class ProvidersController {
  constructor(private readonly providers: ProvidersService) {}

  @OnCall(generationCalls.listProviders)
  list(): Promise<{ providers: ProviderOverview[] }> {
    return this.providers.list();
  }
}
