import { deviceStorage } from '@luit/ui/storage';

const STORAGE_KEY = 'luit.replicate-key';

/** The user's own API key, stored only in this browser and only while signed in. */
export function readKey(): string {
  return deviceStorage.getItem(STORAGE_KEY) ?? '';
}

/** Returns whether the key was saved; an empty key is not. */
export function saveKey(key: string): boolean {
  const trimmed = key.trim();
  if (trimmed === '') return false;
  deviceStorage.setItem(STORAGE_KEY, trimmed);
  return true;
}

export function deleteKey(): void {
  deviceStorage.removeItem(STORAGE_KEY);
}
