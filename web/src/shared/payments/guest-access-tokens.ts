import { deviceStorage, tabStorage } from '@luit/ui/storage';

const PREFIX = 'luit.claim.';

/** Stores a guest access token so that the order opens in this browser without the emailed link. */
export function saveGuestToken(requestId: string, claim: string): void {
  deviceStorage.setItem(PREFIX + requestId, claim);
}

export function guestTokenFor(requestId: string): string | null {
  return deviceStorage.getItem(PREFIX + requestId);
}

/**
 * Takes a guest access token out of the URL, so that it is neither copied nor sent as a referrer. Links in the app use the
 * fragment, which never reaches a server or a log. Emails use the query, because some mail clients strip fragments. Anyone can
 * write a link, so it does not replace a stored token before the server has accepted it.
 */
export function takeGuestToken(requestId: string, location: Location = window.location): string | null {
  const inFragment = new URLSearchParams(location.hash.slice(1)).get('claim');
  const claim = inFragment ?? new URLSearchParams(location.search).get('claim');
  if (!claim) return null;
  if (guestTokenFor(requestId) === null) saveGuestToken(requestId, claim);
  window.history.replaceState(window.history.state, '', location.pathname);
  return claim;
}

const GUEST_SESSION_KEY = 'luit.guest-session';

/** A random id of this browser. With the idempotency key it allows a guest to repeat a request after a lost response. */
export function guestSessionId(newId: () => string): string {
  const stored = tabStorage.getItem(GUEST_SESSION_KEY);
  if (stored) return stored;
  const id = newId();
  tabStorage.setItem(GUEST_SESSION_KEY, id);
  return id;
}
