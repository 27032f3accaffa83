import { failureOf, type ApiClient } from '../../../lib/api-client';
import { saveFile } from '../../../lib/save-file';

/** Requests an email with a one-time link to a copy of the account. */
export function requestExport(api: ApiClient): Promise<void> {
  return api.call('/api/auth/account/export', { method: 'POST' });
}

/** Redeems the emailed link and saves the copy as a file. @throws ApiError `link_invalid_or_expired` */
export async function downloadExport(api: ApiClient, token: string): Promise<void> {
  const response = await api.send('/api/auth/account/export/download', {
    method: 'POST',
    body: { token },
    bearer: null,
  });
  if (!response.ok) throw await failureOf(response);
  saveFile(await response.blob(), 'luit-account.json');
}
