import { tabStorage } from '@luit/ui/storage';
import { fingerprint } from '../image-file';

/** Sign-out deletes everything with the prefix of drafts. */
const keyOf = (image: File): string => `luit.draft.upload.${fingerprint(image)}`;

/** The address of the unfinished or finished upload of a file, kept through reloads of this tab. */
export function findBookmark(image: File): string | null {
  return tabStorage.getItem(keyOf(image));
}

export function saveBookmark(image: File, location: string): void {
  tabStorage.setItem(keyOf(image), location);
}

export function deleteBookmark(image: File): void {
  tabStorage.removeItem(keyOf(image));
}
