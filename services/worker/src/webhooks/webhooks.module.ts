import { Module } from '@nestjs/common';
import { WebhooksService } from './webhooks.service';

/** Delivers events to the webhook endpoints of users. */
@Module({ providers: [WebhooksService] })
export class WebhooksModule {}
