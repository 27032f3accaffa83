import type { AuditEntry } from '@luit/contracts/auth/audit-log';
import type { authCalls } from '@luit/contracts/auth/messages';
import { MAX_WEBHOOK_ENDPOINTS, SECRET_OVERLAP_HOURS } from '@luit/contracts/auth/webhook-limits';
import type { IssuedWebhookEndpoint, WebhookEndpoint } from '@luit/contracts/auth/webhooks';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { outboundUrlFault } from '@luit/platform/security/outbound-url';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { writeAuditEntry } from '../audit-log/write-audit-entry';
import { AUTH_CONFIG, type AuthConfig } from '../config';
import { UserEntity } from '../users/user.entity';
import { requireActive, userNotFound } from '../users/users.service';
import { publishWebhookAccount } from './webhook-accounts';
import { failWaiting } from './webhook-delivery-ends';
import { toWebhookEndpoint, WEBHOOK_ENDPOINTS, type WebhookEndpointRow } from './webhook-endpoint-row';
import { WebhookSecrets } from './webhook-secrets';

type Audited = Extract<AuditEntry['action'], `webhook_${'endpoint' | 'secret'}_${string}`>;
interface OwnEndpoint {
  userId: string;
  endpointId: string;
}

/** Manages the endpoints at which programs of users receive webhooks. */
@Injectable()
export class WebhookEndpointsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG) private readonly config: Pick<AuthConfig, 'isPrivateWebhookAllowed'>,
    private readonly secrets: WebhookSecrets,
  ) {}

  /** Oldest first. */
  async list({ userId }: { userId: string }): Promise<{ endpoints: WebhookEndpoint[] }> {
    const rows = await this.database.query<WebhookEndpointRow[]>(
      `${WEBHOOK_ENDPOINTS} WHERE e.user_id = $1 ORDER BY e.id`,
      [userId],
    );
    return { endpoints: rows.map(toWebhookEndpoint) };
  }

  /** @throws LuitError `conflict`, `validation_failed`, `user_not_found`, `user_blocked`, `account_closed` */
  create(input: RequestOf<typeof authCalls.createWebhookEndpoint>): Promise<IssuedWebhookEndpoint> {
    const { userId, url, events } = input;
    this.assertSafe(url);
    return this.database.transaction(async (manager) => {
      await lockOwner(manager, userId);
      const [{ count }] = await manager.query<[{ count: number }]>(
        'SELECT count(*)::int AS count FROM webhook_endpoints WHERE user_id = $1',
        [userId],
      );
      if (count >= MAX_WEBHOOK_ENDPOINTS)
        throw new LuitError(
          'conflict',
          `You have ${MAX_WEBHOOK_ENDPOINTS} webhook endpoints already. Delete one first.`,
        );
      const own = { userId, endpointId: uuidv7() };
      const secret = this.secrets.create();
      await manager.query(
        'INSERT INTO webhook_endpoints (id, user_id, url, events, secret) VALUES ($1, $2, $3, $4, $5)',
        [own.endpointId, userId, url, [...new Set(events)], this.secrets.seal(own.endpointId, secret)],
      );
      await audit(manager, own, 'webhook_endpoint_added', { origin: new URL(url).origin });
      await publishWebhookAccount(manager, userId);
      return { secret, endpoint: await find(manager, own) };
    });
  }

  /** @throws LuitError `not_found`, `validation_failed` */
  async update(input: RequestOf<typeof authCalls.updateWebhookEndpoint>): Promise<WebhookEndpoint> {
    const { userId, endpointId, url, events, isOn } = input;
    const own = { userId, endpointId };
    if (url !== undefined) this.assertSafe(url);
    const updated = await this.database.transaction(async (manager) => {
      await lockOwner(manager, userId);
      const { off } = await find(manager, own);
      await manager.query(
        'UPDATE webhook_endpoints SET url = coalesce($2, url), events = coalesce($3, events) WHERE id = $1',
        [endpointId, url, events && [...new Set(events)]],
      );
      if (isOn !== undefined && isOn !== (off === null)) await switchTo(manager, endpointId, isOn);
      const changed = Object.entries({ url, events, isOn }).filter(([, value]) => value !== undefined);
      await audit(manager, own, 'webhook_endpoint_changed', { changed: changed.map(([name]) => name).join(' ') });
      await publishWebhookAccount(manager, userId);
      return find(manager, own);
    });
    if (updated.off) await failWaiting(this.database.manager, endpointId);
    return updated;
  }

  /** Deletes an endpoint with its deliveries. Idempotent. */
  async remove({ userId, endpointId }: OwnEndpoint): Promise<void> {
    await this.database.transaction(async (manager) => {
      await lockOwner(manager, userId);
      const [removed] = await manager.query<[{ id: string }[], number]>(
        'DELETE FROM webhook_endpoints WHERE id = $1 AND user_id = $2 RETURNING id',
        [endpointId, userId],
      );
      if (removed.length === 0) return;
      await audit(manager, { userId, endpointId }, 'webhook_endpoint_removed', {});
      await publishWebhookAccount(manager, userId);
    });
  }

  /** @throws LuitError `not_found` */
  rotate(own: OwnEndpoint): Promise<IssuedWebhookEndpoint> {
    return this.database.transaction(async (manager) => {
      await lockOwner(manager, own.userId);
      await find(manager, own);
      const secret = this.secrets.create();
      await manager.query(
        `UPDATE webhook_endpoints SET previous_secret = secret, secret = $2,
                previous_secret_expires_at = now() + interval '${SECRET_OVERLAP_HOURS} hours' WHERE id = $1`,
        [own.endpointId, this.secrets.seal(own.endpointId, secret)],
      );
      await audit(manager, own, 'webhook_secret_rotated', {});
      return { secret, endpoint: await find(manager, own) };
    });
  }

  private assertSafe(url: string): void {
    const fault = outboundUrlFault(url, this.config.isPrivateWebhookAllowed);
    if (fault) throw new LuitError('validation_failed', fault, { details: { url: fault } });
  }
}

/** Orders changes of the account's endpoints, and a block or deletion of the account. */
async function lockOwner(manager: EntityManager, userId: string): Promise<void> {
  const user = await manager.findOne(UserEntity, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
  if (!user) throw userNotFound();
  requireActive(user);
}

async function find(manager: EntityManager, { userId, endpointId }: OwnEndpoint): Promise<WebhookEndpoint> {
  const [row] = await manager.query<WebhookEndpointRow[]>(`${WEBHOOK_ENDPOINTS} WHERE e.id = $1 AND e.user_id = $2`, [
    endpointId,
    userId,
  ]);
  if (!row) throw endpointNotFound();
  return toWebhookEndpoint(row);
}

async function switchTo(manager: EntityManager, endpointId: string, isOn: boolean): Promise<void> {
  await manager.query(
    isOn
      ? `UPDATE webhook_endpoints SET off_at = NULL, off_reason = NULL, failing_since = NULL, last_error = NULL WHERE id = $1`
      : `UPDATE webhook_endpoints SET off_at = now(), off_reason = 'owner' WHERE id = $1`,
    [endpointId],
  );
}

async function audit(
  manager: EntityManager,
  { userId, endpointId }: OwnEndpoint,
  action: Audited,
  details: Record<string, string>,
): Promise<void> {
  const entry = { id: uuidv7(), adminId: null, action, subject: endpointId, details, userIds: [userId] };
  await writeAuditEntry(manager, entry);
}

export function endpointNotFound(): LuitError {
  return new LuitError('not_found', 'This webhook endpoint does not exist.');
}
