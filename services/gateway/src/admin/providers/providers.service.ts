import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderOverview } from '@luit/contracts/generation/providers';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';

@Injectable()
export class ProvidersService {
  constructor(private readonly calls: CallClient) {}

  list(): Promise<{ providers: ProviderOverview[] }> {
    return this.calls.call(generationCalls.listProviders, {});
  }
}
