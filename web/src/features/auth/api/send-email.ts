import type { ApiClient } from '../../../lib/api-client';

export function resendConfirmation(api: ApiClient, email: string): Promise<void> {
  return api.call('/api/auth/resend', { method: 'POST', body: { email } });
}

/** Sends an email with a link to the update-password page, valid for one hour. */
export function sendPasswordReset(api: ApiClient, email: string): Promise<void> {
  return api.call('/api/auth/forgot', { method: 'POST', body: { email } });
}
