import { authEvents } from '@luit/contracts/auth/messages';
import { accountsOf } from '@luit/contracts/auth/test-accounts';
import type { WebhookAccount } from '@luit/contracts/auth/webhooks';
import { OnEvent } from '@luit/platform/events/on-event';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** The endpoints of a user are also told about test requests. News that arrives late changes nothing. */
const STORE_SQL = `
  INSERT INTO webhook_accounts (user_id, version, is_active) SELECT unnest($1::uuid[]), $2, $3
  ON CONFLICT (user_id) DO UPDATE SET version = excluded.version, is_active = excluded.is_active
   WHERE webhook_accounts.version < excluded.version`;

@Injectable()
export class WebhookAccounts {
  @OnEvent(authEvents.webhookAccountChanged)
  async changed({ userId, version, isActive }: WebhookAccount, manager: EntityManager): Promise<void> {
    await manager.query(STORE_SQL, [accountsOf(userId), version, isActive]);
  }
}
