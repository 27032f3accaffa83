import type { OutputLabel } from '@luit/contracts/generation/output-label';
import { dirname, join } from 'node:path';
import sharp, { type OutputInfo } from 'sharp';

const FONT = join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf', 'DejaVuSans.ttf');
/** Fonts of the scripts that DejaVu lacks. Pango takes each run of letters from one that has them. */
export const FURTHER_FONTS = [
  ...['anek-bangla/AnekBangla', 'anek-devanagari/AnekDevanagari', 'anek-gujarati/AnekGujarati'],
  ...['anek-kannada/AnekKannada', 'anek-malayalam/AnekMalayalam', 'anek-tamil/AnekTamil', 'anek-telugu/AnekTelugu'],
  ...['noto-sans-arabic/NotoSansArabic', 'noto-sans-gurmukhi/NotoSansGurmukhi', 'noto-sans-oriya/NotoSansOriya'],
  ...['noto-sans-meetei-mayek/NotoSansMeeteiMayek', 'noto-sans-ol-chiki/NotoSansOlChiki'],
].map((name) => {
  const [folder, file] = name.split('/');
  return require.resolve(`@expo-google-fonts/${folder}/400Regular/${file}_400Regular.ttf`);
});
const MIN_HEIGHT = 12;

/** How a label is drawn, without the switches that decide whether it is. */
export type DrawnLabel = Pick<OutputLabel, 'text' | 'corner' | 'sizePercent' | 'seconds'>;

/** Draws a label for a corner of an image of that size, as PNG: white on a dark background. */
export async function drawLabel(
  { text, sizePercent }: Pick<DrawnLabel, 'text' | 'sizePercent'>,
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const size = Math.max(MIN_HEIGHT, Math.round((Math.min(width, height) * sizePercent) / 100));
  const textImage = await drawText(text, { width, height: size });
  const pad = Math.round(size / 2);
  const box = { width: textImage.info.width + 2 * pad, height: textImage.info.height + 2 * pad };
  const label = await sharp({ create: { ...box, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.55 } } })
    .composite([{ input: textImage.data, left: pad, top: pad }])
    .png()
    .toBuffer();
  return sharp(label).resize({ width, height, fit: 'inside', withoutEnlargement: true }).png().toBuffer();
}

/** The letters for labels that DejaVu covers. */
const MAIN_LETTERS = /^[\0-\u04ff\u2010-\u2027\u20b9\u2122]*$/;
let fontsLoaded: Promise<unknown> | undefined;

/** Once drawing with a font has succeeded, the font is known to work. */
function loadFonts(): Promise<unknown> {
  fontsLoaded ??= Promise.all(
    FURTHER_FONTS.map((fontfile) =>
      sharp({ text: { text: 'a', fontfile } })
        .png()
        .toBuffer(),
    ),
  );
  return fontsLoaded;
}

/** Draws a white text on a transparent background, as PNG, as large as fits into a width and a height in pixels. */
export async function drawText(
  text: string,
  box: { width: number; height: number },
): Promise<{ data: Buffer; info: OutputInfo }> {
  if (!MAIN_LETTERS.test(text)) await loadFonts();
  const markup = `<span foreground="white">${escapeMarkup(text)}</span>`;
  return sharp({ text: { text: markup, fontfile: FONT, font: 'DejaVu Sans', rgba: true, ...box } })
    .png()
    .toBuffer({ resolveWithObject: true });
}

function escapeMarkup(text: string): string {
  return text.replace(/[&<>]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[char] ?? char);
}
