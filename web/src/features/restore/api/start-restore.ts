import type { RestoreOptions } from '@luit/contracts/generation/plans';
import type { ApiClient } from '../../../lib/api-client';

export interface RestoreInput extends RestoreOptions {
  /** The price shown to the user; the server rejects the request if it has changed. */
  expectedCredits: number;
}

/** Starts a restoration paid with credits. @throws ApiError */
export function startRestore(api: ApiClient, input: RestoreInput, image: File, idempotencyKey: string) {
  const body = new FormData();
  for (const [field, value] of Object.entries(input)) body.append(field, String(value));
  body.append('image', image, image.name);
  return api.call<{ request_id: string; credits: number }>('/api/restore', { method: 'POST', body, idempotencyKey });
}
