import { Module } from '@nestjs/common';
import { CallbackVerifier } from './callback-verifier';
import { ProviderChecks } from './provider-checks';
import { Providers } from './providers';

@Module({
  providers: [CallbackVerifier, ProviderChecks, Providers],
  exports: [CallbackVerifier, ProviderChecks, Providers],
})
export class ProvidersModule {}
