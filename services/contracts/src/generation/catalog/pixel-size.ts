/** Width and height of a resolution with an aspect ratio, each rounded to the multiple that a model makes. */
export function pixelSize(resolution: string, ratio: string, multipleOf: number): { width: number; height: number } {
  const shorter = Number.parseInt(resolution, 10);
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  const side = (part: number) => Math.round((shorter * part) / Math.min(across, down) / multipleOf) * multipleOf;
  return { width: side(across), height: side(down) };
}
