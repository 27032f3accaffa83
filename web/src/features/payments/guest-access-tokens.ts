const PREFIX = 'luit.claim.';

/** What a guest's browser keeps of an order, so that its page opens again without the mailed link. */
export function saveGuestToken(requestId: string, claim: string): void {
  localStorage.setItem(PREFIX + requestId, claim);
}

export function guestTokenFor(requestId: string): string | null {
  return localStorage.getItem(PREFIX + requestId);
}

/**
 * Takes a mailed claim out of the address, so that it is neither copied along nor told to other sites, and keeps it.
 * Our own links carry it behind the `#`, which no server and no log ever sees; mails behind the `?`, because some mail
 * programs cut the other off.
 */
export function captureGuestToken(requestId: string, location: Location = window.location): void {
  const inFragment = new URLSearchParams(location.hash.slice(1)).get('claim');
  const claim = inFragment ?? new URLSearchParams(location.search).get('claim');
  if (!claim) return;
  saveGuestToken(requestId, claim);
  window.history.replaceState(window.history.state, '', location.pathname);
}

const SESSION = 'luit.guest-session';

/** A name for this browser, known to nobody else; with the key of an intent it lets a lost answer be asked for again. */
export function guestSessionId(newId: () => string): string {
  const known = sessionStorage.getItem(SESSION);
  if (known) return known;
  const id = newId();
  sessionStorage.setItem(SESSION, id);
  return id;
}
