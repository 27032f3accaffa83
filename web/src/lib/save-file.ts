/** Saves a fetched file as a browser download. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  // The browser reads the blob after the click; a minute is enough.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
