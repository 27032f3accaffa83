import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const BIT_DEPTH = 8;

/** Color types of the PNG specification. */
export const GRAYSCALE = 0;
export const RGB = 2;

/** A chunk with its length and checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(typeAndData));
  return Buffer.concat([length, typeAndData, checksum]);
}

/** The chunk that states the size in pixels. */
export function pngHeader(width: number, height: number, colorType: number = RGB): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([BIT_DEPTH, colorType, 0, 0, 0], 8);
  return pngChunk('IHDR', header);
}

/** The chunk that contains the pixels: rows of bytes without filters. */
export function pngPixels(rows: Buffer[], compressionLevel?: number): Buffer {
  const filtered = Buffer.concat(rows.flatMap((row) => [Buffer.alloc(1), row]));
  return pngChunk('IDAT', deflateSync(filtered, { level: compressionLevel }));
}

/** A file of these chunks and the end chunk. */
export function png(...chunks: Buffer[]): Buffer {
  return Buffer.concat([SIGNATURE, ...chunks, pngChunk('IEND', Buffer.alloc(0))]);
}
