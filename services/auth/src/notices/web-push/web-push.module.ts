import { Module } from '@nestjs/common';
import { RecordsModule } from '../../records/records.module';
import { PendingNoticesModule } from '../pending-notices/pending-notices.module';
import { UnsentWebPushes } from './unsent-web-pushes';
import { WebPushMessagesService } from './web-push-messages.service';
import { WebPushSubscriptionsService } from './web-push-subscriptions.service';

/** Notifications through the push services of browsers: queued and encrypted here, sent by the worker. */
@Module({
  imports: [RecordsModule, PendingNoticesModule],
  providers: [UnsentWebPushes, WebPushMessagesService, WebPushSubscriptionsService],
  exports: [WebPushMessagesService],
})
export class WebPushModule {}
