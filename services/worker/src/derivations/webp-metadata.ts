import { readFile, writeFile } from 'node:fs/promises';

const CHUNK_HEADER_BYTES = 8;
const RIFF_HEADER_BYTES = 12;
/** Flag of the chunk `VP8X`: the file has XMP. */
const HAS_XMP = 0x04;

/**
 * Adds XMP to an animated WebP file, which ffmpeg writes without (https://developers.google.com/speed/webp/docs/riff_container).
 *
 * @throws Error unless it is an animated WebP file
 */
export async function addXmp(path: string, xmp: string): Promise<void> {
  const file = await readFile(path);
  const isAnimated = file.toString('latin1', 8, 12) === 'WEBP' && file.toString('latin1', 12, 16) === 'VP8X';
  if (!isAnimated) throw new Error('The file is not an animated WebP image');
  const flagsAt = RIFF_HEADER_BYTES + CHUNK_HEADER_BYTES;
  file[flagsAt] = file[flagsAt]! | HAS_XMP;
  const data = Buffer.from(xmp);
  const header = Buffer.alloc(CHUNK_HEADER_BYTES);
  header.write('XMP ', 'latin1');
  header.writeUInt32LE(data.length, 4);
  // Chunks have an even length.
  const chunk = Buffer.concat([header, data, Buffer.alloc(data.length % 2)]);
  file.writeUInt32LE(file.readUInt32LE(4) + chunk.length, 4);
  await writeFile(path, Buffer.concat([file, chunk]));
}
