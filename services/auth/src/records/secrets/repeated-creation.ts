import { LuitError } from '@luit/contracts/errors';
import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';

/** SQL on the row: a retry comes soon after the request that lost its response. */
const IS_RECENT = `created_at > now() - interval '24 hours'`;

/** The object that a request creates, by the key that all of its retries share. */
export interface Creation {
  table: 'api_keys' | 'webhook_endpoints';
  userId: string;
  idempotencyKey: string;
  /** SHA-256 of its input. */
  inputHash: Buffer;
}

export function inputHashOf(input: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(input)).digest();
}

/**
 * The id of the object that an earlier request with this key created, if nobody has used its secret. The caller holds the lock of the
 * account.
 *
 * @param isUnused SQL on the row: its secret is still the one that the lost answer contained
 * @returns undefined for a new key
 * @throws LuitError `idempotency_conflict` for different input; `conflict` if the secret is in use, or the request was long ago
 */
export async function findCreated(
  manager: EntityManager,
  { table, userId, idempotencyKey, inputHash }: Creation,
  isUnused: string,
): Promise<string | undefined> {
  const isLeft = table === 'api_keys' ? 'revoked_at IS NULL' : 'true';
  const [row] = await manager.query<{ id: string; isSame: boolean; isRepeatable: boolean }[]>(
    `SELECT id, input_hash = $3 AS "isSame", ${IS_RECENT} AND ${isUnused} AS "isRepeatable"
       FROM ${table} WHERE user_id = $1 AND idempotency_key = $2 AND ${isLeft}`,
    [userId, idempotencyKey, inputHash],
  );
  if (!row) return undefined;
  if (!row.isSame)
    throw new LuitError('idempotency_conflict', 'This Idempotency-Key was already used for something else.');
  if (!row.isRepeatable)
    throw new LuitError('conflict', 'This was created already. If you do not have its secret, replace the secret.', {
      details: { id: row.id },
    });
  return row.id;
}
