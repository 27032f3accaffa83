import type { Framing } from '@luit/contracts/generation/options';

/** How an image is cropped. */
export interface Crop {
  /** Width divided by height. */
  ratio: number;
  framing: Framing;
}

interface Size {
  width: number;
  height: number;
}

/** The largest part of an image with that ratio, in whole pixels, at the place that the framing chooses. */
export function cropBox({ width, height }: Size, { ratio, framing }: Crop): Size & { left: number; top: number } {
  const box = {
    width: Math.max(1, Math.min(width, Math.round(height * ratio))),
    height: Math.max(1, Math.min(height, Math.round(width / ratio))),
  };
  return {
    ...box,
    left: Math.round((width - box.width) * framing.x),
    top: Math.round((height - box.height) * framing.y),
  };
}
