import { dirname, join } from 'node:path';
import sharp from 'sharp';

const FONT = join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf', 'DejaVuSans.ttf');
/** The label's height as a share of the picture's shorter side. */
const SHARE = 0.035;
const LEAST_PIXELS = 12;

/** A visible label for the lower right corner of a picture of that size, as PNG: white on a dark ground. */
export async function drawLabel(text: string, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const size = Math.max(LEAST_PIXELS, Math.round(Math.min(width, height) * SHARE));
  const markup = `<span foreground="white">${escapeMarkup(text)}</span>`;
  const words = await sharp({ text: { text: markup, fontfile: FONT, font: 'DejaVu Sans', rgba: true, height: size } })
    .png()
    .toBuffer({ resolveWithObject: true });
  const pad = Math.round(size / 2);
  const box = { width: words.info.width + 2 * pad, height: words.info.height + 2 * pad };
  const label = await sharp({ create: { ...box, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.55 } } })
    .composite([{ input: words.data, left: pad, top: pad }])
    .png()
    .toBuffer();
  return sharp(label).resize({ width, height, fit: 'inside', withoutEnlargement: true }).png().toBuffer();
}

function escapeMarkup(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);
}
