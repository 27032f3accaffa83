/** The path of the page that a share link opens. */
export const SHARED_PAGES = '/s/';
/** The path of the calls that this page makes. */
export const SHARED_OUTPUTS = 'api/shared';

export function sharedPageUrl(webUrl: string, token: string): string {
  return new URL(SHARED_PAGES + token, webUrl).href;
}

export type SharedFile = 'output' | 'poster' | 'small' | 'animation';

export function sharedFilePath(token: string, file: SharedFile): string {
  return `/${SHARED_OUTPUTS}/${token}/${file}`;
}
