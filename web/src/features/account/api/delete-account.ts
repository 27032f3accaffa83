import type { AccountDeletionPreview } from '@luit/contracts/http/accounts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api-client';

/** What deleting the account would refund and forfeit. Never cached, because both change with every job. */
export function deletionPreviewQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['account', 'closing'],
    queryFn: () => api.call<AccountDeletionPreview>('/api/auth/account/closing'),
    staleTime: 0,
    gcTime: 0,
  });
}

/**
 * Starts the deletion of the account and returns the message to show.
 *
 * @param password undefined if the account has none; then the session has to be a recent one
 */
export async function deleteAccount(api: ApiClient, password: string | undefined): Promise<string> {
  const options = { method: 'DELETE', body: password === undefined ? {} : { password } } as const;
  return (await api.call<{ message: string }>('/api/auth/account', options)).message;
}
