import { Module } from '@nestjs/common';
import { ApiKeyLookupService } from './api-key-lookup.service';
import { ApiKeyRevocations } from './api-key-revocations';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeysService } from './api-keys.service';

/** Keys with which programs act for a user. */
@Module({
  controllers: [ApiKeysController],
  providers: [ApiKeyLookupService, ApiKeyRevocations, ApiKeysService],
  exports: [ApiKeyRevocations],
})
export class ApiKeysModule {}
