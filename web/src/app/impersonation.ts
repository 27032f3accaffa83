/** A session in which an operator sees the app as a user does. */
export interface Impersonation {
  token: string;
  until: string;
}

/** Removes the token of an impersonation session from the address, so that only the memory of the page holds it. */
export function takeImpersonation(
  location: Pick<Location, 'hash' | 'pathname' | 'search'>,
  history: History,
): Impersonation | null {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const [token, until] = [parameters.get('view'), parameters.get('until')];
  if (!token || !until) return null;
  history.replaceState(null, '', location.pathname + location.search);
  return { token, until };
}
