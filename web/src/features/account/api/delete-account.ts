import type { AccountDeletionPreview } from '@luit/contracts/http/accounts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api-client';

/** What deleting the account would give back, and what would be lost. Asked anew each time it is shown. */
export function deletionPreviewQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['account', 'closing'],
    queryFn: () => api.call<AccountDeletionPreview>('/api/auth/account/closing'),
    staleTime: 0,
    gcTime: 0,
  });
}

/** From here on the account is being deleted; answers what to tell its owner. */
export async function deleteAccount(api: ApiClient, password: string): Promise<string> {
  const options = { method: 'DELETE', body: { password } } as const;
  return (await api.call<{ message: string }>('/api/auth/account', options)).message;
}
