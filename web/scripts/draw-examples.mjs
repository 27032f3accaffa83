/**
 * Draws the example scenes in a browser, frame by frame, and writes a poster and a video of each. No AI model is
 * involved. Every scene loops without a cut.
 */
import ffmpegInstaller from '@ffmpeg-installer/ffmpeg';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';

const ffmpeg = ffmpegInstaller.path;

const SIZE = { width: 640, height: 360 };
/** The home page shows the river larger than the others. */
const RIVER_SIZE = { width: 960, height: 540 };
const FRAMES_PER_SECOND = 15;
const SECONDS = 5;
/** The frame that the poster shows. */
const POSTER_FRAME = 12;

/** Scenes of which a page shows a large picture, and the moment of the loop, from 0 to 1. */
const STILLS = { city: 0.16, fireflies: 0.16 };
/** How much larger a still is than a poster. */
const STILL_SCALE = 2.5;

/**
 * Writes `<scene>.webp` and `<scene>.mp4` for every scene.
 * @param browser a Playwright browser
 * @param riverImage a PNG of the river scene
 */
export async function drawExamples(browser, riverImage, folder) {
  await mkdir(folder, { recursive: true });
  const page = await openScenes(browser, riverImage);
  const names = await page.evaluate(() => Object.keys(globalThis.luitScenes));
  for (const name of names) await drawExample(page, name, folder);
  await page.close();
}

/** Writes a WebP image for every still. */
export async function drawStills(browser, riverImage, folder) {
  await mkdir(folder, { recursive: true });
  const page = await openScenes(browser, riverImage);
  for (const [name, moment] of Object.entries(STILLS)) {
    const url = await page.evaluate((args) => globalThis.drawFrame(...args), [name, SIZE, moment, STILL_SCALE]);
    await sharp(Buffer.from(url.split(',')[1], 'base64'))
      .webp({ quality: 76, effort: 6 })
      .toFile(path.join(folder, `${name}.webp`));
  }
  await page.close();
}

/** Opens a page whose `drawFrame` draws a scene at a time of its loop. */
async function openScenes(browser, riverImage) {
  const page = await browser.newPage();
  const scripts = ['brush', 'nature', 'places'].map((name) =>
    readFile(path.join(import.meta.dirname, 'example-scenes', `${name}.js`), 'utf8'),
  );
  // In one script, because the scenes share the helpers.
  await page.addScriptTag({ content: (await Promise.all(scripts)).join('\n') });
  await page.evaluate(
    async (river) => {
      globalThis.riverImage = new globalThis.Image();
      globalThis.riverImage.src = river;
      await globalThis.riverImage.decode();
      const canvas = globalThis.document.createElement('canvas');
      globalThis.drawFrame = (name, { width, height }, t, scale = 1) => {
        Object.assign(canvas, { width: width * scale, height: height * scale });
        const context = canvas.getContext('2d', { willReadFrequently: true });
        context.scale(scale, scale);
        globalThis.luitScenes[name](globalThis.newBrush(context, width, height), t);
        return canvas.toDataURL('image/jpeg', 0.95);
      };
    },
    `data:image/png;base64,${riverImage.toString('base64')}`,
  );
  return page;
}

async function drawExample(page, name, folder) {
  const frames = await mkdtemp(path.join(tmpdir(), 'luit-example-'));
  const count = SECONDS * FRAMES_PER_SECOND;
  const urls = await page.evaluate(
    ([scene, size, length]) => Array.from({ length }, (_, frame) => globalThis.drawFrame(scene, size, frame / length)),
    [name, name === 'river' ? RIVER_SIZE : SIZE, count],
  );
  const file = (frame) => path.join(frames, `${String(frame).padStart(3, '0')}.jpg`);
  for (const [frame, url] of urls.entries()) await writeFile(file(frame), Buffer.from(url.split(',')[1], 'base64'));
  await sharp(file(POSTER_FRAME))
    .webp({ quality: 80, effort: 6 })
    .toFile(path.join(folder, `${name}.webp`));
  const input = [
    '-hide_banner',
    '-loglevel',
    'error',
    '-y',
    '-framerate',
    String(FRAMES_PER_SECOND),
    '-i',
    path.join(frames, '%03d.jpg'),
  ];
  const output = (extension) => path.join(folder, `${name}.${extension}`);
  const h264 = ['-c:v', 'libx264', '-preset', 'slow', '-pix_fmt', 'yuv420p', '-movflags', '+faststart', '-an'];
  const rate = ['-b:v', '240k', '-maxrate', '300k', '-bufsize', '600k'];
  execFileSync(ffmpeg, [...input, ...h264, ...rate, output('mp4')]);
  await rm(frames, { recursive: true });
}
