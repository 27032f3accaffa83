import { authEvents } from '@luit/contracts/auth/messages';
import { writeEvent } from '@luit/platform/events/outbox';
import type { EntityManager } from 'typeorm';

/** Tells other services whether the account has an endpoint that is on. The caller has locked the account, which orders the versions. */
export async function publishWebhookAccount(manager: EntityManager, userId: string): Promise<void> {
  const [row] = await manager.query<{ version: string; isActive: boolean }[]>(
    `SELECT nextval('webhook_account_versions') AS version,
            EXISTS (SELECT FROM webhook_endpoints WHERE user_id = $1 AND off_at IS NULL) AS "isActive"`,
    [userId],
  );
  const { version, isActive } = row!;
  await writeEvent(manager, authEvents.webhookAccountChanged, { userId, version: Number(version), isActive });
}

/** Removes the endpoints of an account that the caller has locked, with their deliveries. Returns their ids. */
export async function removeWebhookEndpoints(
  manager: EntityManager,
  userId: string,
  except: string[] = [],
): Promise<string[]> {
  const [removed] = await manager.query<[{ id: string }[], number]>(
    'DELETE FROM webhook_endpoints WHERE user_id = $1 AND id <> ALL ($2::uuid[]) RETURNING id',
    [userId, except],
  );
  if (removed.length > 0) await publishWebhookAccount(manager, userId);
  return removed.map(({ id }) => id);
}
