import type { ConsentNotice } from '@luit/contracts/auth/consent-notices';
import type { Consents } from '@luit/contracts/auth/consents';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api-client';

const PATH = '/api/auth/consents';
/** Another device may have changed them. */
const STALE_MS = 60_000;

export interface ConsentChange {
  notice: ConsentNotice;
  version: string;
  given: boolean;
  source: 'account' | 'banner';
}

export function consentsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['consents'],
    staleTime: STALE_MS,
    queryFn: async () => (await api.call<Consents>(PATH)).notices,
  });
}

/** Agrees to a notice or withdraws, and returns what the user agreed to by then. */
export async function changeConsent(api: ApiClient, change: ConsentChange): Promise<Consents['notices']> {
  return (await api.call<Consents>(PATH, { method: 'PUT', body: change })).notices;
}
