const CREDITS_UPDATED = 'creditsUpdated';

/** Tells every screen that the balance may have moved. */
export function dispatchCreditsUpdated(): void {
  window.dispatchEvent(new Event(CREDITS_UPDATED));
}

export function onCreditsUpdated(listener: () => void): () => void {
  window.addEventListener(CREDITS_UPDATED, listener);
  return () => window.removeEventListener(CREDITS_UPDATED, listener);
}
