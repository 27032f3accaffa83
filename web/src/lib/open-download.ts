/** Starts a download that the browser does itself, so it is not limited by memory and can be continued. The page stays. */
export function openDownload(url: string): void {
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = '';
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}
