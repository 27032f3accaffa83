import { useEffect } from 'react';

/** Calls `onDrop` with a file dropped anywhere on the page. A field that takes the file itself cancels the event first. */
export function useDroppedImage(onDrop: (file: File) => void): void {
  useEffect(() => {
    const allow = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (event.defaultPrevented || !file) return;
      event.preventDefault();
      onDrop(file);
    };
    document.addEventListener('dragover', allow);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', allow);
      document.removeEventListener('drop', drop);
    };
  });
}
