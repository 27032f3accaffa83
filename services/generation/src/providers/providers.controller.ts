import { generationCalls, type ProviderOverview } from '@luit/contracts/generation';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { ProviderList } from './provider-list.service';

@Controller()
export class ProvidersController {
  constructor(private readonly providers: ProviderList) {}

  @OnCall(generationCalls.listProviders)
  list(): Promise<{ providers: ProviderOverview[] }> {
    return this.providers.list();
  }
}
