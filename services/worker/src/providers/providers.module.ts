import { Module } from '@nestjs/common';
import { CallbackVerifier } from './callback-verifier';
import { ProviderChecks } from './provider-checks';
import { Providers } from './providers';
import { RunnerTasks } from './runner-provider';

@Module({
  providers: [CallbackVerifier, ProviderChecks, Providers, RunnerTasks],
  exports: [CallbackVerifier, ProviderChecks, Providers],
})
export class ProvidersModule {}
