import { FRAME_PIXELS, FRAME_SIDE, type Frame } from '../fingerprints/frames';

/** Local copies: looking up a global or an import for each pixel takes longer than the calculation. */
const { floor, sin } = Math;
const SIDE = FRAME_SIDE;

/** Moving waves. Another seed gives another picture of about the same colors. */
export function testFrames(seed: number, count: number): [Frame, ...Frame[]] {
  return [testFrame(seed, 0), ...Array.from({ length: count - 1 }, (_, index) => testFrame(seed, index + 1))];
}

function testFrame(seed: number, time: number): Frame {
  const part = (index: number) => (sin(seed * 12.9898 + index * 78.233) * 43_758.5453) % 1;
  const waves = [1, 2, 3, 4, 5, 6, 7, 8].map((index) => ({
    x: part(index) * 24,
    y: part(index + 10) * 24,
    phase: part(index + 20) * 6.28 + time * part(index + 30) * 4,
  }));
  const y = new Uint8Array(FRAME_PIXELS);
  for (let at = 0; at < FRAME_PIXELS; at += 1) {
    const [right, down] = [(at % SIDE) / SIDE, floor(at / SIDE) / SIDE];
    y[at] = 128 + waves.reduce((sum, wave) => sum + 12 * sin(wave.x * right + wave.y * down + wave.phase), 0);
  }
  return { y, cb: new Uint8Array(FRAME_PIXELS).fill(110), cr: new Uint8Array(FRAME_PIXELS).fill(140) };
}

/** Cuts a share off the left and top of a frame, and stretches the rest. */
export function cropped({ y, cb, cr }: Frame, share: number): Frame {
  const cut = (plane: Uint8Array) =>
    plane.map((_, at) => {
      const place = (coordinate: number) => floor(SIDE * share + coordinate * (1 - share));
      return plane[place(floor(at / SIDE)) * SIDE + place(at % SIDE)] ?? 0;
    });
  return { y: cut(y), cb: cut(cb), cr: cut(cr) };
}
