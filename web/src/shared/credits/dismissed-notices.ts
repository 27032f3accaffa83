import { deviceStorage } from '@luit/ui/storage';
import { useCallback, useState } from 'react';

/** Which notices a user has dismissed in this browser, by key. */
export function useDismissedNotices(userId: string) {
  const storageKey = `luit.notices.${userId}`;
  const [dismissed, setDismissed] = useState(() => readKeys(storageKey));
  const dismiss = useCallback(
    (key: string) =>
      setDismissed((before) => {
        const next = [...before.filter((other) => other !== key), key].slice(-MAX_KEYS);
        deviceStorage.setItem(storageKey, JSON.stringify(next));
        return next;
      }),
    [storageKey],
  );
  return { dismissed, dismiss };
}

/** Older ones are past. */
const MAX_KEYS = 20;

function readKeys(storageKey: string): string[] {
  try {
    const stored: unknown = JSON.parse(deviceStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
  } catch {
    // Not written by this app; the next dismissal replaces it.
    return [];
  }
}
