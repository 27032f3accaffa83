import { Module } from '@nestjs/common';
import { WebhookAccounts } from './webhook-accounts';

/** Stores which users' requests are published for webhooks. */
@Module({ providers: [WebhookAccounts] })
export class WebhookAccountsModule {}
