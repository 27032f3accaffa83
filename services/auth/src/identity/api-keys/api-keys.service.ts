import {
  MAX_API_KEYS,
  NEWEST_API_VERSION,
  ROTATION_OVERLAP_HOURS,
  type ApiKeyMode,
} from '@luit/contracts/auth/api-key-limits';
import type { ApiKey, IssuedApiKey } from '@luit/contracts/auth/api-keys';
import type { AuditEntry } from '@luit/contracts/auth/audit-log';
import type { RequestSource } from '@luit/contracts/auth/sessions';
import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { hashOfApiKey, newApiKey } from '@luit/contracts/auth/api-key-format';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { findOperator } from '../../records/operators/find-operator';
import { writeAuditEntry } from '../../records/audit-log/write-audit-entry';
import { MailsService } from '../../records/queued-mails/mails.service';
import { findCreated, inputHashOf } from '../../records/secrets/repeated-creation';
import { UserEntity } from '../../records/users/user.entity';
import { requireActive, userNotFound } from '../users/users.service';
import { API_KEYS, type ApiKeyRow, toApiKey } from './api-key-row';
import { ApiKeyRevocations } from './api-key-revocations';

type Change = RequestOf<typeof authCalls.updateApiKey>;
type Audited = Extract<AuditEntry['action'], `api_key_${string}`>;
interface OwnKey {
  userId: string;
  keyId: string;
}

/** Columns of `api_keys` by the field of a change. */
const COLUMNS = {
  name: 'name',
  scopes: 'scopes',
  models: 'models',
  networks: 'networks',
  expiresAt: 'expires_at',
} as const;

