import { FRAME_SIDE } from './frames';
import type { FrameWindow } from './windows';

/** Samples per side that a window is reduced to. */
const SAMPLES = 32;
/** Frequencies per side that a hash contains. */
export const FREQUENCIES = 12;
const HASH_BITS = FREQUENCIES * FREQUENCIES;

/** Sums of all pixels above and to the left of each corner, which make the average of any rectangle cheap. */
export type Integral = Float64Array;
/** Local copies: looking up a global or an import for each sample takes longer than the calculation. */
const { floor, max, min } = Math;
const SIDE = FRAME_SIDE;
const STRIDE = SIDE + 1;

export function integralOf(plane: Uint8Array): Integral {
  const integral = new Float64Array(STRIDE * STRIDE);
  for (let y = 0; y < SIDE; y += 1) {
    let row = 0;
    for (let x = 0; x < SIDE; x += 1) {
      row += plane[y * SIDE + x] ?? 0;
      integral[(y + 1) * STRIDE + x + 1] = (integral[y * STRIDE + x + 1] ?? 0) + row;
    }
  }
  return integral;
}

/** The average of a window. */
export function averageOf(integral: Integral, window: FrameWindow): number {
  const [left, right, top, bottom] = [window.left, window.right, window.top, window.bottom].map(
    (share) => share * SIDE,
  ) as [number, number, number, number];
  const sum =
    sumTo(integral, right, bottom) -
    sumTo(integral, left, bottom) -
    sumTo(integral, right, top) +
    sumTo(integral, left, top);
  return sum / ((right - left) * (bottom - top));
}

/** Amplitudes of the lowest frequencies of a window, row by row; the first one is the average. */
export function amplitudesOf(integral: Integral, window: FrameWindow): Float64Array {
  const samples = sample(integral, window);
  const rows = new Float64Array(SAMPLES * FREQUENCIES);
  for (let y = 0; y < SAMPLES; y += 1) {
    for (let u = 0; u < FREQUENCIES; u += 1) {
      let sum = 0;
      for (let x = 0; x < SAMPLES; x += 1) sum += (samples[y * SAMPLES + x] ?? 0) * (COSINES[u * SAMPLES + x] ?? 0);
      rows[y * FREQUENCIES + u] = sum;
    }
  }
  const amplitudes = new Float64Array(HASH_BITS);
  for (let v = 0; v < FREQUENCIES; v += 1) {
    for (let u = 0; u < FREQUENCIES; u += 1) {
      let sum = 0;
      for (let y = 0; y < SAMPLES; y += 1) sum += (rows[y * FREQUENCIES + u] ?? 0) * (COSINES[v * SAMPLES + y] ?? 0);
      amplitudes[v * FREQUENCIES + u] = sum;
    }
  }
  return amplitudes;
}

function sample(integral: Integral, { left, right, top, bottom }: FrameWindow): Float64Array {
  const corners = new Float64Array((SAMPLES + 1) * (SAMPLES + 1));
  const width = ((right - left) * SIDE) / SAMPLES;
  const height = ((bottom - top) * SIDE) / SAMPLES;
  for (let y = 0; y <= SAMPLES; y += 1) {
    for (let x = 0; x <= SAMPLES; x += 1) {
      corners[y * (SAMPLES + 1) + x] = sumTo(integral, left * SIDE + x * width, top * SIDE + y * height);
    }
  }
  const samples = new Float64Array(SAMPLES * SAMPLES);
  for (let y = 0; y < SAMPLES; y += 1) {
    for (let x = 0; x < SAMPLES; x += 1) {
      const at = y * (SAMPLES + 1) + x;
      const below = at + SAMPLES + 1;
      const sum = (corners[below + 1] ?? 0) - (corners[below] ?? 0) - (corners[at + 1] ?? 0) + (corners[at] ?? 0);
      samples[y * SAMPLES + x] = sum / (width * height);
    }
  }
  return samples;
}

/** The sum of all pixels left of `x` and above `y`, which may lie between pixels. */
function sumTo(integral: Integral, x: number, y: number): number {
  const left = min(SIDE - 1, max(0, floor(x)));
  const top = min(SIDE - 1, max(0, floor(y)));
  const [dx, dy] = [x - left, y - top];
  const at = top * STRIDE + left;
  const above = (integral[at] ?? 0) * (1 - dx) + (integral[at + 1] ?? 0) * dx;
  const below = (integral[at + STRIDE] ?? 0) * (1 - dx) + (integral[at + STRIDE + 1] ?? 0) * dx;
  return above * (1 - dy) + below * dy;
}

/** Factors of the discrete cosine transform (DCT-II), scaled so that an amplitude is in levels of brightness. */
const COSINES = Float64Array.from({ length: FREQUENCIES * SAMPLES }, (_, index) => {
  const [frequency, at] = [floor(index / SAMPLES), index % SAMPLES];
  const scale = frequency === 0 ? 1 / SAMPLES : 2 / SAMPLES;
  return scale * Math.cos((Math.PI * frequency * (2 * at + 1)) / (2 * SAMPLES));
});
