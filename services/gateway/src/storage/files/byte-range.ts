import type { ByteRange } from '@luit/platform/storage/storage';

/**
 * Parses a single byte range (RFC 9110, section 14.1.2). Undefined means that the whole file is sent: the header is absent,
 * malformed or names several ranges.
 *
 * @param size bytes of the file, from which `bytes=-500` counts back
 */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!found) return undefined;
  const [, first = '', last = ''] = found;
  if (first === '') {
    if (last === '') return undefined;
    // A suffix longer than the file is the whole file; an empty suffix is not satisfiable.
    return { start: Number(last) === 0 ? size : Math.max(0, size - Number(last)) };
  }
  if (last === '') return { start: Number(first) };
  return Number(last) < Number(first) ? undefined : { start: Number(first), end: Number(last) };
}
