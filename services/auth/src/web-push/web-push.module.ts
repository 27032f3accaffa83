import { Module } from '@nestjs/common';
import { NotificationsModule } from '../notifications/notifications.module';
import { UnsentWebPushes } from './unsent-web-pushes';
import { WebPushController } from './web-push.controller';
import { WebPushMessagesService } from './web-push-messages.service';
import { WebPushSubscriptionsService } from './web-push-subscriptions.service';

/** Notifications through the push services of browsers: queued and encrypted here, sent by the worker. */
@Module({
  imports: [NotificationsModule],
  controllers: [WebPushController],
  providers: [UnsentWebPushes, WebPushMessagesService, WebPushSubscriptionsService],
  exports: [WebPushMessagesService],
})
export class WebPushModule {}