/** Issues and manages the API keys of users. */
@Injectable()
export class ApiKeysService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly revocations: ApiKeyRevocations,
    private readonly mails: MailsService,
  ) {}

  /** Newest first, without revoked ones. */
  @OnCall(authCalls.listApiKeys)
  async list({ userId }: RequestOf<typeof authCalls.listApiKeys>): Promise<{ keys: ApiKey[] }> {
    const rows = await this.database.query<ApiKeyRow[]>(`${API_KEYS} AND k.user_id = $1 ORDER BY k.id DESC`, [userId]);
    return { keys: rows.map(toApiKey) };
  }

  /** @throws LuitError `conflict`, `validation_failed`, `user_not_found`, `user_blocked`, `account_closed` */
  @OnCall(authCalls.createApiKey)
  async create(input: RequestOf<typeof authCalls.createApiKey>): Promise<IssuedApiKey> {
    const {
      userId,
      name,
      mode,
      scopes,
      models = null,
      networks = null,
      expiresAt = null,
      from,
      idempotencyKey,
    } = input;
    const inputHash = inputHashOf([name, mode, scopes, models, networks, expiresAt]);
    const issued = await this.database.transaction(async (manager) => {
      const owner = await lockOwner(manager, userId);
      if (idempotencyKey !== undefined) {
        const creation = { table: 'api_keys', userId, idempotencyKey, inputHash } as const;
        const keyId = await findCreated(manager, creation, 'last_used_at IS NULL AND rotation_key IS NULL');
        if (keyId) return this.replaceSecret(manager, owner, { keyId, mode, from });
      }
      requireFuture(expiresAt);
      const [{ count }] = await manager.query<[{ count: number }]>(
        `SELECT count(*)::int AS count FROM api_keys WHERE user_id = $1 AND revoked_at IS NULL`,
        [userId],
      );
      if (count >= MAX_API_KEYS)
        throw new LuitError('conflict', `You have ${MAX_API_KEYS} API keys already. Revoke one first.`);
      const keyId = uuidv7();
      await manager.query(
        `INSERT INTO api_keys (id, user_id, name, mode, scopes, models, networks, expires_at, api_version, idempotency_key, input_hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::text, CASE WHEN $10::text IS NOT NULL THEN $11::bytea END)`,
        [
          ...[keyId, userId, name, mode, [...new Set(scopes)], models, networks, expiresAt, NEWEST_API_VERSION],
          ...[idempotencyKey ?? null, inputHash],
        ],
      );
      const key = await addSecret(manager, keyId, mode);
      await audit(manager, { userId, keyId }, 'api_key_created', { scopes: scopes.join(' '), mode });
      const apiKey = await find(manager, { userId, keyId });
      await this.mails.queueAccessGranted(manager, owner, { grant: 'api_key_created', thing: shortOf(apiKey) }, from);
      return { key, apiKey };
    });
    // After a retry, the first secret has ended.
    if (idempotencyKey !== undefined) await this.revocations.publishChanged([issued.apiKey.id]);
    return issued;
  }

  /** @throws LuitError `not_found`, `validation_failed` */
  @OnCall(authCalls.updateApiKey)
  async update({ userId, keyId, changesBudget = false, from, ...change }: Change): Promise<ApiKey> {
    requireFuture(change.expiresAt);
    const changed = Object.entries(COLUMNS).filter(([field]) => change[field as keyof typeof COLUMNS] !== undefined);
    const apiKey = await this.database.transaction(async (manager) => {
      await lockKey(manager, { userId, keyId });
      if (changed.length > 0) {
        const values = changed.map(([field]) => change[field as keyof typeof COLUMNS]);
        const assignments = changed.map(([, column], i) => `${column} = $${i + 2}`).join(', ');
        await manager.query(`UPDATE api_keys SET ${assignments} WHERE id = $1`, [keyId, ...values]);
        await audit(manager, { userId, keyId }, 'api_key_changed', {
          changed: changed.map(([name]) => name).join(' '),
        });
      }
      const found = await find(manager, { userId, keyId });
      if (changesBudget || changed.some(([field]) => field !== 'name')) {
        const owner = await manager.findOneByOrFail(UserEntity, { id: userId });
        await this.mails.queueAccessGranted(manager, owner, { grant: 'api_key_changed', thing: shortOf(found) }, from);
      }
      return found;
    });
    await this.revocations.publishChanged([keyId]);
    return apiKey;
  }

  /** Idempotent. @throws LuitError `not_found` for another account's key */
  @OnCall(authCalls.revokeApiKey)
  async revoke({ userId, keyId }: RequestOf<typeof authCalls.revokeApiKey>): Promise<void> {
    await this.revokeFor({ userId, keyId }, null, {});
  }

  /** Idempotent. @throws LuitError `not_found` for another account's key, `forbidden` for an unknown operator */
  @OnCall(authCalls.revokeApiKeyOf)
  async revokeByOperator(input: RequestOf<typeof authCalls.revokeApiKeyOf>): Promise<void> {
    const { userId, keyId, adminId, reason } = input;
    await findOperator(this.database.manager, adminId);
    await this.revokeFor({ userId, keyId }, adminId, { reason });
  }

  private async revokeFor(
    { userId, keyId }: OwnKey,
    adminId: string | null,
    details: Record<string, string>,
  ): Promise<void> {
    const revoked = await this.database.transaction(async (manager) => {
      const [own] = await manager.query<unknown[]>(`SELECT FROM api_keys WHERE id = $1 AND user_id = $2`, [
        keyId,
        userId,
      ]);
      if (!own) throw notFound();
      const ids = await this.revocations.revoke(manager, userId, keyId);
      if (ids.length > 0) await audit(manager, { userId, keyId }, 'api_key_revoked', details, adminId);
      return ids;
    });
    await this.revocations.publishChanged(revoked);
  }

  /** @throws LuitError `not_found` */
  @OnCall(authCalls.rotateApiKey)
  async rotate(input: RequestOf<typeof authCalls.rotateApiKey>): Promise<IssuedApiKey> {
    const { userId, keyId, overlapHours = ROTATION_OVERLAP_HOURS, from, idempotencyKey } = input;
    const issued = await this.database.transaction(async (manager) => {
      const { mode, rotationKey } = await lockKey(manager, { userId, keyId });
      const owner = await manager.findOneByOrFail(UserEntity, { id: userId });
      if (idempotencyKey !== undefined && rotationKey === idempotencyKey)
        return this.replaceSecret(manager, owner, { keyId, mode, from });
      await manager.query(`UPDATE api_keys SET rotation_key = $2 WHERE id = $1`, [keyId, idempotencyKey]);
      await manager.query(`DELETE FROM api_key_secrets WHERE api_key_id = $1 AND expires_at IS NOT NULL`, [keyId]);
      await manager.query(
        `UPDATE api_key_secrets SET expires_at = now() + make_interval(hours => $2) WHERE api_key_id = $1`,
        [keyId, overlapHours],
      );
      const key = await addSecret(manager, keyId, mode);
      await audit(manager, { userId, keyId }, 'api_key_rotated', { overlap_hours: String(overlapHours) });
      const apiKey = await find(manager, { userId, keyId });
      await this.mails.queueAccessGranted(manager, owner, { grant: 'api_key_rotated', thing: shortOf(apiKey) }, from);
      return { key, apiKey };
    });
    await this.revocations.publishChanged([keyId]);
    return issued;
  }

  /** Only hashes of secrets are stored: a client that did not receive the current secret gets a new one. */
  private async replaceSecret(
    manager: EntityManager,
    owner: UserEntity,
    { keyId, mode, from }: { keyId: string; mode: ApiKeyMode; from: RequestSource | undefined },
  ): Promise<IssuedApiKey> {
    const own = { userId: owner.id, keyId };
    await manager.query(`DELETE FROM api_key_secrets WHERE api_key_id = $1 AND expires_at IS NULL`, [keyId]);
    const key = await addSecret(manager, keyId, mode);
    await audit(manager, own, 'api_key_rotated', { overlap_hours: '0' });
    const apiKey = await find(manager, own);
    await this.mails.queueAccessGranted(manager, owner, { grant: 'api_key_rotated', thing: shortOf(apiKey) }, from);
    return { key, apiKey };
  }
}

