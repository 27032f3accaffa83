import type { ContactSubject } from '@luit/contracts/auth/contact-limits';
import type { ApiClient } from '../../../lib/api-client';

export interface ContactInput {
  name: string;
  email: string;
  subject: ContactSubject;
  message: string;
  isUrgent: boolean;
  /** A honeypot field, invisible to people. */
  website: string;
}

/** Sends a message to the operators. Requests with the same key send it once. */
export function sendMessage(api: ApiClient, input: ContactInput, idempotencyKey: string): Promise<void> {
  return api.call('/api/contact', { method: 'POST', body: input, bearer: null, idempotencyKey });
}
