/** An operator views the app as a user. */
export interface View {
  token: string;
  until: string;
}

/** Takes the view of an operator out of the address, so that the token stays in memory alone. */
export function takeView(location: Pick<Location, 'hash' | 'pathname' | 'search'>, history: History): View | null {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const [token, until] = [parameters.get('view'), parameters.get('until')];
  if (!token || !until) return null;
  history.replaceState(null, '', location.pathname + location.search);
  return { token, until };
}
