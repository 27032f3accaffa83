import { amplitudesOf, averageOf, type Integral, integralOf } from './frame-amplitudes';
import type { Frame } from './frames';
import { CENTER, croppedWindows, type FrameWindow } from './windows';

/** Bytes of the signs of a frame, and as many that say which signs count. */
export const BITS_BYTES = 18;
/** Brightness and two colors. */
const COLOR_BYTES = 3;
export const FRAME_BYTES = 2 * BITS_BYTES + COLOR_BYTES;

/** The strongest half of the frequencies of a frame counts if they are at least this strong: levels of brightness out of 255. */
const MIN_AMPLITUDE = 0.3;
/** Bits per frame that must count. With fewer, a picture is too plain to be recognized. */
const MIN_BITS_PER_FRAME = 16;
/** Steps of a crop per side. More of them find no more copies and take longer. */
const CROP_STEPS = 3;

interface Planes {
  y: Integral;
  cb: Integral;
  cr: Integral;
}

/**
 * Describes the appearance of a picture in 39 bytes per frame: the signs of its low frequencies, which of them are strong, and its average
 * color. It says nothing about how the picture was made, and the picture cannot be restored from it.
 *
 * @returns null if the picture is too plain to be recognized
 */
export function fingerprintOf(frames: Frame[]): Buffer | null {
  const fingerprint = describe(frames.map(planesOf), CENTER);
  return frames.length === 0 || countedBits(fingerprint) < MIN_BITS_PER_FRAME * frames.length ? null : fingerprint;
}

/**
 * Fingerprints that the original may have if these frames were cropped by up to a tenth of their width and height; none if the picture
 * is too plain to be recognized.
 */
export async function possibleFingerprints(frames: Frame[]): Promise<Buffer[]> {
  if (fingerprintOf(frames) === null) return [];
  const planes = frames.map(planesOf);
  const fingerprints: Buffer[] = [];
  for (const window of croppedWindows(CROP_STEPS)) {
    fingerprints.push(describe(planes, window));
    // About a tenth of a millisecond each; other requests come first.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return fingerprints;
}

/** How many bits of a fingerprint count. */
export function countedBits(fingerprint: Uint8Array): number {
  let bits = 0;
  for (let frame = 0; frame < fingerprint.length; frame += FRAME_BYTES) {
    for (let at = 0; at < BITS_BYTES; at += 1) bits += ONES[fingerprint[frame + BITS_BYTES + at] ?? 0] ?? 0;
  }
  return bits;
}

/** The number of ones in each byte. */
export const ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

function planesOf({ y, cb, cr }: Frame): Planes {
  return { y: integralOf(y), cb: integralOf(cb), cr: integralOf(cr) };
}

function describe(frames: Planes[], window: FrameWindow): Buffer {
  const fingerprint = Buffer.alloc(frames.length * FRAME_BYTES);
  for (const [index, { y, cb, cr }] of frames.entries()) {
    const start = index * FRAME_BYTES;
    writeBits(fingerprint, start, amplitudesOf(y, window));
    const color = [y, cb, cr].map((plane) => Math.round(averageOf(plane, window)));
    fingerprint.set(color, start + 2 * BITS_BYTES);
  }
  return fingerprint;
}

function writeBits(fingerprint: Buffer, start: number, amplitudes: Float64Array): void {
  const strengths = amplitudes.map(Math.abs).subarray(1).sort();
  const weakest = Math.max(MIN_AMPLITUDE, strengths[strengths.length >> 1] ?? 0);
  // The first is the average, which is kept as a color.
  for (let bit = 1; bit < amplitudes.length; bit += 1) {
    const amplitude = amplitudes[bit] ?? 0;
    if (Math.abs(amplitude) < weakest) continue;
    const at = start + (bit >> 3);
    const mask = 1 << (bit & 7);
    if (amplitude > 0) fingerprint[at] = (fingerprint[at] ?? 0) | mask;
    fingerprint[at + BITS_BYTES] = (fingerprint[at + BITS_BYTES] ?? 0) | mask;
  }
}
