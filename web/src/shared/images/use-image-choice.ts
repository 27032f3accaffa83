import { useEffect, useRef, useState } from 'react';
import { logFailure } from '../../lib/log';
import { fetchImage, type ImageError, prepareImage } from './image-file';

export interface ImageChoice {
  /** Why the last file was not accepted; undefined after a good one. */
  problem: ImageError | undefined;
  choose: (file: File) => void;
  remove: () => void;
  /** Chooses the image at an address of this server. */
  load: (url: string) => void;
  reportMissing: () => void;
}

/** Accepts a chosen image once the browser could decode it. If another one is chosen meanwhile, only that one counts. */
export function useImageChoice(onImage: (image: File | null) => void): ImageChoice {
  const [problem, setProblem] = useState<ImageError>();
  const newest = useRef<File | null>(null);
  // The caller may render again while a file is inspected.
  const onImageRef = useRef(onImage);
  useEffect(() => {
    onImageRef.current = onImage;
  });

  const choose = (file: File) => {
    newest.current = file;
    void prepareImage(file).then((found) => {
      if (newest.current !== file) return;
      const isAccepted = found instanceof File;
      setProblem(isAccepted ? undefined : found);
      if (isAccepted) onImageRef.current(found);
    });
  };
  const load = (url: string) => {
    fetchImage(url).then(choose, (cause: unknown) => {
      logFailure('Loading an image failed', cause);
      setProblem('unavailable');
    });
  };
  const remove = () => {
    newest.current = null;
    setProblem(undefined);
    onImageRef.current(null);
  };
  return { problem, choose, remove, load, reportMissing: () => setProblem('missing') };
}
