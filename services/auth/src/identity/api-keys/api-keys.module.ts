import { Module } from '@nestjs/common';
import { ApiKeyLookupService } from './api-key-lookup.service';
import { ApiKeyRevocations } from './api-key-revocations';
import { MailsModule } from '../../records/queued-mails/mails.module';
import { ApiKeysService } from './api-keys.service';

/** Keys with which API clients act for a user. */
@Module({
  imports: [MailsModule],
  providers: [ApiKeyLookupService, ApiKeyRevocations, ApiKeysService],
  exports: [ApiKeyRevocations, ApiKeysService],
})
export class ApiKeysModule {}
