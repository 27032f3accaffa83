import { Module } from '@nestjs/common';
import { IdentityModule } from '../../identity/identity.module';
import { RecordsModule } from '../../records/records.module';
import { DeliveriesModule } from '../deliveries/deliveries.module';
import { FailingEndpointsService } from './failing-endpoints.service';
import { WebhookDeliveriesService } from './webhook-deliveries.service';
import { WebhookReplayPoller } from './webhook-replay-poller';
import { WebhookReplaysService } from './webhook-replays.service';
import { WebhookSender } from './webhook-sender';

/** Webhook events for users' systems: auth queues and signs them, the worker sends them. */
@Module({
  imports: [RecordsModule, IdentityModule, DeliveriesModule],
  providers: [
    FailingEndpointsService,
    WebhookDeliveriesService,
    WebhookReplayPoller,
    WebhookReplaysService,
    WebhookSender,
  ],
  exports: [WebhookDeliveriesService],
})
export class WebhooksModule {}
