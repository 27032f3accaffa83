import { Module } from '@nestjs/common';
import { MailsModule } from '../mails/mails.module';
import { SecretsModule } from '../secrets/secrets.module';
import { FailingEndpointsService } from './failing-endpoints.service';
import { UnsentWebhooks } from './unsent-webhooks';
import { WebhookAttemptsService } from './webhook-attempts.service';
import { WebhookDeliveriesController } from './webhook-deliveries.controller';
import { WebhookDeliveriesService } from './webhook-deliveries.service';
import { WebhookEndpointsController } from './webhook-endpoints.controller';
import { WebhookEndpointsService } from './webhook-endpoints.service';
import { WebhookReplayPoller } from './webhook-replay-poller';
import { WebhookReplaysService } from './webhook-replays.service';
import { WebhookSecrets } from './webhook-secrets';

/** Events for programs of users: queued and signed here, sent by the worker. */
@Module({
  imports: [MailsModule, SecretsModule],
  controllers: [WebhookDeliveriesController, WebhookEndpointsController],
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
  exports: [WebhookDeliveriesService],
})
export class WebhooksModule {}
