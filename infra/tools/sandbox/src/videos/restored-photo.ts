import { dirname, join } from 'node:path';
import sharp from 'sharp';

/** A photo to restore, with the input names of GFPGAN. */
export interface RestoreInput {
  img: string;
  version: 'v1.2' | 'v1.3' | 'v1.4' | 'RestoreFormer';
  /** Factor by which each side grows. */
  scale: number;
}

/** A photo to color, with the input names of DDColor. */
export interface ColorInput {
  image: string;
  model_size: 'large' | 'tiny';
}

const fontfile = join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf', 'DejaVuSans.ttf');
/** Smaller images contain no recognizable face. */
const leastSide = 16;
const maxPixels = 100_000_000;

/**
 * Enlarges and sharpens a photo and increases its contrast, so that the effect is visible, and labels it as sandbox output.
 * @throws Error if it is not an image or too small
 */
export async function restorePhoto(photo: Buffer, { scale, version }: RestoreInput, path: string): Promise<void> {
  const { width, height } = await sharp(photo, { limitInputPixels: maxPixels }).metadata();
  if (Math.min(width, height) < leastSide) throw new Error(`invalid image: ${width} x ${height} pixels`);
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const isStrong = version === 'RestoreFormer';
  await sharp(photo, { limitInputPixels: maxPixels })
    .median(3)
    .resize({ ...size, kernel: 'lanczos3' })
    .normalize({ lower: 1, upper: 99 })
    .modulate({ saturation: isStrong ? 1.35 : 1.2 })
    .sharpen({ sigma: isStrong ? 2.5 : 1.5 })
    .composite([{ input: await label(size), gravity: 'northeast' }])
    .png({ compressionLevel: 6 })
    .toFile(path);
}

/**
 * Adds colors to a photo, cool at the top and warm at the bottom, so that the effect is visible.
 * @throws Error if it is not an image or too small
 */
export async function colorPhoto(photo: Buffer, path: string): Promise<void> {
  const { width, height } = await sharp(photo, { limitInputPixels: maxPixels }).metadata();
  if (Math.min(width, height) < leastSide) throw new Error(`invalid image: ${width} x ${height} pixels`);
  const colors = await sharp(Buffer.from([153, 204, 255, 255, 204, 153, 119, 170, 85]), {
    raw: { width: 1, height: 3, channels: 3 },
  })
    .resize({ width, height, fit: 'fill' })
    .png()
    .toBuffer();
  // A grayscale image would stay gray, so it is converted first.
  const rgb = await sharp(photo, { limitInputPixels: maxPixels }).toColorspace('srgb').png().toBuffer();
  await sharp(rgb, { limitInputPixels: maxPixels })
    .composite([{ input: colors, blend: 'multiply' }])
    .png({ compressionLevel: 6 })
    .toFile(path);
}

async function label({ width, height }: { width: number; height: number }): Promise<Buffer> {
  const text = '<span foreground="white" background="black">Luit sandbox</span>';
  const size = Math.max(8, Math.round(Math.min(width, height) * 0.04));
  return sharp({ text: { text, fontfile, font: 'DejaVu Sans', rgba: true, height: size } })
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
}
