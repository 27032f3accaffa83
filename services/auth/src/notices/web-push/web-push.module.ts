import { Module } from '@nestjs/common';
import { RecordsModule } from '../../records/records.module';
import { DeliveriesModule } from '../deliveries/deliveries.module';
import { PendingNoticesModule } from '../pending-notices/pending-notices.module';
import { WebPushMessagesService } from './web-push-messages.service';
import { WebPushSubscriptionsService } from './web-push-subscriptions.service';

/** Notifications through the push services of browsers: queued and encrypted here, sent by the worker. */
@Module({
  imports: [RecordsModule, DeliveriesModule, PendingNoticesModule],
  providers: [WebPushMessagesService, WebPushSubscriptionsService],
  exports: [WebPushMessagesService],
})
export class WebPushModule {}
