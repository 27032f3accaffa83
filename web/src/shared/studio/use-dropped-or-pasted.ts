import { useEffect } from 'react';
import { usePastedImage } from '../images/image-file';

/** Calls `onImage` with a file dropped or pasted anywhere on the page. A field that takes the file itself cancels the event first. */
export function useDroppedOrPasted(onImage: (file: File) => void): void {
  usePastedImage(onImage);
  useEffect(() => {
    const allow = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (event.defaultPrevented || !file) return;
      event.preventDefault();
      onImage(file);
    };
    document.addEventListener('dragover', allow);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', allow);
      document.removeEventListener('drop', drop);
    };
  });
}
