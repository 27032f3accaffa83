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
    if (instance.kind === 'runner') providers.set(instance.id, runners.providerOf(instance.id));
    const adapter = ADAPTERS[instance.kind];
    if (adapter) providers.set(instance.id, adapter(instance));
  }
  return new Providers(providers);
}
