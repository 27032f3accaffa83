import type { RestoreOptions } from '@luit/contracts/generation/plans';
import type { ApiClient } from '../../../lib/api-client';

export interface RestoreInput extends RestoreOptions {
  /** The price shown to the user; the server rejects the request if it has changed. */
  expectedCredits: number;
}

/**
 * Starts a restoration paid with credits.
 *
 * @param imageUrl link of the uploaded photo
 * @throws ApiError
 */
export function startRestore(api: ApiClient, input: RestoreInput, imageUrl: string, idempotencyKey: string) {
  const body = { ...input, imageUrl };
  return api.call<{ request_id: string; credits: number }>('/api/restore-from-image', {
    method: 'POST',
    body,
    idempotencyKey,
  });
}
