import * as format from './fingerprint';

/** Local copies: looking up an import for each byte takes longer than the comparison. */
const { BITS_BYTES, FRAME_BYTES, ONES } = format;

/** Largest differences between the average colors of a frame and of its altered copy: brightness, then the two colors. */
const COLOR_TOLERANCE = [12, 6, 6] as const;
/** Cosine of the angle between the strong frequencies of two videos. Copies have 0.77 and more, other videos up to 0.72. */
const SIMILAR = 0.65;
/** The same for still videos and photos, whose frames all carry the same information. */
const STILL_SIMILAR = 0.75;
/** One crop of so many is compared first. */
const SAMPLED = 7;
/** Copies have 0.5 and more with one of these crops. */
const FAR = 0.3;
/** Minimum similarity of the first and last frame of a still video. */
const STILL = 0.9;

/** Returns true if one of the possible fingerprints of a file matches a stored output. @param possible of one file, not empty */
export function isSimilar(stored: Uint8Array, possible: readonly Uint8Array[]): boolean {
  // Most outputs of these colors are far from similar, which every seventh crop already shows.
  const isFar = possible.every((each, index) => index % SAMPLED > 0 || similarityOf(stored, each) < FAR);
  if (isFar) return false;
  const required = isStill(stored) ? STILL_SIMILAR : SIMILAR;
  return possible.some((each) => hasColorsOf(stored, each) && similarityOf(stored, each) >= required);
}

/** Between -1 and 1; 0 if the fingerprints have different numbers of frames, or no bit counts. */
export function similarityOf(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) return 0;
  let [common, different, ofA, ofB] = [0, 0, 0, 0];
  for (let frame = 0; frame < a.length; frame += FRAME_BYTES) {
    for (let at = frame; at < frame + BITS_BYTES; at += 1) {
      const [maskA, maskB] = [a[at + BITS_BYTES] ?? 0, b[at + BITS_BYTES] ?? 0];
      const both = maskA & maskB;
      ofA += ONES[maskA] ?? 0;
      ofB += ONES[maskB] ?? 0;
      common += ONES[both] ?? 0;
      different += ONES[both & ((a[at] ?? 0) ^ (b[at] ?? 0))] ?? 0;
    }
  }
  return ofA === 0 || ofB === 0 ? 0 : (common - 2 * different) / Math.sqrt(ofA * ofB);
}

function hasColorsOf(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let frame = 0; frame < a.length; frame += FRAME_BYTES) {
    for (const [index, tolerance] of COLOR_TOLERANCE.entries()) {
      const at = frame + 2 * BITS_BYTES + index;
      if (Math.abs((a[at] ?? 0) - (b[at] ?? 0)) > tolerance) return false;
    }
  }
  return true;
}

function isStill(fingerprint: Uint8Array): boolean {
  const [first, last] = [fingerprint.subarray(0, FRAME_BYTES), fingerprint.subarray(-FRAME_BYTES)];
  return similarityOf(first, last) >= STILL;
}

/** Width of the buckets of brightness and of the two colors, so that few outputs have to be compared. */
const BUCKETS = [16, 8, 8] as const;

/** Separates the buckets of photos from the buckets of videos. */
const PHOTO_BUCKETS = 1 << 14;

/** The bucket of a fingerprint by its average color, an integer that an index finds. */
export function colorBucket(fingerprint: Uint8Array): number {
  const color = averageColor(fingerprint).map((level, index) => Math.floor(level / (BUCKETS[index] ?? 1)));
  return bucketOf(fingerprint, color);
}

/** The buckets that contain originals of a file. @param possible its possible fingerprints, not empty */
export function possibleBuckets(possible: readonly Uint8Array[]): number[] {
  const colors = possible.map(averageColor);
  const [ys = [], cbs = [], crs = []] = COLOR_TOLERANCE.map((_, index) => {
    const { from, to } = rangeOf(
      colors.map((color) => color[index] ?? 0),
      index,
    );
    const [first, last] = [from, to].map((level) => Math.floor(level / (BUCKETS[index] ?? 1))) as [number, number];
    return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  });
  const [first = new Uint8Array()] = possible;
  return ys.flatMap((y) => cbs.flatMap((cb) => crs.map((cr) => bucketOf(first, [y, cb, cr]))));
}

export interface ByteRange {
  /** Position in the fingerprint. */
  at: number;
  from: number;
  to: number;
}

/** Between which values the colors in the fingerprint of an original are. @param possible the possible fingerprints of a file, not empty */
export function possibleColors(possible: readonly Uint8Array[]): ByteRange[] {
  const length = possible[0]?.length ?? 0;
  const ranges: ByteRange[] = [];
  for (let frame = 0; frame < length; frame += FRAME_BYTES) {
    for (const index of COLOR_TOLERANCE.keys()) {
      const at = frame + 2 * BITS_BYTES + index;
      ranges.push({
        at,
        ...rangeOf(
          possible.map((fingerprint) => fingerprint[at] ?? 0),
          index,
        ),
      });
    }
  }
  return ranges;
}

function rangeOf(levels: number[], index: number): { from: number; to: number } {
  const tolerance = COLOR_TOLERANCE[index] ?? 0;
  return { from: Math.max(0, Math.min(...levels) - tolerance), to: Math.min(255, Math.max(...levels) + tolerance) };
}

function bucketOf({ length }: Uint8Array, [y = 0, cb = 0, cr = 0]: number[]): number {
  return (length === FRAME_BYTES ? PHOTO_BUCKETS : 0) | (y << 10) | (cb << 5) | cr;
}

function averageColor(fingerprint: Uint8Array): number[] {
  const frames = fingerprint.length / FRAME_BYTES;
  return COLOR_TOLERANCE.map((_, index) => {
    let sum = 0;
    for (let frame = 0; frame < frames; frame += 1)
      sum += fingerprint[frame * FRAME_BYTES + 2 * BITS_BYTES + index] ?? 0;
    return sum / frames;
  });
}
