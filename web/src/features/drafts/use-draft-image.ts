import { useCallback, useEffect, useState } from 'react';
import { useSession } from '../../lib/services';
import { type DraftKind, saveDraftImage, readDraftImage } from './draft-store';

/** The image of a draft: chosen here, or kept from before a reload. */
export function useDraftImage(kind: DraftKind): [File | null, (image: File | null) => void] {
  const userId = useSession().user?.id;
  const [image, setImage] = useState<File | null>(null);

  useEffect(() => {
    if (!userId) return;
    let isOver = false;
    void readDraftImage(userId, kind).then((kept) => {
      // What was chosen meanwhile counts.
      if (!isOver && kept) setImage((chosen) => chosen ?? kept);
    });
    return () => {
      isOver = true;
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
