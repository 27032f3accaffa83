import { useCallback, useEffect, useState } from 'react';
import { useSession } from '../../lib/services';
import { type DraftImageKind, saveDraftImage, readDraftImage } from './draft-store';

/** The image of a draft, restored after a reload. */
export function useDraftImage(kind: DraftImageKind): [File | null, (image: File | null) => void] {
  const userId = useSession().user?.id;
  const [image, setImage] = useState<File | null>(null);

  useEffect(() => {
    if (!userId) return;
    let isUnmounted = false;
    void readDraftImage(userId, kind).then((saved) => {
      // An image chosen while the saved one was loading takes precedence.
      if (!isUnmounted && saved) setImage((chosen) => chosen ?? saved);
    });
    return () => {
      isUnmounted = true;
    };
  }, [userId, kind]);

  const change = useCallback(
    (next: File | null) => {
      setImage(next);
      if (userId) void saveDraftImage(userId, kind, next);
    },
    [userId, kind],
  );
  return [image, change];
}
