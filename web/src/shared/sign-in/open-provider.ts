import { tabStorage } from '@luit/ui/storage';
import type { ApiClient } from '../../lib/api-client';

const RETURN_KEY = 'luit:after-provider';

/** `sign-in` needs no session; `link` and `confirm` need one. */
const PATHS = {
  'sign-in': '/api/auth/openid/start',
  link: '/api/auth/openid/link/start',
  confirm: '/api/auth/openid/confirm/start',
};

/**
 * Leaves this page for the provider, which returns to `/auth/callback`.
 *
 * @param returnTo the page to open afterward
 * @throws ApiError `unavailable` if the provider cannot be reached
 */
export async function openProvider(api: ApiClient, intent: keyof typeof PATHS, returnTo: string): Promise<void> {
  const bearer = intent === 'sign-in' ? null : undefined;
  const { url } = await api.call<{ url: string }>(PATHS[intent], { method: 'POST', body: {}, bearer });
  tabStorage.setItem(RETURN_KEY, returnTo);
  window.location.assign(url);
}

/** The page to return to, if it is one of this site. */
export function takeReturnPage(): string | null {
  const page = tabStorage.getItem(RETURN_KEY);
  tabStorage.removeItem(RETURN_KEY);
  if (!page?.startsWith('/') || !URL.canParse(page, window.location.origin)) return null;
  const { origin, pathname, search } = new URL(page, window.location.origin);
  return origin === window.location.origin ? pathname + search : null;
}
