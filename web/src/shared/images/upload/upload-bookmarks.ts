import { logFailure } from '../../../lib/log';
import { fingerprint } from '../image-file';

/** Sign-out deletes everything with the prefix of drafts. */
const keyOf = (image: File): string => `luit.draft.upload.${fingerprint(image)}`;

/** The address of the unfinished or finished upload of a file, kept through reloads of this tab. */
export function findBookmark(image: File): string | null {
  return sessionStorage.getItem(keyOf(image));
}

export function saveBookmark(image: File, location: string): void {
  try {
    sessionStorage.setItem(keyOf(image), location);
  } catch (cause) {
    logFailure('Saving the address of an upload failed', cause);
  }
}

export function deleteBookmark(image: File): void {
  sessionStorage.removeItem(keyOf(image));
}
