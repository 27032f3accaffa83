import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { SessionsModule } from '../sessions/sessions.module';
import { WebhookEndpointsModule } from '../webhook-endpoints/webhook-endpoints.module';
import { LastingAccessService } from './lasting-access.service';

/** API keys, webhook endpoints and other access that outlives sessions. */
@Module({
  imports: [ApiKeysModule, SessionsModule, WebhookEndpointsModule],
  providers: [LastingAccessService],
  exports: [LastingAccessService],
})
export class LastingAccessModule {}
