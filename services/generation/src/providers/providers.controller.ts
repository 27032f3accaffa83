import { generationCalls, type ProviderOverview } from '@luit/contracts/generation';
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
