import { useEffect, useMemo } from 'react';
import { IMAGE_MAXIMUM_BYTES, IMAGE_TYPES } from './copy';

export type ImageFault = 'not_an_image' | 'too_large';

/** What can be told without opening it; the server looks inside. */
export function faultOf({ type, size }: Pick<File, 'type' | 'size'>): ImageFault | null {
  if (!IMAGE_TYPES.includes(type)) return 'not_an_image';
  return size > IMAGE_MAXIMUM_BYTES ? 'too_large' : null;
}

/** Tells one choice of a file from another, for idempotency keys. */
export function fingerprint({ name, size, type, lastModified }: File): string {
  return [name, size, type, lastModified].join('/');
}

/** An address under which the page can show the file, for as long as it does. */
export function useObjectUrl(file: Blob | null): string | null {
  const url = useMemo(() => file && URL.createObjectURL(file), [file]);
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  return url;
}

/** Hands over an image that is pasted anywhere on the page. */
export function usePastedImage(onPaste: (file: File) => void): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const file = event.clipboardData?.files[0];
      if (!file) return;
      event.preventDefault();
      onPaste(file);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  });
}
