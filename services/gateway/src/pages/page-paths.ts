import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Written by the build of an app that knows its pages, as patterns like `/order/:requestId`. */
const PATTERNS_FILE = '.page-patterns.json';

/** Returns whether a built app has a page at a path. An app without a list of its pages has all of them. */
export function pagePaths(folder: string): (path: string) => boolean {
  const file = join(folder, PATTERNS_FILE);
  if (!existsSync(file)) return () => true;
  const patterns = (JSON.parse(readFileSync(file, 'utf8')) as string[]).map(
    // As in the browser's router: any case, and with or without a slash at the end.
    (pattern) => new RegExp(`^${pattern.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}/?$`, 'i'),
  );
  return (path) => patterns.some((pattern) => pattern.test(path));
}
