import type { Verification } from '@luit/contracts/http/verifications';
import type { ApiClient } from '../../lib/api-client';

/** Asks whether a file was made here. The server does not keep it. @throws ApiError */
export async function verifyFile(api: ApiClient, file: File, signal: AbortSignal): Promise<Verification> {
  const body = new FormData();
  body.set('file', file);
  const call = { method: 'POST', body, bearer: null, signal } as const;
  return (await api.call<{ verification: Verification }>('/api/verify', call)).verification;
}
