import type { ApiKey } from '@luit/contracts/auth/api-keys';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';

/** A row of `API_KEYS`. */
export type ApiKeyRow = WithDates<
  Omit<ApiKey, 'prefix'>,
  'expiresAt' | 'lastUsedAt' | 'previousSecretExpiresAt' | 'createdAt'
>;

/** SQL: the keys that are not revoked, as `k`. */
export const API_KEYS = `
  SELECT k.id, k.name, k.mode, current.last4, k.scopes, k.models, k.networks, k.expires_at AS "expiresAt",
         k.last_used_at AS "lastUsedAt", k.created_at AS "createdAt",
         (SELECT p.expires_at FROM api_key_secrets p WHERE p.api_key_id = k.id AND p.expires_at > now())
           AS "previousSecretExpiresAt"
    FROM api_keys k JOIN api_key_secrets current ON current.api_key_id = k.id AND current.expires_at IS NULL
   WHERE k.revoked_at IS NULL`;

export function toApiKey(row: ApiKeyRow): ApiKey {
  return { ...withIsoTimes(row), prefix: `luit_${row.mode}_` };
}
