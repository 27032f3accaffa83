import { Module } from '@nestjs/common';
import { MailsModule } from '../mails/mails.module';
import { SecretsModule } from '../secrets/secrets.module';
import { FailingEndpointsService } from './failing-endpoints.service';
import { WebhookDeliveriesService } from './webhook-deliveries.service';
import { WebhookEndpointsService } from './webhook-endpoints.service';
import { WebhookReplayPoller } from './webhook-replay-poller';
import { WebhookReplaysService } from './webhook-replays.service';
import { WebhookSecrets } from './webhook-secrets';
import { WebhookSender } from './webhook-sender';

/** Webhook events for users' systems: auth queues and signs them, the worker sends them. */
@Module({
  imports: [MailsModule, SecretsModule],
  providers: [
    FailingEndpointsService,
    WebhookDeliveriesService,
    WebhookEndpointsService,
    WebhookReplayPoller,
    WebhookReplaysService,
    WebhookSecrets,
    WebhookSender,
  ],
  exports: [WebhookDeliveriesService, WebhookEndpointsService, WebhookSender],
})
export class WebhooksModule {}
