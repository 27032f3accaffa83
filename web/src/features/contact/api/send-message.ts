import type { ContactSubject } from '@luit/contracts/auth/contact-limits';
import type { ApiClient } from '../../../lib/api-client';

export interface ContactInput {
  name: string;
  email: string;
  subject: ContactSubject;
  message: string;
  /** No person sees this field. */
  website: string;
}

/** Brings a message to the operators. The same key brings it once. */
export function sendMessage(api: ApiClient, input: ContactInput, idempotencyKey: string): Promise<void> {
  return api.call('/api/contact', { method: 'POST', body: input, bearer: null, idempotencyKey });
}
