import { dirname, join } from 'node:path';
import sharp from 'sharp';

/** A photo to restore, with the input names of GFPGAN. */
export interface RestoreInput {
  img: string;
  version: 'v1.2' | 'v1.3' | 'v1.4' | 'RestoreFormer';
  /** By how much each side grows. */
  scale: number;
}

/** A photo to colour, with the input names of DDColor. */
export interface ColorInput {
  image: string;
  model_size: 'large' | 'tiny';
}

const fontfile = join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf', 'DejaVuSans.ttf');
/** A face that is smaller than this is none. */
const leastSide = 16;
const maxPixels = 100_000_000;

/**
 * Makes a photo larger, cleaner and richer in contrast, so that one sees that something was done, and says in a corner
 * where it was done.
 * @throws Error when it is no picture, or too small a one
 */
export async function restorePhoto(photo: Buffer, { scale, version }: RestoreInput, path: string): Promise<void> {
  const { width, height } = await sharp(photo, { limitInputPixels: maxPixels }).metadata();
  if (Math.min(width, height) < leastSide) throw new Error(`invalid image: ${width} x ${height} pixels`);
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const isStrong = version === 'RestoreFormer';
  await sharp(photo, { limitInputPixels: maxPixels })
    .median(3)
    .resize({ ...size, kernel: 'lanczos3' })
    .normalise({ lower: 1, upper: 99 })
    .modulate({ saturation: isStrong ? 1.35 : 1.2 })
    .sharpen({ sigma: isStrong ? 2.5 : 1.5 })
    .composite([{ input: await mark(size), gravity: 'northeast' }])
    .png({ compressionLevel: 6 })
    .toFile(path);
}

/**
 * Gives a photo colours in its own size: cool above and warm below, so that one sees that something was done.
 * @throws Error when it is no picture, or too small a one
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
  // A grey picture would stay one, whatever is laid over it.
  const rgb = await sharp(photo, { limitInputPixels: maxPixels }).toColourspace('srgb').png().toBuffer();
  await sharp(rgb, { limitInputPixels: maxPixels })
    .composite([{ input: colors, blend: 'multiply' }])
    .png({ compressionLevel: 6 })
    .toFile(path);
}

async function mark({ width, height }: { width: number; height: number }): Promise<Buffer> {
  const text = '<span foreground="white" background="black">Luit sandbox</span>';
  const size = Math.max(8, Math.round(Math.min(width, height) * 0.04));
  return sharp({ text: { text, fontfile, font: 'DejaVu Sans', rgba: true, height: size } })
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
}
