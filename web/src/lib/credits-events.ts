const CREDITS_UPDATED = 'creditsUpdated';

/** Signals that the balance may have changed. */
export function dispatchCreditsUpdated(): void {
  window.dispatchEvent(new Event(CREDITS_UPDATED));
}

export function onCreditsUpdated(listener: () => void): () => void {
  window.addEventListener(CREDITS_UPDATED, listener);
  return () => window.removeEventListener(CREDITS_UPDATED, listener);
}
