import { TEST_PROVIDER } from '@luit/contracts/generation/test-requests';
import { Module } from '@nestjs/common';
import { CONFIG, type WorkerConfig } from '../config';
import { ADAPTERS } from './adapters';
import { CallbackVerifier } from './callback-verifier';
import type { Provider } from './provider';
import { ProviderChecks } from './provider-checks';
import { Providers } from './providers';
import { TestProvider } from './test-provider';

@Module({
  providers: [
    CallbackVerifier,
    ProviderChecks,
    { provide: Providers, inject: [CONFIG], useFactory: configuredProviders },
  ],
  exports: [CallbackVerifier, ProviderChecks, Providers],
})
export class ProvidersModule {}

function configuredProviders({ instances }: WorkerConfig): Providers {
  const providers = new Map<string, Provider>([[TEST_PROVIDER, new TestProvider()]]);
  for (const instance of instances) {
    const adapter = ADAPTERS[instance.kind];
    if (adapter) providers.set(instance.id, adapter(instance));
  }
  return new Providers(providers);
}
