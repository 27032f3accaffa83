import { useEffect, useState, useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}

/** Whether the page has been scrolled by more than so many pixels. */
export function useScrolledPast(pixels: number): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.scrollY > pixels,
    () => false,
  );
}

/** A finger that rests still moves the page by so much. */
const REST_PX = 8;

/** Whether the page was scrolled down last, as by somebody reading on. At its very end it is not. */
export function useReadingOn(): boolean {
  const [isReadingOn, setReadingOn] = useState(false);
  useEffect(() => {
    let last = window.scrollY;
    return subscribe(() => {
      const end = document.documentElement.scrollHeight - window.innerHeight;
      if (Math.abs(window.scrollY - last) < REST_PX && window.scrollY < end - REST_PX) return;
      setReadingOn(window.scrollY > last && window.scrollY < end - REST_PX);
      last = window.scrollY;
    });
  }, []);
  return isReadingOn;
}
