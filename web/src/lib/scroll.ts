import { useSyncExternalStore } from 'react';

/** Updated with each scroll event. Asking the window for it would lay out the page in the middle of a render. */
let scrollTop = 0;

function subscribe(listener: () => void): () => void {
  const update = () => {
    scrollTop = window.scrollY;
    listener();
  };
  // The browser may have restored the position before anyone listened.
  const frame = requestAnimationFrame(update);
  window.addEventListener('scroll', update, { passive: true });
  return () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('scroll', update);
  };
}

export function useScrolledPast(pixels: number): boolean {
  return useSyncExternalStore(
    subscribe,
    () => scrollTop > pixels,
    () => false,
  );
}
