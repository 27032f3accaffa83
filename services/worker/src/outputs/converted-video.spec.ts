import { path as bundledFfmpeg } from '@ffmpeg-installer/ffmpeg';
import { path as bundledFfprobe } from '@ffprobe-installer/ffprobe';
import { MediaPrograms } from '@luit/media/ffmpeg/media-programs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { checkOrConvert } from './converted-video';

const { signal } = new AbortController();

describe.each([
  ['installed', () => MediaPrograms.find(30_000, 'local')],
  ['packaged', () => Promise.resolve(new MediaPrograms(bundledFfprobe, bundledFfmpeg, 30_000))],
])('outputs in other formats with the %s programs', (_which, find) => {
  let programs: MediaPrograms;
  let folder: string;

  beforeAll(async () => {
    programs = await find();
    folder = await mkdtemp(join(tmpdir(), 'luit-convert-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Renders with the packaged programs, whose encoders are known. */
  const render = async (name: string, output: string[]): Promise<string> => {
    const file = join(folder, name);
    const packaged = new MediaPrograms(bundledFfprobe, bundledFfmpeg, 60_000);
    const source = ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc=size=63x37:rate=8:duration=2'];
    await packaged.run('ffmpeg', [...source, ...output, file], signal);
    return file;
  };
  const check = (file: string) => checkOrConvert({ programs, folder, file, orderedSeconds: 2 }, signal);

  it.each([
    ['WebM with VP9', ['-c:v', 'libvpx-vp9', '-f', 'webm']],
    ['QuickTime', ['-c:v', 'prores_ks', '-f', 'mov']],
    ['MP4 with MPEG-4', ['-c:v', 'mpeg4', '-f', 'mp4']],
    ['GIF', ['-f', 'gif']],
  ])('%s becomes MP4 with H.264 of the same length', async (_format, output) => {
    const { video, facts } = await check(await render('output', output));
    expect(video).toMatch(/converted\.mp4$/);
    expect(facts).toMatchObject({ width: 62, height: 36, sound: null });
    expect(Math.abs(facts.durationSeconds - 2)).toBeLessThan(0.3);
  });

  it('an animated WebP becomes MP4 with H.264 of the same length', async () => {
    const frame = (red: number) =>
      ({
        create: { width: 64, height: 36, channels: 3, background: { r: red, g: 255 - red, b: (red * 7) % 256 } },
      }) as const;
    const frames = await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        sharp(frame(i * 16))
          .png()
          .toBuffer(),
      ),
    );
    const file = join(folder, 'animated.webp');
    await sharp(frames, { join: { animated: true } })
      .webp({ delay: 125 })
      .toFile(file);
    const { delay = [] } = await sharp(file, { pages: -1 }).metadata();
    const durationSeconds = delay.reduce((sum, each) => sum + each, 0) / 1_000;
    expect((await check(file)).facts).toMatchObject({ durationSeconds, width: 64, height: 36 });
  });

  it('the sound of a WebM is kept', async () => {
    const sound = ['-f', 'lavfi', '-i', 'sine=duration=2', '-c:a', 'libopus'];
    const { facts } = await check(await render('sound', [...sound, '-c:v', 'libvpx', '-f', 'webm']));
    expect(facts.sound).toBe('aac');
  });

  it('a valid MP4 stays as it is', async () => {
    const file = await render('plain.mp4', ['-vf', 'scale=64:36', '-c:v', 'libx264', '-pix_fmt', 'yuv420p']);
    expect((await check(file)).video).toBe(file);
  });

  it('what is no video is refused with a reason that says what to do', async () => {
    const file = join(folder, 'none');
    const write = (content: Buffer | string) => writeFile(file, content).then(() => check(file));
    await expect(write('PK\x03\x04frames')).rejects.toMatchObject({
      code: 'unsupported_format',
      message: /ZIP.*save a video/,
    });
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    await expect(write(png)).rejects.toMatchObject({ code: 'unsupported_format', message: /output node/ });
    const webp = await sharp(png).webp().toBuffer();
    await expect(write(webp)).rejects.toMatchObject({ code: 'unsupported_format', message: /output node/ });
    await expect(write(Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 1, 2, 3]))).rejects.toMatchObject({
      code: 'unsupported_format',
    });
    await expect(write('This is text')).rejects.toMatchObject({ code: 'no_video' });
  });

  it('a disguised playlist reads no other file', async () => {
    const secret = join(folder, 'secret.mp4');
    await writeFile(join(folder, 'playlist'), `GIF8\n#EXTM3U\n#EXTINF:2,\nfile://${secret}\n`);
    await expect(check(join(folder, 'playlist'))).rejects.toMatchObject({ code: 'unsupported_format' });
  });

  it('a converted video of another length is refused', async () => {
    const file = await render('long.webm', ['-c:v', 'libvpx', '-f', 'webm']);
    const source = { programs, folder, file, orderedSeconds: 10 };
    await expect(checkOrConvert(source, signal)).rejects.toMatchObject({ code: 'wrong_duration' });
  });
});
