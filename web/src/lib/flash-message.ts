import { tabStorage } from '@luit/ui/storage';

const KEY = 'luit:flash';

/** Saves a message for after the page has reloaded. Where the browser stores nothing, it is lost. */
export function saveFlashMessage(text: string): void {
  tabStorage.setItem(KEY, text);
}

/** Returns the saved message once, or null. */
export function takeFlashMessage(): string | null {
  const text = tabStorage.getItem(KEY);
  tabStorage.removeItem(KEY);
  return text;
}
