/**
 * `node web/scripts/draw-media.mjs` renders the site's own media into `public`: the link preview, the icons, the
 * examples and the pictures of pages.
 */
import { chromiumPath } from '@luit/local/system-programs';
import { chromium } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { drawExamples, drawStills } from './draw-examples.mjs';

const web = path.resolve(import.meta.dirname, '..');
const output = (name) => path.join(web, 'public', name);

const scene = await readFile(output('scenes/river.svg'), 'utf8');
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox'],
});
try {
  await drawPreview();
  const river = await capture(1920, 1080, '');
  await drawExamples(browser, river, output('examples'));
  await drawStills(browser, river, output('scenes'));
} finally {
  await browser.close();
}
await drawIcons();

async function capture(width, height, body) {
  const font = await readFile(
    path.join(web, '..', 'node_modules/@fontsource-variable/anek-latin/files/anek-latin-latin-wdth-normal.woff2'),
  );
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<style>
    @font-face { font-family: Anek; src: url(data:font/woff2;base64,${font.toString('base64')}); font-weight: 100 800; font-stretch: 75% 125% }
    * { margin: 0; box-sizing: border-box }
    body { width: ${width}px; height: ${height}px; overflow: hidden; font-family: Anek; color: #fdf4dc; background: #05171c }
    body > svg { position: absolute; inset: 0; width: 100%; height: 100% }
  </style>${scene}${body}`);
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot();
  await page.close();
  return picture;
}

/** 1200 × 630, the size that link previews expect. */
async function drawPreview() {
  const picture = await capture(
    1200,
    630,
    `<div style="position:absolute;inset:0;padding:76px 80px;background:linear-gradient(90deg,rgb(4 20 25/.88),rgb(4 20 25/.4) 60%,transparent)">
      <p style="font-size:40px;font-weight:700;font-stretch:125%;letter-spacing:-.02em">Luit<span style="color:#d9503d">.</span></p>
      <p style="margin-top:96px;font-size:112px;line-height:.98;font-weight:650;font-stretch:118%;letter-spacing:-.02em">Say it.<br>Watch it.</p>
      <p style="margin-top:36px;font-size:34px;color:#d7e3df">AI video from a sentence, priced in rupees</p>
    </div><div style="position:absolute;inset:auto 0 0;height:10px;background:#f2b632"></div>`,
  );
  await sharp(picture).jpeg({ quality: 84, mozjpeg: true }).toFile(output('share.jpg'));
}

/** Renders the icons from the favicon. The maskable icon fills its square and keeps the drawing inside the safe zone. */
async function drawIcons() {
  const icon = await readFile(output('favicon.svg'), 'utf8');
  const filled = icon
    .replace('rx="6"', '')
    .replace('viewBox="0 0 32 32"', 'viewBox="-6 -6 44 44"')
    .replace('width="32" height="32"', 'x="-6" y="-6" width="44" height="44"');
  const draw = (svg, size, name) =>
    sharp(Buffer.from(svg), { density: 1200 })
      .resize(size, size)
      .png({ palette: true })
      .toFile(output(`icons/${name}.png`));
  await draw(icon, 192, 'icon-192');
  await draw(icon, 512, 'icon-512');
  await draw(filled, 512, 'icon-maskable-512');
  await draw(icon.replace('rx="6"', ''), 180, 'apple-touch-icon');
}
