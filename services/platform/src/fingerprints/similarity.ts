import * as format from './fingerprint';

/** Local copies: looking up an import for each byte takes longer than the comparison. */
const { BITS_BYTES, FRAME_BYTES, ONES } = format;

/** Largest differences between the average colors of a frame and of its altered copy: brightness, then the two colors. */
const COLOR_TOLERANCE = [12, 6, 6] as const;
/** Cosine of the angle between the strong frequencies of two videos. Copies have 0.77 and more, other videos up to 0.72. */
const SIMILAR = 0.65;
/** Of videos that stand still and of photos, whose frames say the same again. */
const STILL_SIMILAR = 0.75;
/** Of the first and last frame of a video that stands still. */
const STILL = 0.9;

/** Whether one of the possible fingerprints of a file is that of a stored output. @param possible of one file, not empty */
export function isSimilar(stored: Uint8Array, possible: readonly Uint8Array[]): boolean {
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

export function hasColorsOf(a: Uint8Array, b: Uint8Array): boolean {
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

/** The bucket of average colors of a fingerprint, an integer that an index finds. */
export function colorBucket(fingerprint: Uint8Array): number {
  return keyOf(averageColor(fingerprint).map((level, index) => Math.floor(level / (BUCKETS[index] ?? 1))));
}

/** The buckets that contain originals of a file. @param possible its possible fingerprints, not empty */
export function possibleBuckets(possible: readonly Uint8Array[]): number[] {
  const colors = possible.map(averageColor);
  const ranges = COLOR_TOLERANCE.map((tolerance, index) => {
    const levels = colors.map((color) => color[index] ?? 0);
    const bucket = (level: number) => Math.floor(Math.min(255, Math.max(0, level)) / (BUCKETS[index] ?? 1));
    const first = bucket(Math.min(...levels) - tolerance);
    const last = bucket(Math.max(...levels) + tolerance);
    return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  });
  const [ys = [], cbs = [], crs = []] = ranges;
  return ys.flatMap((y) => cbs.flatMap((cb) => crs.map((cr) => keyOf([y, cb, cr]))));
}

function keyOf([y = 0, cb = 0, cr = 0]: number[]): number {
  return (y << 10) | (cb << 5) | cr;
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
