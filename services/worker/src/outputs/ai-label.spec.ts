import { LABEL_CORNERS, LABEL_TEXT } from '@luit/contracts/generation/limits';
import { DEFAULT_OUTPUT_LABEL } from '@luit/contracts/generation/output-label';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { type DrawnLabel, drawLabel, drawText, FURTHER_FONTS } from './ai-label';
import { aiMetadataOf } from '../content-credentials/ai-metadata';
import { finishImage } from './image-output';
import { MediaPrograms } from '@luit/media/ffmpeg/media-programs';
import { checkVideo } from './video-check';
import { finishVideo } from './finished-video';

/** Draws with these fonts and the main one, in a process that knows no font of the machine: missing letters become boxes. */
async function drawnWith(fonts: string[], text: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'luit-fonts-'));
  try {
    const settings = join(folder, 'fonts.conf');
    await writeFile(settings, `<fontconfig><cachedir>${folder}</cachedir></fontconfig>`);
    const fontfile = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
    const markup = `<span foreground="white">${text}</span>`;
    const options = { text: { text: markup, fontfile, font: 'DejaVu Sans', rgba: true, width: 400, height: 40 } };
    const program = `
      const draw = (options) => require('sharp')(options).png().toBuffer();
      const load = (fontfile) => draw({ text: { text: 'a', fontfile } });
      Promise.all(${JSON.stringify(fonts)}.map(load)).then(() => draw(${JSON.stringify(options)})).then((image) => process.stdout.write(image));`;
    const env = { ...process.env, FONTCONFIG_FILE: settings };
    return execFileSync(process.execPath, ['-e', program], { cwd: __dirname, env });
  } finally {
    await rm(folder, { recursive: true });
  }
}

const signal = new AbortController().signal;
const SIZE = { width: 320, height: 180 };
const FRAMES_PER_SECOND = 10;
const SECONDS = 5;
/** Part of each frame in its corners that is compared. */
const CORNER = { width: 80, height: 20 };
/** Mean difference of a pixel, of 255: encoding changes it by less, a label by more. */
const LABEL_DIFFERENCE = 20;
const ENCODING_DIFFERENCE = 4;

