import type { ApiKeyMode, ApiKeyScope } from '@luit/contracts/auth/api-key-limits';
import type { ApiKey } from '@luit/contracts/auth/api-keys';

/** A row of `API_KEYS`. */
export interface ApiKeyRow {
  id: string;
  name: string;
  mode: ApiKeyMode;
  last4: string;
  scopes: ApiKeyScope[];
  models: string[] | null;
  networks: string[] | null;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  previousSecretExpiresAt: Date | null;
  createdAt: Date;
}

/** SQL: the keys that are not revoked, as `k`. */
export const API_KEYS = `
  SELECT k.id, k.name, k.mode, current.last4, k.scopes, k.models, k.networks, k.expires_at AS "expiresAt",
         k.last_used_at AS "lastUsedAt", k.created_at AS "createdAt",
         (SELECT p.expires_at FROM api_key_secrets p WHERE p.api_key_id = k.id AND p.expires_at > now())
           AS "previousSecretExpiresAt"
    FROM api_keys k JOIN api_key_secrets current ON current.api_key_id = k.id AND current.expires_at IS NULL
   WHERE k.revoked_at IS NULL`;

export function toApiKey({ expiresAt, lastUsedAt, previousSecretExpiresAt, createdAt, ...row }: ApiKeyRow): ApiKey {
  return {
    ...row,
    prefix: `luit_${row.mode}_`,
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    previousSecretExpiresAt: previousSecretExpiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
