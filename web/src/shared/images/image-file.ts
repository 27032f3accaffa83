import { MAX_IMAGE_BYTES } from '@luit/contracts/generation/limits';
import { useEffect, useMemo } from 'react';
import { IMAGE_TYPES } from './copy';

export type ImageError = 'not_an_image' | 'too_large' | 'unreadable' | 'unavailable' | 'missing';

/** Checks type and size, and that the browser can decode the file. The server inspects it again. */
export async function inspectImage(file: File): Promise<ImageError | null> {
  const problem = validateImage(file);
  if (problem) return problem;
  try {
    (await createImageBitmap(file)).close();
    return null;
  } catch {
    return 'unreadable';
  }
}

function validateImage({ type, size }: Pick<File, 'type' | 'size'>): ImageError | null {
  if (!IMAGE_TYPES.includes(type)) return 'not_an_image';
  return size > MAX_IMAGE_BYTES ? 'too_large' : null;
}

/** @throws Error if the server does not return the image */
export async function fetchImage(url: string): Promise<File> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The server responded with ${response.status}`);
  const image = await response.blob();
  return new File([image], 'image', { type: image.type });
}

/** Identifies a chosen file for idempotency keys. */
export function fingerprint({ name, size, type, lastModified }: File): string {
  return [name, size, type, lastModified].join('/');
}

/** An object URL for the file, revoked when the file changes or the component unmounts. */
export function useObjectUrl(file: Blob | null): string | null {
  const url = useMemo(() => file && URL.createObjectURL(file), [file]);
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  return url;
}

/** Calls `onPaste` with a file pasted anywhere on the page; with null, pasting does nothing. */
export function usePastedImage(onPaste: ((file: File) => void) | null): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const file = event.clipboardData?.files[0];
      if (!file || !onPaste) return;
      event.preventDefault();
      onPaste(file);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  });
}
