const STORAGE_KEY = 'luit.prompt';
/** One day: longer than confirming an email address takes. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** Saves a visitor's prompt across sign-up and the confirmation link, which may open in another tab. */
export function savePrompt(prompt: string): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ prompt, at: Date.now() }));
}

/** Returns the saved prompt or an empty string. */
export function savedPrompt(): string {
  try {
    const saved = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as { prompt?: unknown; at?: unknown } | null;
    const isFresh = Date.now() - Number(saved?.at) < MAX_AGE_MS;
    return isFresh && typeof saved?.prompt === 'string' ? saved.prompt : '';
  } catch {
    // Not written by this version of the app.
    return '';
  }
}

export function clearPrompt(): void {
  localStorage.removeItem(STORAGE_KEY);
}