/** Orders the creation of keys, and a block or deletion of the account. */
async function lockOwner(manager: EntityManager, userId: string): Promise<UserEntity> {
  const user = await manager.findOne(UserEntity, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
  if (!user) throw userNotFound();
  requireActive(user);
  return user;
}

/** The list entry of a key without its name, because the creator of the key chose the name. */
function shortOf({ prefix, last4 }: ApiKey): string {
  return `${prefix}…${last4}`;
}

async function lockKey(
  manager: EntityManager,
  { userId, keyId }: OwnKey,
): Promise<{ mode: ApiKeyMode; rotationKey: string | null }> {
  const [key] = await manager.query<{ mode: ApiKeyMode; rotationKey: string | null }[]>(
    `SELECT mode, rotation_key AS "rotationKey" FROM api_keys WHERE id = $1 AND user_id = $2 AND revoked_at IS NULL FOR UPDATE`,
    [keyId, userId],
  );
  if (!key) throw notFound();
  return key;
}

async function find(manager: EntityManager, { userId, keyId }: OwnKey): Promise<ApiKey> {
  const [row] = await manager.query<ApiKeyRow[]>(`${API_KEYS} AND k.user_id = $1 AND k.id = $2`, [userId, keyId]);
  if (!row) throw notFound();
  return toApiKey(row);
}

/** Returns the secret. Only its hash and its last characters are stored. */
async function addSecret(manager: EntityManager, keyId: string, mode: ApiKeyMode): Promise<string> {
  const key = newApiKey(mode);
  await manager.query(`INSERT INTO api_key_secrets (key_hash, api_key_id, last4) VALUES (decode($1, 'hex'), $2, $3)`, [
    hashOfApiKey(key),
    keyId,
    key.slice(-4),
  ]);
  return key;
}

async function audit(
  manager: EntityManager,
  { userId, keyId }: OwnKey,
  action: Audited,
  details: Record<string, string>,
  /** Null for the owner. */
  adminId: string | null = null,
): Promise<void> {
  await writeAuditEntry(manager, { id: uuidv7(), adminId, action, subject: keyId, details, userIds: [userId] });
}

function requireFuture(expiresAt: string | null | undefined): void {
  if (!expiresAt || Date.parse(expiresAt) > Date.now()) return;
  const text = 'The expiry must be in the future';
  throw new LuitError('validation_failed', text, { details: { expiresAt: text } });
}

function notFound(): LuitError {
  return new LuitError('not_found', 'This API key does not exist.');
}
