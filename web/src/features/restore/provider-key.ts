const STORAGE_KEY = 'luit.replicate-key';

/** The person's own key, kept in this browser while they are signed in, and nowhere else. */
export function readKey(): string {
  return localStorage.getItem(STORAGE_KEY) ?? '';
}

/** An empty key is not saved. */
export function saveKey(key: string): boolean {
  const trimmed = key.trim();
  if (trimmed === '') return false;
  localStorage.setItem(STORAGE_KEY, trimmed);
  return true;
}

export function forgetKey(): void {
  localStorage.removeItem(STORAGE_KEY);
}
