import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { SessionsModule } from '../sessions/sessions.module';
import { WebhooksModule } from '../../notices/webhooks/webhooks.module';
import { LastingAccessService } from './lasting-access.service';

/** API keys, webhook endpoints and other access that outlives sessions. */
@Module({
  imports: [ApiKeysModule, SessionsModule, WebhooksModule],
  providers: [LastingAccessService],
  exports: [LastingAccessService],
})
export class LastingAccessModule {}
