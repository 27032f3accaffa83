const PREFIX = 'luit.claim.';

/** Stores a guest access token so that the order opens in this browser without the emailed link. */
export function saveGuestToken(requestId: string, claim: string): void {
  localStorage.setItem(PREFIX + requestId, claim);
}

export function guestTokenFor(requestId: string): string | null {
  return localStorage.getItem(PREFIX + requestId);
}

/**
 * Moves a guest access token from the URL to local storage, so that it is neither copied nor sent as a referrer. Links in
 * the app use the fragment, which never reaches a server or a log. Emails use the query, because some mail clients strip
 * fragments.
 */
export function captureGuestToken(requestId: string, location: Location = window.location): void {
  const inFragment = new URLSearchParams(location.hash.slice(1)).get('claim');
  const claim = inFragment ?? new URLSearchParams(location.search).get('claim');
  if (!claim) return;
  saveGuestToken(requestId, claim);
  window.history.replaceState(window.history.state, '', location.pathname);
}

const GUEST_SESSION_KEY = 'luit.guest-session';

/** A random id of this browser. With the idempotency key it allows a guest to repeat a request after a lost response. */
export function guestSessionId(newId: () => string): string {
  const stored = sessionStorage.getItem(GUEST_SESSION_KEY);
  if (stored) return stored;
  const id = newId();
  sessionStorage.setItem(GUEST_SESSION_KEY, id);
  return id;
}
