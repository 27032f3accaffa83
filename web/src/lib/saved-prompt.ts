const KEY = 'luit.prompt';
/** Longer than it takes to confirm an address, shorter than a wish is remembered; milliseconds. */
const KEPT_FOR_MS = 24 * 60 * 60 * 1000;

/** Remembers what a visitor wants to see, through sign-up and the mailed link, which may open in another tab. */
export function savePrompt(prompt: string): void {
  localStorage.setItem(KEY, JSON.stringify({ prompt, at: Date.now() }));
}

/** The remembered prompt, else an empty text. */
export function savedPrompt(): string {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as { prompt?: unknown; at?: unknown } | null;
    const isFresh = Date.now() - Number(kept?.at) < KEPT_FOR_MS;
    return isFresh && typeof kept?.prompt === 'string' ? kept.prompt : '';
  } catch {
    // Written by an older version, or by hand.
    return '';
  }
}

export function clearPrompt(): void {
  localStorage.removeItem(KEY);
}
