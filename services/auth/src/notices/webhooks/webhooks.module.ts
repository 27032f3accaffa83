import { Module } from '@nestjs/common';
import { IdentityModule } from '../../identity/identity.module';
import { RecordsModule } from '../../records/records.module';
import { FailingEndpointsService } from './failing-endpoints.service';
import { UnsentWebhooks } from './unsent-webhooks';
import { WebhookAttemptsService } from './webhook-attempts.service';
import { WebhookDeliveriesService } from './webhook-deliveries.service';
import { WebhookReplayPoller } from './webhook-replay-poller';
import { WebhookReplaysService } from './webhook-replays.service';

/** Webhook events for users' systems: auth queues and signs them, the worker sends them. */
@Module({
  imports: [RecordsModule, IdentityModule],
  providers: [
    FailingEndpointsService,
    UnsentWebhooks,
    WebhookAttemptsService,
    WebhookDeliveriesService,
    WebhookReplayPoller,
    WebhookReplaysService,
  ],
  exports: [WebhookDeliveriesService],
})
export class WebhooksModule {}
