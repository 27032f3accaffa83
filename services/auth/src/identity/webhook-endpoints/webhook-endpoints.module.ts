import { Module } from '@nestjs/common';
import { MailsModule } from '../../records/queued-mails/mails.module';
import { SecretsModule } from '../../records/secrets/secrets.module';
import { WebhookEndpointsService } from './webhook-endpoints.service';
import { WebhookSecrets } from './webhook-secrets';

/** The endpoints at which users' systems receive webhooks, and their secrets. */
@Module({
  imports: [MailsModule, SecretsModule],
  providers: [WebhookEndpointsService, WebhookSecrets],
  exports: [WebhookEndpointsService, WebhookSecrets],
})
export class WebhookEndpointsModule {}
