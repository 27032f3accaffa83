import { Module } from '@nestjs/common';
import { WebhooksProcessor } from './webhooks.processor';
import { WebhooksService } from './webhooks.service';

/** Delivers events to the webhook endpoints of users. */
@Module({ providers: [WebhooksProcessor, WebhooksService] })
export class WebhooksModule {}
