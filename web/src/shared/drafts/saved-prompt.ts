import { deviceStorage } from '@luit/ui/storage';
import { draftOf } from './draft';
import type { Draft } from './draft-store';

const STORAGE_KEY = 'luit.prompt';
/** One day: longer than confirming an email address takes. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** Saves a visitor's prompt and options until they have signed up, because the confirmation link may open in another tab. */
export function savePrompt(draft: Draft): void {
  deviceStorage.setItem(STORAGE_KEY, JSON.stringify({ ...draft, at: Date.now() }));
}

/** Returns what was saved within a day. */
export function savedDraft(): Draft | null {
  try {
    const saved = JSON.parse(deviceStorage.getItem(STORAGE_KEY) ?? 'null') as Partial<Draft & { at: number }> | null;
    const isFresh = Date.now() - Number(saved?.at) < MAX_AGE_MS;
    if (!saved || !isFresh || typeof saved.prompt !== 'string') return null;
    return draftOf({ ...saved, prompt: saved.prompt });
  } catch {
    // Not written by this version of the app.
    return null;
  }
}

/** Returns the saved prompt or an empty string. */
export const savedPrompt = (): string => savedDraft()?.prompt ?? '';

export function clearPrompt(): void {
  deviceStorage.removeItem(STORAGE_KEY);
}
