/**
 * `node web/scripts/draw-media.mjs` renders the site's own media into `public`: the link preview, the icons and the sample
 * video, which the sandbox's renderer makes from the river scene.
 */
import { chromiumPath } from '@luit/local/system-programs';
import { chromium } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { createServer } from 'vite';

const require = createRequire(import.meta.url);
const { path: ffmpeg } = require('@ffmpeg-installer/ffmpeg');
const { VideoRenderer } = require('@luit/sandbox/video-renderer');

const web = path.resolve(import.meta.dirname, '..');
const output = (name) => path.join(web, 'public', name);
const PROMPT = 'A country boat crosses the Brahmaputra at dawn, mist on the water, slow camera from the bank';
const SAMPLE_VIDEO = { seconds: 8, width: 960, height: 540, framesPerSecond: 24 };

const scene = await riverScene();
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox'],
});
try {
  await drawPreview();
  await drawSampleVideo();
} finally {
  await browser.close();
}
await drawIcons();

async function riverScene() {
  const vite = await createServer({
    root: web,
    server: { middlewareMode: true },
    appType: 'custom',
    logLevel: 'error',
  });
  try {
    const { RiverScene } = await vite.ssrLoadModule('@luit/ui/river-scene');
    return renderToStaticMarkup(createElement(RiverScene));
  } finally {
    await vite.close();
  }
}

async function capture(width, height, body) {
  const font = await readFile(
    path.join(web, '..', 'node_modules/@fontsource-variable/anek-latin/files/anek-latin-latin-wdth-normal.woff2'),
  );
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<style>
    @font-face { font-family: Anek; src: url(data:font/woff2;base64,${font.toString('base64')}); font-weight: 100 800; font-stretch: 75% 125% }
    * { margin: 0; box-sizing: border-box }
    body { width: ${width}px; height: ${height}px; overflow: hidden; font-family: Anek; color: #fdf4dc; background: #05171c }
    svg.size-full { position: absolute; inset: 0; width: 100%; height: 100% }
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

async function drawSampleVideo() {
  const folder = await mkdtemp(path.join(tmpdir(), 'luit-media-'));
  const mp4 = output('demo/boat.mp4');
  const image = await capture(1920, 1080, '');
  await new VideoRenderer(folder).render(
    // A caption would be covered by the player's controls.
    { text: ' ', ...SAMPLE_VIDEO, image },
    mp4,
    AbortSignal.timeout(300_000),
  );
  const run = (...args) => execFileSync(ffmpeg, ['-hide_banner', '-loglevel', 'error', '-y', '-i', mp4, ...args]);
  run('-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '36', '-row-mt', '1', '-an', output('demo/boat.webm'));
  const still = path.join(folder, 'still.png');
  run('-ss', '2', '-frames:v', '1', still);
  await sharp(still).jpeg({ quality: 78, mozjpeg: true }).toFile(output('demo/boat.jpg'));
  await writeFile(output('demo/boat.vtt'), `WEBVTT\n\n00:00.000 --> 00:08.000\n[No sound] ${PROMPT}\n`);
  await rm(folder, { recursive: true });
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
