import { generationCalls, type ProviderOverview } from '@luit/contracts/generation';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';

@Injectable()
export class ProvidersService {
  constructor(private readonly calls: CallClient) {}

  list(): Promise<{ providers: ProviderOverview[] }> {
    return this.calls.call(generationCalls.listProviders, {});
  }
}
