/** Marker, length, common identifier, instance number (En), packet number, box length, and the type and label of the first box. */
const FIRST_SEGMENT = /\xff\xeb[^]{26}c2pa/;
const INSTANCE_AT = 6;

/**
 * Returns true if a JPEG file has other data between the segments (APP11) that hold its credentials. The library does not hash anything
 * between the first and the last of these segments, so someone could insert other metadata or colors there. Signers never do that.
 *
 * @param {Buffer} bytes
 */
export function isSplitJpeg(bytes) {
  const text = bytes.toString('latin1');
  const start = text.search(FIRST_SEGMENT);
  if (start === -1) return false;
  const instance = text.slice(start + INSTANCE_AT, start + INSTANCE_AT + 2);
  const isOne = (at) => text.startsWith('\xff\xeb', at) && text.startsWith(instance, at + INSTANCE_AT);
  let end = start;
  while (isOne(end)) end += 2 + bytes.readUInt16BE(end + 2);
  for (let at = text.indexOf('\xff\xeb', end); at !== -1; at = text.indexOf('\xff\xeb', at + 1))
    if (isOne(at)) return true;
  return false;
}
