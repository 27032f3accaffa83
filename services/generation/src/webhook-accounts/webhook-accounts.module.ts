import { Module } from '@nestjs/common';
import { WebhookAccountsController } from './webhook-accounts.controller';

/** Knows whose requests are published for webhooks. */
@Module({ controllers: [WebhookAccountsController] })
export class WebhookAccountsModule {}
