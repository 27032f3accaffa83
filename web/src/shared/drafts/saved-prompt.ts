import type { Draft } from './draft-store';

const STORAGE_KEY = 'luit.prompt';
/** One day: longer than confirming an email address takes. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** What a visitor wants to make, with the options of the example that it came from. */
type VisitorDraft = Pick<Draft, 'prompt' | 'options'>;

/** Saves a visitor's prompt across sign-up and the confirmation link, which may open in another tab. */
export function savePrompt(draft: VisitorDraft): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...draft, at: Date.now() }));
}

/** Returns what was saved within a day. */
export function savedDraft(): VisitorDraft | null {
  try {
    const saved = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as Partial<Draft & { at: number }> | null;
    const isFresh = Date.now() - Number(saved?.at) < MAX_AGE_MS;
    if (!saved || !isFresh || typeof saved.prompt !== 'string') return null;
    return { prompt: saved.prompt, ...(saved.options && { options: saved.options }) };
  } catch {
    // Not written by this version of the app.
    return null;
  }
}

/** Returns the saved prompt or an empty string. */
export const savedPrompt = (): string => savedDraft()?.prompt ?? '';

export function clearPrompt(): void {
  localStorage.removeItem(STORAGE_KEY);
}
