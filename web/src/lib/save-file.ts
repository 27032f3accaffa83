import { openDownload } from './open-download';

/** Saves a fetched file as a browser download. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  openDownload(url, name);
  // The browser reads the blob after the click; a minute is enough.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
