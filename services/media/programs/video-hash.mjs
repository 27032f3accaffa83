import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';

/** The assertion that binds credentials to a video: the hash of its boxes and their positions, except for those that the specification excludes. */
const ASSERTION = 'c2pa.hash.bmff.v3';
const HASH_BYTES = 32;
const CREDENTIALS = 'd8fec3d61b0e483c92975828877ec481';
const EXCLUDED = ['ftyp', 'mfra', CREDENTIALS];
const EXCLUSIONS = [
  { xpath: '/uuid', data: [{ offset: 8, value: [...Buffer.from(CREDENTIALS, 'hex')] }] },
  { xpath: '/ftyp' },
  { xpath: '/mfra' },
];
/** Size, type, and the size of a large box or the kind of a `uuid` box. */
const HEADER_BYTES = 24;
const PIECE_BYTES = 1024 * 1024;

/**
 * Writes a signed copy of an MP4 video according to the C2PA specification 2.2, chapter “BMFF-Based Hash”. The library gets only the boxes up to
 * the index, inserts the credentials and corrects the positions of the frames. The frames are hashed here while they are copied, so a long video
 * takes no more memory than a short one.
 *
 * @param {string} file
 * @param {string} signedFile
 * @param {import('@contentauth/c2pa-wasm').WasmBuilder} builder
 * @param {(start: Buffer, isFinal: boolean) => Promise<Uint8Array>} sign signs the beginning of the video
 * @throws Error if the index does not come before the frames
 */
export async function signVideo(file, signedFile, builder, sign) {
  const [source, target] = [openSync(file, 'r'), openSync(signedFile, 'w+')];
  try {
    const boxes = boxesOf(source);
    const index = boxes.findIndex(({ type }) => type === 'moov');
    if (index === -1 || boxes.slice(0, index).some(({ type }) => type === 'mdat'))
      throw new Error('The index of the video does not come before its frames');
    const start = Buffer.alloc(boxes[index].at + boxes[index].size);
    readSync(source, start, 0, start.length, 0);
    builder.addAssertion(ASSERTION, assertionOf(Buffer.alloc(HASH_BYTES)));
    // The draft has the size of the final credentials, so the positions of the frames are already right.
    const draft = await sign(start, false);
    writeSync(target, draft, 0, draft.length, 0);
    const hash = createHash('sha256');
    for (const box of boxesOf(target)) hashBox(hash, target, box, box.at);
    for (const box of boxes.slice(index + 1)) hashBox(hash, source, box, box.at + draft.length - start.length, target);
    builder.updateAssertionsAt(ASSERTION, [assertionOf(hash.digest())]);
    const signed = await sign(start, true);
    if (signed.length !== draft.length) throw new Error('The size of the credentials has changed');
    writeSync(target, signed, 0, signed.length, 0);
  } finally {
    closeSync(source);
    closeSync(target);
  }
}

function assertionOf(hash) {
  return { exclusions: EXCLUSIONS, alg: 'sha256', hash: [...hash], name: 'jumbf manifest' };
}

/** Hashes a box that will be at a position, and copies it there. */
function hashBox(hash, source, { type, at, size }, position, target = null) {
  const isHashed = !EXCLUDED.includes(type);
  const eightBytes = Buffer.alloc(8);
  eightBytes.writeBigUInt64BE(BigInt(position));
  if (isHashed) hash.update(eightBytes);
  const buffer = Buffer.alloc(Math.min(size, PIECE_BYTES));
  for (let done = 0; done < size;) {
    const piece = buffer.subarray(0, readSync(source, buffer, 0, Math.min(size - done, buffer.length), at + done));
    if (piece.length === 0) throw new Error('The video is incomplete');
    if (isHashed) hash.update(piece);
    if (target !== null) writeSync(target, piece, 0, piece.length, position + done);
    done += piece.length;
  }
}

/** The boxes of a file (ISO 14496-12, section 4.2); `type` is the kind of a `uuid` box. */
function boxesOf(fd) {
  const boxes = [];
  const header = Buffer.alloc(HEADER_BYTES);
  for (let at = 0; readSync(fd, header, 0, HEADER_BYTES, at) >= 8; at += boxes.at(-1).size) {
    const [size, type] = [header.readUInt32BE(0), header.toString('latin1', 4, 8)];
    boxes.push({
      at,
      size: size === 1 ? Number(header.readBigUInt64BE(8)) : size,
      type: type === 'uuid' ? header.toString('hex', 8, HEADER_BYTES) : type,
    });
    if (boxes.at(-1).size < 8) throw new Error(`The box ${type} has no size`);
  }
  return boxes;
}
