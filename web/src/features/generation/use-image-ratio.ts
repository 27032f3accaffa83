import { useEffect, useState } from 'react';
import { logFailure } from '../../lib/log';

/** Width to height of an image; null until it is known. */
export function useImageRatio(image: File | null): number | null {
  const [measured, setMeasured] = useState<{ image: File; ratio: number } | null>(null);
  useEffect(() => {
    if (!image) return;
    let isCurrent = true;
    createImageBitmap(image).then(
      (bitmap) => {
        if (isCurrent && bitmap.height > 0) setMeasured({ image, ratio: bitmap.width / bitmap.height });
        bitmap.close();
      },
      (cause: unknown) => logFailure('Measuring an image failed', cause),
    );
    return () => {
      isCurrent = false;
    };
  }, [image]);
  return measured && measured.image === image ? measured.ratio : null;
}
