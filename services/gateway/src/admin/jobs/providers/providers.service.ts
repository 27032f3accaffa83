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

  setRotation(
    adminId: string,
    provider: string,
    isOut: boolean,
    reason: string,
  ): Promise<{ provider: ProviderOverview }> {
    return this.calls.call(generationCalls.setProviderRotation, { adminId, provider, isOut, reason });
  }

  check(adminId: string, provider: string): Promise<{ provider: ProviderOverview }> {
    return this.calls.call(generationCalls.checkProvider, { adminId, provider });
  }
}
