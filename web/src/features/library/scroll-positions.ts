const MAX_POSITIONS = 20;
/** Pixels, by the key of a history entry. Forgotten when the page is reloaded. */
const positions = new Map<string, number>();

/** Where the user was in a list. */
export function positionOf(key: string): number | undefined {
  return positions.get(key);
}

export function rememberPosition(key: string, top: number): void {
  positions.delete(key);
  positions.set(key, top);
  const [oldest] = positions.keys();
  if (positions.size > MAX_POSITIONS && oldest !== undefined) positions.delete(oldest);
}
