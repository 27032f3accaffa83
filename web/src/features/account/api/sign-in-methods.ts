import type { Passkey } from '@luit/contracts/auth/passkeys';
import type { ApiClient } from '../../../lib/api-client';

export function renamePasskey(api: ApiClient, id: string, name: string): Promise<Passkey> {
  return api.call(`/api/auth/passkeys/${id}`, { method: 'PATCH', body: { name } });
}

/** Sends an email with a link that sets a password, valid for one hour. */
export function mailPasswordLink(api: ApiClient, email: string): Promise<void> {
  return api.call('/api/auth/forgot', { method: 'POST', body: { email } });
}
