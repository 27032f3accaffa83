import type { AccountAccess } from '@luit/contracts/auth/lasting-access';
import type { ListedShareLink } from '@luit/contracts/generation/share-links';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api-client';

/** Everything with access to the account. */
export type Access = AccountAccess & { shareLinks: ListedShareLink[] };

export function accessQuery(api: ApiClient) {
  return queryOptions({ queryKey: ['account', 'access'], queryFn: () => api.call<Access>('/api/auth/access') });
}

/** The route that ends one access, by its kind. */
const PATHS = {
  session: (id: string) => `/api/auth/sessions/${id}`,
  device: (id: string) => `/api/auth/devices/${id}`,
  linkedSignIn: (id: string) => `/api/auth/linked-sign-ins/${id}`,
  passkey: (id: string) => `/api/auth/passkeys/${id}`,
  apiKey: (id: string) => `/api/keys/${id}`,
  webhookEndpoint: (id: string) => `/api/webhook-endpoints/${id}`,
  pushSubscription: (id: string) => `/api/auth/push-subscriptions/${id}`,
  shareLink: (requestId: string) => `/api/requests/${requestId}/share-link`,
};
export type AccessKind = keyof typeof PATHS;

export function endAccess(api: ApiClient, kind: AccessKind, id: string): Promise<void> {
  return api.call(PATHS[kind](id), { method: 'DELETE' });
}

/** Ends all access except this session, and sets a new password. @throws ApiError `invalid_credentials`, `weak_password` */
export function endAllAccess(api: ApiClient, passwords: { currentPassword: string; password: string }): Promise<void> {
  return api.call('/api/auth/password', { method: 'PUT', body: { ...passwords, keep: [] } });
}
