import type { AuditEntry } from '@luit/contracts/auth/audit-log';
import { authCalls } from '@luit/contracts/auth/messages';
import { MAX_WEBHOOK_ENDPOINTS, SECRET_OVERLAP_HOURS } from '@luit/contracts/auth/webhook-limits';
import type { IssuedWebhookEndpoint, WebhookEndpoint } from '@luit/contracts/auth/webhooks';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { outboundUrlFault } from '@luit/platform/security/outbound-url';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { writeAuditEntry } from '../../records/audit-log/write-audit-entry';
import { AUTH_CONFIG, type AuthConfig } from '../../records/auth-config';
import { MailsService } from '../../records/queued-mails/mails.service';
import { findCreated, inputHashOf } from '../../records/secrets/repeated-creation';
import { UserEntity } from '../../records/users/user.entity';
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

/** Manages the endpoints at which users' systems receive webhooks. */
@Injectable()
export class WebhookEndpointsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG) private readonly config: Pick<AuthConfig, 'isPrivateWebhookAllowed'>,
    private readonly secrets: WebhookSecrets,
    private readonly mails: MailsService,
  ) {}

  /** Oldest first. */
  @OnCall(authCalls.listWebhookEndpoints)
  async list({ userId }: RequestOf<typeof authCalls.listWebhookEndpoints>): Promise<{ endpoints: WebhookEndpoint[] }> {
    const rows = await this.database.query<WebhookEndpointRow[]>(
      `${WEBHOOK_ENDPOINTS} WHERE e.user_id = $1 ORDER BY e.id`,
      [userId],
    );
    return { endpoints: rows.map(toWebhookEndpoint) };
  }

  /** @throws LuitError `conflict`, `validation_failed`, `user_not_found`, `user_blocked`, `account_closed` */
  @OnCall(authCalls.createWebhookEndpoint)
  create(input: RequestOf<typeof authCalls.createWebhookEndpoint>): Promise<IssuedWebhookEndpoint> {
    const { userId, url, events, from, apiKeyId } = input;
    const inputHash = inputHashOf([url, events]);
    // Each program chooses its own keys.
    const idempotencyKey =
      apiKeyId && input.idempotencyKey ? `${apiKeyId}:${input.idempotencyKey}` : input.idempotencyKey;
    this.assertSafe(url);
    return this.database.transaction(async (manager) => {
      const owner = await lockOwner(manager, userId);
      if (idempotencyKey !== undefined) {
        const creation = { table: 'webhook_endpoints', userId, idempotencyKey, inputHash } as const;
        const endpointId = await findCreated(manager, creation, 'previous_secret IS NULL');
        if (endpointId) return this.issued(manager, { userId, endpointId });
      }
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
        `INSERT INTO webhook_endpoints (id, user_id, url, events, secret, idempotency_key, input_hash)
         VALUES ($1, $2, $3, $4, $5, $6::text, CASE WHEN $6::text IS NOT NULL THEN $7::bytea END)`,
        [
          ...[own.endpointId, userId, url, [...new Set(events)], this.secrets.seal(own.endpointId, secret)],
          ...[idempotencyKey ?? null, inputHash],
        ],
      );
      await audit(manager, own, 'webhook_endpoint_added', {
        origin: new URL(url).origin,
        ...(apiKeyId !== undefined && { apiKeyId }),
      });
      await publishWebhookAccount(manager, userId);
      await this.mails.queueAccessGranted(
        manager,
        owner,
        { grant: 'webhook_endpoint_added', thing: hostOf(url) },
        from,
      );
      return { secret, endpoint: await find(manager, own) };
    });
  }

  /** @throws LuitError `not_found`, `validation_failed` */
  @OnCall(authCalls.updateWebhookEndpoint)
  async update(input: RequestOf<typeof authCalls.updateWebhookEndpoint>): Promise<WebhookEndpoint> {
    const { userId, endpointId, url, events, isOn, from } = input;
    const own = { userId, endpointId };
    if (url !== undefined) this.assertSafe(url);
    const updated = await this.database.transaction(async (manager) => {
      const owner = await lockOwner(manager, userId);
      const { off } = await find(manager, own);
      await manager.query(
        'UPDATE webhook_endpoints SET url = coalesce($2, url), events = coalesce($3, events) WHERE id = $1',
        [endpointId, url, events && [...new Set(events)]],
      );
      if (isOn !== undefined && isOn !== (off === null)) await switchTo(manager, endpointId, isOn);
      const changed = Object.entries({ url, events, isOn }).filter(([, value]) => value !== undefined);
      await audit(manager, own, 'webhook_endpoint_changed', { changed: changed.map(([name]) => name).join(' ') });
      await publishWebhookAccount(manager, userId);
      const endpoint = await find(manager, own);
      if (url !== undefined || events !== undefined || isOn) {
        const granted = { grant: 'webhook_endpoint_changed', thing: hostOf(endpoint.url) } as const;
        await this.mails.queueAccessGranted(manager, owner, granted, from);
      }
      return endpoint;
    });
    if (updated.off) await failWaiting(this.database.manager, endpointId);
    return updated;
  }

  /** Deletes an endpoint with its deliveries. Idempotent. */
  @OnCall(authCalls.deleteWebhookEndpoint)
  async remove({ userId, endpointId }: RequestOf<typeof authCalls.deleteWebhookEndpoint>): Promise<void> {
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
  @OnCall(authCalls.rotateWebhookSecret)
  rotate(input: RequestOf<typeof authCalls.rotateWebhookSecret>): Promise<IssuedWebhookEndpoint> {
    const { from, idempotencyKey, ...own } = input;
    return this.database.transaction(async (manager) => {
      const owner = await lockOwner(manager, own.userId);
      const { url } = await find(manager, own);
      const secret = this.secrets.create();
      const [rotated] = await manager.query<[unknown[], number]>(
        `UPDATE webhook_endpoints SET previous_secret = secret, secret = $2, rotation_key = $3::text,
                previous_secret_expires_at = now() + interval '${SECRET_OVERLAP_HOURS} hours'
          WHERE id = $1 AND (rotation_key = $3::text) IS NOT TRUE RETURNING id`,
        [own.endpointId, this.secrets.seal(own.endpointId, secret), idempotencyKey ?? null],
      );
      if (rotated.length === 0) return this.issued(manager, own);
      await audit(manager, own, 'webhook_secret_rotated', {});
      await this.mails.queueAccessGranted(
        manager,
        owner,
        { grant: 'webhook_secret_rotated', thing: hostOf(url) },
        from,
      );
      return { secret, endpoint: await find(manager, own) };
    });
  }

  /** The endpoint with its current secret, for a retry of the request that made it. */
  private async issued(manager: EntityManager, own: OwnEndpoint): Promise<IssuedWebhookEndpoint> {
    const endpoint = await find(manager, own);
    const [row] = await manager.query<{ secret: Buffer }[]>('SELECT secret FROM webhook_endpoints WHERE id = $1', [
      own.endpointId,
    ]);
    if (!row) throw endpointNotFound();
    return { secret: this.secrets.open(own.endpointId, row.secret), endpoint };
  }

  private assertSafe(url: string): void {
    const fault = outboundUrlFault(url, this.config.isPrivateWebhookAllowed);
    if (fault) throw new LuitError('validation_failed', fault, { details: { url: fault } });
  }
}

/** Orders changes of the account's endpoints, and a block or deletion of the account. */
async function lockOwner(manager: EntityManager, userId: string): Promise<UserEntity> {
  const user = await manager.findOne(UserEntity, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
  if (!user) throw userNotFound();
  requireActive(user);
  return user;
}

/** Without the path, which may be a secret. */
function hostOf(url: string): string {
  return new URL(url).host;
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