describe('the visible label', () => {
  let folder: string;
  let programs: MediaPrograms;
  let video: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'luit-label-'));
    programs = await MediaPrograms.find(30_000, 'local');
    video = join(folder, 'video.mp4');
    const { width, height } = SIZE;
    // A smooth, moving and bright picture, which encoding hardly changes.
    const picture = `geq=lum='190+30*sin(X/60+T)+20*sin(Y/40-T)':cb=128:cr=128`;
    const source = `color=white:size=${width}x${height}:rate=${FRAMES_PER_SECOND}:duration=${SECONDS},${picture}`;
    const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '10', '-pix_fmt', 'yuv420p', video];
    await programs.run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, ...coding], signal);
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** The corner's mean brightness differences from the unlabeled video, one of each frame. */
  const differences = async (labeled: string, corner: DrawnLabel['corner']): Promise<number[]> => {
    const [before, after] = [await cornerFrames(video, corner), await cornerFrames(labeled, corner)];
    const pixels = CORNER.width * CORNER.height;
    expect([before.length, after.length]).toEqual(Array(2).fill(pixels * FRAMES_PER_SECOND * SECONDS));
    return Array.from({ length: after.length / pixels }, (_, frame) => {
      let sum = 0;
      for (let i = frame * pixels; i < (frame + 1) * pixels; i += 1) sum += Math.abs(after[i]! - before[i]!);
      return sum / pixels;
    });
  };
  const cornerFrames = async (path: string, corner: DrawnLabel['corner']): Promise<Buffer> => {
    const x = corner.endsWith('right') ? SIZE.width - CORNER.width : 0;
    const y = corner.startsWith('bottom') ? SIZE.height - CORNER.height : 0;
    const crop = `crop=${CORNER.width}:${CORNER.height}:${x}:${y},format=gray`;
    const frames = join(folder, 'frames.gray');
    await programs.run('ffmpeg', ['-v', 'error', '-y', '-i', path, '-vf', crop, '-f', 'rawvideo', frames], signal);
    return readFile(frames);
  };
  const labeled = async (changes: Partial<DrawnLabel> = {}): Promise<string> => {
    const facts = await checkVideo(programs, video, SECONDS, signal);
    const metadata = aiMetadataOf({ type: 'video', model: 'seedance' }, 'a-request');
    const label = { ...DEFAULT_OUTPUT_LABEL, ...changes };
    return (await finishVideo(programs, folder, video, { copy: { metadata, label }, facts }, signal)).video;
  };

  it('by default it is in every frame of a video, in the lower right corner only', async () => {
    const output = await labeled();
    expect(Math.min(...(await differences(output, 'bottom-right')))).toBeGreaterThan(LABEL_DIFFERENCE);
    for (const corner of LABEL_CORNERS.filter((other) => other !== 'bottom-right')) {
      expect(Math.max(...(await differences(output, corner)))).toBeLessThan(ENCODING_DIFFERENCE);
    }
    expect((await checkVideo(programs, output, SECONDS, signal)).durationSeconds).toBeCloseTo(SECONDS, 1);
  });

  it('a label of two seconds is in every frame before their end, and in none after it', async () => {
    const perFrame = await differences(await labeled({ seconds: 2 }), 'bottom-right');
    const end = 2 * FRAMES_PER_SECOND;
    expect(Math.min(...perFrame.slice(0, end))).toBeGreaterThan(LABEL_DIFFERENCE);
    expect(Math.max(...perFrame.slice(end))).toBeLessThan(ENCODING_DIFFERENCE);
  });

  it('a label that is longer than the video is in every frame', async () => {
    const perFrame = await differences(await labeled({ seconds: 60 }), 'bottom-right');
    expect(Math.min(...perFrame)).toBeGreaterThan(LABEL_DIFFERENCE);
  });

  it.each(LABEL_CORNERS)('it is drawn in the corner %s of videos and images', async (corner) => {
    const perFrame = await differences(await labeled({ corner, text: 'AI <&>' }), corner);
    expect(Math.min(...perFrame)).toBeGreaterThan(LABEL_DIFFERENCE);
    const path = join(folder, 'white.png');
    await sharp({ create: { ...SIZE, channels: 3, background: '#fff' } })
      .png()
      .toFile(path);
    const { image } = await finishImage(path, aiMetadataOf({ type: 'restore', model: 'gfpgan' }, 'a-request'), {
      ...DEFAULT_OUTPUT_LABEL,
      corner,
    });
    const left = corner.endsWith('right') ? SIZE.width - CORNER.width : 0;
    const top = corner.startsWith('bottom') ? SIZE.height - CORNER.height : 0;
    // The statistics of sharp describe its input, regardless of what it extracts.
    const pixels = await sharp(image)
      .extract({ left, top, ...CORNER })
      .toBuffer();
    const { channels } = await sharp(pixels).stats();
    expect(channels[0]!.mean).toBeLessThan(200);
  });

  it('its size is a share of the shorter side', async () => {
    const sizeIn = async (side: number, sizePercent = DEFAULT_OUTPUT_LABEL.sizePercent) => {
      const label = { text: 'AI-generated', sizePercent };
      return sharp(await drawLabel(label, { width: side, height: side })).metadata();
    };
    const [small, large, doubled] = [await sizeIn(500), await sizeIn(2_000), await sizeIn(500, 8)];
    expect(large.width / small.width).toBeCloseTo(4, 0);
    expect(large.height / small.height).toBeCloseTo(4, 0);
    expect(doubled.height / small.height).toBeCloseTo(2, 0);
  });

  it.each([
    'एआई से बना',
    'এআই দ্বারা তৈরি',
    'ਏਆਈ ਨਾਲ ਬਣਿਆ',
    'AI થી બનાવેલ',
    'ଏଆଇ ଦ୍ୱାରା ତିଆରି',
    'தமிழ்',
    'తెలుగు',
    'ಕನ್ನಡ',
    'മലയാളം',
    'AI سے بنا',
    'ᱥᱟᱱᱛᱟᱲᱤ',
    'ꯃꯩꯇꯩ',
  ])('%s is accepted and drawn with letters, not with boxes', async (text) => {
    expect(text).toMatch(LABEL_TEXT);
    const [withFonts, without] = await Promise.all([drawnWith(FURTHER_FONTS, text), drawnWith([], text)]);
    expect(withFonts.equals(without)).toBe(false);
    expect((await drawText(text, { width: 400, height: 40 })).info.width).toBeGreaterThan(20);
  });

  it('it fits into a smaller image', async () => {
    const path = join(folder, 'tiny.png');
    await sharp({ create: { width: 20, height: 12, channels: 3, background: '#fff' } })
      .png()
      .toFile(path);
    const label = { ...DEFAULT_OUTPUT_LABEL, text: 'AI-generated by a service' };
    const output = await finishImage(path, aiMetadataOf({ type: 'video', model: 'seedance' }, 'a-request'), label);
    expect(output).toMatchObject({ width: 20, height: 12 });
  });
});
