import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { FrameSize } from '../frame-sizes';
import { wrapText } from '../wrap-text';
import type { ImagesInput } from './work';

const fontfile = join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf', 'DejaVuSans.ttf');
const maxPixels = 100_000_000;
const FORMATS = { jpg: 'jpeg', png: 'png', webp: 'webp' } as const;

/**
 * Draws the prompt on a field of colors that prompt, seed and index determine, or over the image to change, which shows through the less
 * the greater its strength is.
 *
 * @throws Error if the source is not an image
 */
export async function renderImage(
  { prompt, seed, strength, size, format }: ImagesInput,
  index: number,
  source: Buffer | null,
  path: string,
): Promise<void> {
  const target = source ? await sizeOfSource(source) : size;
  const colors = await colorField(`${prompt} ${seed ?? ''} ${index}`, target);
  const layers = [{ input: await caption(prompt, seed, target), gravity: 'southwest' }];
  const opacity = Buffer.from([0, 0, 0, Math.round(255 * strength)]);
  const veil = { raw: { width: 1, height: 1, channels: 4 }, tile: true, blend: 'dest-in' } as const;
  const over = source
    ? [
        {
          input: await sharp(colors)
            .ensureAlpha()
            .composite([{ input: opacity, ...veil }])
            .png()
            .toBuffer(),
        },
      ]
    : [];
  await sharp(source ?? colors, { limitInputPixels: maxPixels })
    .resize({ ...target, fit: 'fill' })
    .composite([...over, ...layers])
    .toFormat(FORMATS[format])
    .toFile(path);
}

async function sizeOfSource(source: Buffer): Promise<FrameSize> {
  const { width, height } = await sharp(source, { limitInputPixels: maxPixels }).metadata();
  return { width, height };
}

/** Nine colors that blend into each other. */
function colorField(text: string, size: FrameSize): Promise<Buffer> {
  const colors = createHash('sha256').update(text).digest().subarray(0, 27);
  return sharp(colors, { raw: { width: 3, height: 3, channels: 3 } })
    .resize({ ...size, fit: 'fill', kernel: 'cubic' })
    .png()
    .toBuffer();
}

async function caption(prompt: string, seed: number | undefined, { width, height }: FrameSize): Promise<Buffer> {
  const label = seed === undefined ? 'Luit sandbox' : `Luit sandbox, seed ${seed}`;
  const escaped = wrapText(prompt).replace(/[&<>]/g, (char) => ({ '&': '&amp;', '<': '&lt;' })[char] ?? '&gt;');
  const text = `<span foreground="white" background="black">${label}\n${escaped}</span>`;
  const box = { width: Math.round(width * 0.9), height: Math.round(height * 0.3) };
  return sharp({ text: { text, fontfile, font: 'DejaVu Sans', rgba: true, ...box } })
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
}
