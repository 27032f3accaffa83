import type { ApiKeyMode, ApiKeyScope } from '@luit/contracts/auth/api-key-limits';
import type { ApiKeyView } from '@luit/contracts/http/api-keys';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api-client';

export interface ApiKeySettings {
  name: string;
  scopes: ApiKeyScope[];
  /** Null for anywhere. */
  networks: string[] | null;
  /** ISO 8601; null for never. */
  expiresAt: string | null;
  /** Credits per calendar month in IST; null without a limit. */
  monthlyCredits: number | null;
  /** Credits for the life of the key; null without a limit. */
  totalCredits: number | null;
}

export interface ApiKeys {
  /** Newest first, without revoked ones. */
  keys: ApiKeyView[];
  /** Credits that test keys have at their first use of a day. */
  testCreditsPerDay: number;
}

/** A key with its secret, which no other response contains. */
export type IssuedApiKey = ApiKeyView & { key: string };

export function apiKeysQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['account', 'api-keys'],
    queryFn: () => api.call<ApiKeys>('/api/keys'),
  });
}

export function createApiKey(
  api: ApiClient,
  mode: ApiKeyMode,
  settings: ApiKeySettings,
  idempotencyKey: string,
): Promise<IssuedApiKey> {
  const { networks, expiresAt, ...others } = settings;
  const body = {
    ...{ mode, ...others },
    ...(networks && { networks }),
    ...(expiresAt && { expiresAt }),
  };
  return api.call('/api/keys', { method: 'POST', body, idempotencyKey });
}

export function changeApiKey(api: ApiClient, id: string, settings: ApiKeySettings): Promise<ApiKeyView> {
  return api.call(`/api/keys/${id}`, { method: 'PATCH', body: settings });
}

/** Issues a new secret. The previous one stays valid for `overlapHours`. */
export function rotateApiKey(
  api: ApiClient,
  id: string,
  overlapHours: number,
  idempotencyKey: string,
): Promise<IssuedApiKey> {
  return api.call(`/api/keys/${id}/rotate`, { method: 'POST', body: { overlapHours }, idempotencyKey });
}

export function revokeApiKey(api: ApiClient, id: string): Promise<void> {
  return api.call(`/api/keys/${id}`, { method: 'DELETE' });
}
