import { PROVIDERS } from '@luit/contracts/generation/catalog/vocabulary';
import { TEST_PROVIDER } from '@luit/contracts/generation/test-requests';
import { Module } from '@nestjs/common';
import { CONFIG, type WorkerConfig } from '../config';
import { ADAPTERS } from './adapters';
import { CallbackVerifier } from './callback-verifier';
import type { Provider } from './provider';
import { ProviderChecks } from './provider-checks';
import { Providers } from './providers';
import { RunnerTasks } from './runner-provider';
import { TestProvider } from './test-provider';

@Module({
  providers: [
    CallbackVerifier,
    ProviderChecks,
    RunnerTasks,
    { provide: Providers, inject: [CONFIG, RunnerTasks], useFactory: configuredProviders },
  ],
  exports: [CallbackVerifier, ProviderChecks, Providers],
})
export class ProvidersModule {}

function configuredProviders({ instances }: WorkerConfig, runners: RunnerTasks): Providers {
  const providers = new Map<string, Provider>([[TEST_PROVIDER, new TestProvider()]]);
  for (const instance of instances) {
    const adapter = ADAPTERS[instance.kind];
    if (adapter) providers.set(instance.id, adapter(instance));
  }
  const isVendor = (name: string) => PROVIDERS.some((each) => each === name);
  return new Providers(providers, (name) => (isVendor(name) ? undefined : runners.providerOf(name)));
}
