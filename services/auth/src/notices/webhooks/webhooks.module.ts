import { Module } from '@nestjs/common';
import { MailsModule } from '../mails/mails.module';
import { SecretsModule } from '../../records/secrets/secrets.module';
import { FailingEndpointsService } from './failing-endpoints.service';
import { UnsentWebhooks } from './unsent-webhooks';
import { WebhookAttemptsService } from './webhook-attempts.service';
import { WebhookDeliveriesService } from './webhook-deliveries.service';
import { WebhookEndpointsService } from '../../identity/webhook-endpoints/webhook-endpoints.service';
import { WebhookReplayPoller } from './webhook-replay-poller';
import { WebhookReplaysService } from './webhook-replays.service';
import { WebhookSecrets } from '../../identity/webhook-endpoints/webhook-secrets';

/** Webhook events for users' systems: auth queues and signs them, the worker sends them. */
@Module({
  imports: [MailsModule, SecretsModule],
  providers: [
    FailingEndpointsService,
    UnsentWebhooks,
    WebhookAttemptsService,
    WebhookDeliveriesService,
    WebhookEndpointsService,
    WebhookReplayPoller,
    WebhookReplaysService,
    WebhookSecrets,
  ],
  exports: [WebhookDeliveriesService, WebhookEndpointsService],
})
export class WebhooksModule {}
