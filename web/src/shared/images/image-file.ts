import { imageSizeFault, type ImageSizeFault } from '@luit/contracts/generation/image-limits';
import { MAX_IMAGE_BYTES } from '@luit/contracts/generation/limits';
import { useEffect, useMemo } from 'react';
import { IMAGE_TYPES } from './copy';

/** Formats of phones and cameras that the server does not take. */
export type ForeignFormat = 'heic' | 'avif';
export type ImageError =
  | 'not_an_image'
  | 'too_large'
  | 'unreadable'
  | 'unavailable'
  | 'missing'
  | ForeignFormat
  | ImageSizeFault;

/**
 * Checks type and size, and that the browser can decode the file. The server inspects it again. A picture in a format that only the
 * browser can decode becomes a JPEG.
 *
 * @returns the image to send, or why it is not accepted
 */
export async function prepareImage(file: File): Promise<File | ImageError> {
  const foreign = foreignFormatOf(file);
  if (!foreign) return (await inspectImage(file)) ?? file;
  const { toJpeg } = await import('./convert-image');
  const image = await toJpeg(file);
  return image ? ((await inspectImage(image)) ?? image) : foreign;
}

/** Some systems do not know the type of such files. */
export function foreignFormatOf({ type, name }: Pick<File, 'type' | 'name'>): ForeignFormat | null {
  const kind = type === '' ? name.toLowerCase() : type;
  if (/[./]avif$/.test(kind)) return 'avif';
  return /[./]hei[cf]$/.test(kind) ? 'heic' : null;
}

async function inspectImage(file: File): Promise<ImageError | null> {
  const problem = validateImage(file);
  if (problem) return problem;
  try {
    const bitmap = await createImageBitmap(file);
    const fault = imageSizeFault(bitmap);
    bitmap.close();
    return fault;
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
  // The same image has the same fingerprint whenever it is fetched.
  return new File([image], 'image', { type: image.type, lastModified: 0 });
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

/** Calls `onPaste` with a file pasted anywhere on the page. */
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
