import { logFailure } from './log';

const KEY = 'luit:flash';

/** Saves a message for after the page has reloaded. Where the browser stores nothing, it is only logged. */
export function saveFlashMessage(text: string): void {
  try {
    sessionStorage.setItem(KEY, text);
  } catch (cause) {
    logFailure(`Saving a message for after the reload failed: ${text}`, cause);
  }
}

/** Returns the saved message once, or null. */
export function takeFlashMessage(): string | null {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return text;
}
