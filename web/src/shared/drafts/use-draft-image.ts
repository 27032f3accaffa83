import { useCallback, useEffect, useState } from 'react';
import { useSession } from '../../lib/services';
import { type DraftImageKind, type DraftImages, saveDraftImage, readDraftImage } from './draft-store';

/** The image of a draft, or a list of images, restored after a reload; null without any. */
export function useDraftImage<Images extends DraftImages = File>(
  kind: DraftImageKind,
): [Images | null, (image: Images | null) => void] {
  const userId = useSession().user?.id;
  const [image, setImage] = useState<Images | null>(null);

  useEffect(() => {
    if (!userId) return;
    let isUnmounted = false;
    void readDraftImage<Images>(userId, kind).then((saved) => {
      // An image chosen while the saved one was loading takes precedence.
      if (!isUnmounted && saved) setImage((chosen) => chosen ?? saved);
    });
    return () => {
      isUnmounted = true;
    };
  }, [userId, kind]);

  const change = useCallback(
    (next: Images | null) => {
      setImage(next);
      if (userId) void saveDraftImage(userId, kind, next);
    },
    [userId, kind],
  );
  return [image, change];
}
