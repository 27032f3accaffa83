import { type ByteReader, peek, seek, skip, take } from './byte-reader';

export type ImageKind = 'jpg' | 'png' | 'webp';

/** Told while the image is read. */
export interface ImageFindings {
  /** After the first 12 bytes. */
  onKind(kind: ImageKind): void;
  /** Pixels, before they are walked over. */
  onSize(width: number, height: number): void;
}

/** Why bytes are not an image we take. */
export type HeaderFault = 'not_an_image' | 'animated' | 'broken';

export class ImageHeaderError extends Error {
  override readonly name = 'ImageHeaderError';
  constructor(
    readonly fault: HeaderFault,
    says: string = fault,
  ) {
    super(says);
  }
}

/**
 * Reads kind and size of an image out of its first bytes and walks to its end, so that a file cut short is noticed.
 * Nothing is decoded: a picture of any size costs the same. Sources: ITU T.81 annex B, PNG (W3C, third edition) 5,
 * RFC 9649 (WebP).
 *
 * @throws ImageHeaderError
 */
export function* readImage(findings: ImageFindings): ByteReader {
  const kind = kindOf(yield* peek(12));
  if (!kind) throw new ImageHeaderError('not_an_image');
  findings.onKind(kind);
  yield* READERS[kind]((width, height) => {
    if (width === 0 || height === 0) throw new ImageHeaderError('broken');
    findings.onSize(width, height);
  });
}

type OnSize = ImageFindings['onSize'];

const READERS = { jpg: readJpeg, png: readPng, webp: readWebp };

function kindOf(start: Buffer): ImageKind | undefined {
  if (start.readUIntBE(0, 3) === 0xffd8ff) return 'jpg';
  if (start.subarray(0, 8).equals(PNG_SIGNATURE)) return 'png';
  return start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : undefined;
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const END_OF_IMAGE = Buffer.from('ffd9', 'hex');
/** Start of frame, whatever the coding: C0–CF without DHT (C4), JPG (C8) and DAC (CC). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function* readJpeg(onSize: OnSize): ByteReader {
  yield* skip(2);
  for (;;) {
    const marker = yield* nextMarker();
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) continue;
    const length = (yield* take(2)).readUInt16BE(0) - 2;
    if (length < 0 || marker === 0xd9 || marker === 0xda) throw new ImageHeaderError('broken');
    if (!isFrame(marker)) {
      yield* skip(length);
      continue;
    }
    const frame = yield* take(5);
    onSize(frame.readUInt16BE(3), frame.readUInt16BE(1));
    return yield* seek(END_OF_IMAGE);
  }
}

function* nextMarker(): ByteReader<number> {
  if ((yield* take(1))[0] !== 0xff) throw new ImageHeaderError('broken');
  for (;;) {
    // Any number of fill bytes may stand before the marker.
    const [byte = 0] = yield* take(1);
    if (byte === 0) throw new ImageHeaderError('broken');
    if (byte !== 0xff) return byte;
  }
}

function* readPng(onSize: OnSize): ByteReader {
  yield* skip(8);
  const first = yield* take(16);
  if (first.toString('latin1', 4, 8) !== 'IHDR') throw new ImageHeaderError('broken');
  onSize(first.readUInt32BE(8), first.readUInt32BE(12));
  yield* skip(first.readUInt32BE(0) - 8 + 4);
  for (;;) {
    const chunk = yield* take(8);
    const type = chunk.toString('latin1', 4, 8);
    if (type === 'acTL') throw new ImageHeaderError('animated');
    yield* skip(chunk.readUInt32BE(0) + 4);
    if (type === 'IEND') return;
  }
}

const ANIMATION_FLAG = 0x02;

function* readWebp(onSize: OnSize): ByteReader {
  const start = yield* take(20);
  const bytes = start.readUInt32LE(4) + 8;
  const kind = start.toString('latin1', 12, 16);
  const head = yield* take(10);
  if (kind === 'VP8X') {
    if ((head.readUInt8(0) & ANIMATION_FLAG) !== 0) throw new ImageHeaderError('animated');
    onSize(head.readUIntLE(4, 3) + 1, head.readUIntLE(7, 3) + 1);
  } else if (kind === 'VP8 ' && head.readUIntBE(3, 3) === 0x9d012a) {
    onSize(head.readUInt16LE(6) & 0x3fff, head.readUInt16LE(8) & 0x3fff);
  } else if (kind === 'VP8L' && head.readUInt8(0) === 0x2f) {
    const packed = head.readUInt32LE(1);
    onSize((packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1);
  } else {
    throw new ImageHeaderError('broken');
  }
  yield* skip(bytes - 30);
}
