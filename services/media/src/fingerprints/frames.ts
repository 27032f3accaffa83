/** Sides of the frames for fingerprints, pixels. Frames are squares for every shape of video. */
export const FRAME_SIDE = 128;
export const FRAME_PIXELS = FRAME_SIDE * FRAME_SIDE;
/** Frames of a video, spread evenly over its duration. A photo has one. */
export const VIDEO_FRAMES = 4;

/** The planes of a small frame: one byte per pixel each. */
export interface Frame {
  y: Uint8Array;
  cb: Uint8Array;
  cr: Uint8Array;
}

/**
 * Splits raw frames of the format yuv444p. A video that is shorter than announced repeats its last frame.
 *
 * @throws Error if there is none
 */
export function framesOf(raw: Buffer, count: number): [Frame, ...Frame[]] {
  const plane = (index: number) => raw.subarray(index * FRAME_PIXELS, (index + 1) * FRAME_PIXELS);
  const available = Math.min(count, Math.floor(raw.length / (3 * FRAME_PIXELS)));
  if (available === 0) throw new Error('The file has no frame');
  const frameAt = (index: number): Frame => {
    const first = 3 * Math.min(index, available - 1);
    return { y: plane(first), cb: plane(first + 1), cr: plane(first + 2) };
  };
  return [frameAt(0), ...Array.from({ length: count - 1 }, (_, index) => frameAt(index + 1))];
}

/** ffmpeg's filters that reduce a video of that duration (seconds) to the frames of a fingerprint. */
export function frameFilters(durationSeconds: number): string {
  const interval = durationSeconds / VIDEO_FRAMES;
  const rate = (1 / interval).toFixed(6);
  return [
    // Less than half an interval, so that rounding never drops the last frame.
    `setpts=PTS-STARTPTS-${(interval * 0.4).toFixed(6)}/TB`,
    // A filter before this one may leave out how long the last frame lasts.
    `fps=fps=${rate}:start_time=0:round=near:eof_action=pass`,
    `scale=${FRAME_SIDE}:${FRAME_SIDE}:flags=area`,
    'format=yuv444p',
  ].join(',');
}

/** Converts one raw frame with red, green and blue bytes (BT.601, limited range, as most videos have). */
export function frameOfRgb(raw: Uint8Array): Frame {
  const planes = [0, 1, 2].map(() => new Uint8Array(FRAME_PIXELS)) as [Uint8Array, Uint8Array, Uint8Array];
  const [y, cb, cr] = planes;
  for (let at = 0; at < FRAME_PIXELS; at += 1) {
    const [r, g, b] = [raw[3 * at] ?? 0, raw[3 * at + 1] ?? 0, raw[3 * at + 2] ?? 0];
    y[at] = Math.round(16 + 0.257 * r + 0.504 * g + 0.098 * b);
    cb[at] = Math.round(128 - 0.148 * r - 0.291 * g + 0.439 * b);
    cr[at] = Math.round(128 + 0.439 * r - 0.368 * g - 0.071 * b);
  }
  return { y, cb, cr };
}
