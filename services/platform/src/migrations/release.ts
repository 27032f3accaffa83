/** The release of this code, as in `package.json`. */
export const RELEASE: string = '0.1.0';

/** Returns true if a release, such as `0.2.0`, is newer than another one. */
export function isNewer(release: string, than: string): boolean {
  return release.localeCompare(than, 'en', { numeric: true }) > 0;
}
