const claimed = new Set<string>();

/** Whether the caller is the first to tell how a request ended: its page and the shell both watch, one of them speaks. */
export function announceOnce(requestId: string): boolean {
  if (claimed.has(requestId)) return false;
  claimed.add(requestId);
  return true;
}
