import type { ByteRange } from '@luit/platform/storage/storage';

/**
 * The one range a client asks for (RFC 9110, 14.1.2), or undefined where the whole file is the answer: no range, several,
 * or what is no range at all.
 *
 * @param size bytes of the file, from which `bytes=-500` counts back
 */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!found) return undefined;
  const [, first = '', last = ''] = found;
  if (first === '') {
    if (last === '') return undefined;
    // A suffix longer than the file is the whole file; one of no bytes cannot be given.
    return { start: Number(last) === 0 ? size : Math.max(0, size - Number(last)) };
  }
  if (last === '') return { start: Number(first) };
  return Number(last) < Number(first) ? undefined : { start: Number(first), end: Number(last) };
}
