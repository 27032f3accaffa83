/**
 * Starts a download that the browser does itself, so it is not limited by memory and can be continued. The page stays.
 *
 * @param name of the file, unless the server names it
 */
export function openDownload(url: string, name = ''): void {
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}
