import { useCallback, useState } from 'react';

type MediaElement = HTMLImageElement | HTMLVideoElement;

/** Whether an image, or a video, failed to load before anyone could listen, for example while React prepared the page. */
export function hasFailed(element: MediaElement): boolean {
  if (element instanceof HTMLVideoElement) return Boolean(element.error);
  return element.complete && element.currentSrc !== '' && element.naturalWidth === 0;
}

/** Follows whether the element with the props `media` could not load `src`. Another source starts again. */
export function useFailedMedia(src: string | null) {
  const [failed, setFailed] = useState<string | null>(null);
  const ref = useCallback(
    (element: MediaElement | null) => {
      if (element && hasFailed(element)) setFailed(src);
    },
    [src],
  );
  return {
    isFailed: src !== null && failed === src,
    retry: () => setFailed(null),
    media: { ref, onError: () => setFailed(src) },
  };
}
