import { Module } from '@nestjs/common';
import { MailsModule } from '../mails/mails.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { WebPushMessagesService } from './web-push-messages.service';
import { WebPushSubscriptionsService } from './web-push-subscriptions.service';

/** Notifications through the push services of browsers: queued and encrypted here, sent by the worker. */
@Module({
  imports: [MailsModule, NotificationsModule],
  providers: [WebPushMessagesService, WebPushSubscriptionsService],
  exports: [WebPushMessagesService],
})
export class WebPushModule {}
