import { TEST_PROVIDER } from '@luit/contracts/generation/test-requests';
import { Module } from '@nestjs/common';
import { CONFIG, type WorkerConfig } from '../config';
import { ArkProvider } from './ark';
import { CallbackVerifier } from './callback-verifier';
import { FalProvider } from './fal';
import type { Provider } from './provider';
import { ProviderChecks } from './provider-checks';
import { Providers } from './providers';
import { ReplicateProvider } from './replicate';
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

function configuredProviders({ replicate, fal, ark }: WorkerConfig): Providers {
  const providers = new Map<string, Provider>([[TEST_PROVIDER, new TestProvider()]]);
  if (replicate) providers.set('replicate', new ReplicateProvider(replicate));
  if (fal) providers.set('fal', new FalProvider(fal));
  if (ark) providers.set('ark', new ArkProvider(ark));
  return new Providers(providers);
}
