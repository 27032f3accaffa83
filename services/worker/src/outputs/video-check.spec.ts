import { DEFAULT_OUTPUT_LABEL } from '@luit/contracts/generation/output-label';
import { path as bundledFfmpeg } from '@ffmpeg-installer/ffmpeg';
import { path as bundledFfprobe } from '@ffprobe-installer/ffprobe';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FRAME_PIXELS, VIDEO_FRAMES } from '@luit/media/fingerprints/frames';
import { MediaPrograms } from '@luit/media/ffmpeg/media-programs';
import { finishVideo } from './finished-video';
import { checkVideo } from './video-check';

const { signal } = new AbortController();

describe.each([
  ['installed', () => MediaPrograms.find(30_000, 'local')],
  ['packaged', () => Promise.resolve(new MediaPrograms(bundledFfprobe, bundledFfmpeg, 30_000))],
])('video checks with the %s programs', (_which, find) => {
  let programs: MediaPrograms;
  let folder: string;

  beforeAll(async () => {
    programs = await find();
    folder = await mkdtemp(join(tmpdir(), 'luit-check-'));
  });

  afterAll(() => rm(folder, { recursive: true }));

  const render = async (name: string, seconds: number, output: string[]): Promise<string> => {
    const path = join(folder, name);
    const source = ['-v', 'error', '-y', '-f', 'lavfi', '-i', `color=red:size=64x36:rate=8:duration=${seconds}`];
    await programs.run('ffmpeg', [...source, ...output, path], signal);
    return path;
  };

  const h264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'];

  it('a valid video yields its properties, a poster and the frames of a fingerprint', async () => {
    const path = await render('good.mp4', 5, h264);
    const facts = await checkVideo(programs, path, 5, signal);
    expect(facts).toEqual({ durationSeconds: 5, width: 64, height: 36, sound: null });
    const { video, poster, frames, checked } = await finishVideo(programs, folder, path, { copy: null, facts }, signal);
    expect(video).toBe(path);
    expect(checked).toHaveLength(3);
    expect((await readFile(poster!)).subarray(0, 2).toString('hex')).toBe('ffd8');
    expect(await readFile(frames!)).toHaveLength(VIDEO_FRAMES * 3 * FRAME_PIXELS);
  });

  it('a labeled video has all frames of its fingerprint, and is copied even if its poster cannot be written', async () => {
    const path = await render('copied.mp4', 2, h264);
    const facts = await checkVideo(programs, path, 2, signal);
    const work = await mkdtemp(join(folder, 'work-'));
    await mkdir(join(work, 'poster.jpg'));
    const copy = { metadata: { comment: 'AI', digitalSourceType: 'x', identifier: 'y' }, label: DEFAULT_OUTPUT_LABEL };
    const labeled = await finishVideo(programs, folder, path, { copy, facts }, signal);
    expect(await readFile(labeled.frames!)).toHaveLength(VIDEO_FRAMES * 3 * FRAME_PIXELS);
    const { video, ...others } = await finishVideo(programs, work, path, { copy, facts }, signal);
    expect(others).toEqual({ poster: null, frames: null, checked: [] });
    expect(await checkVideo(programs, video, 2, signal)).toEqual(facts);
  });

  it('a wrong duration is refused', async () => {
    const path = await render('short.mp4', 3, h264);
    await expect(checkVideo(programs, path, 5, signal)).rejects.toMatchObject({ code: 'wrong_duration' });
    await expect(checkVideo(programs, path, 4, signal)).resolves.toMatchObject({ durationSeconds: 3 });
  });

  it('a sound track is named, and does not make a short picture long enough', async () => {
    const sound = ['-f', 'lavfi', '-i', 'sine=duration=5', '-c:a', 'aac'];
    const path = await render('with-sound.mp4', 5, [...sound, ...h264]);
    expect(await checkVideo(programs, path, 5, signal)).toMatchObject({ durationSeconds: 5, sound: 'aac' });
    const short = await render('short-sound.mp4', 2, [...sound, ...h264]);
    await expect(checkVideo(programs, short, 5, signal)).rejects.toMatchObject({ code: 'wrong_duration' });
  });

  it('other codecs, other containers, audio and text are refused', async () => {
    const text = join(folder, 'text.mp4');
    await writeFile(text, 'This is not a video.');
    const sound = join(folder, 'sound.mp4');
    await programs.run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=5', '-c:a', 'aac', sound], signal);
    for (const [path, code] of [
      [await render('old.mp4', 5, ['-c:v', 'mpeg4']), 'wrong_codec'],
      [await render('apple.mov', 5, h264), 'wrong_container'],
      [await render('video.mkv', 5, h264), 'no_video'],
      [sound, 'no_video'],
      [text, 'no_video'],
    ] as const) {
      await expect(checkVideo(programs, path, 5, signal)).rejects.toMatchObject({ code });
    }
  });

  it('files named by a disguised playlist are not opened', async () => {
    const secret = await render('secret.mp4', 5, h264);
    const playlist = join(folder, 'playlist.mp4');
    await writeFile(playlist, `#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\n${secret}\n#EXT-X-ENDLIST\n`);
    await expect(checkVideo(programs, playlist, 5, signal)).rejects.toMatchObject({ code: 'no_video' });
  });

  it('disguised lists of files or URLs are neither checked, extracted from nor rewritten', async () => {
    const secret = await render('another.mp4', 5, h264);
    const lists = {
      concat: `ffconcat version 1.0\nfile '${secret}'\n`,
      remote: '#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n',
      dash: `<?xml version="1.0"?><MPD><Period><BaseURL>file://${secret}</BaseURL></Period></MPD>`,
    };
    const facts = { durationSeconds: 5, width: 64, height: 36, sound: null };
    const metadata = { comment: 'AI', digitalSourceType: 'x', identifier: 'y' };
    for (const [name, content] of Object.entries(lists)) {
      const list = join(folder, `${name}.mp4`);
      await writeFile(list, content);
      await expect(checkVideo(programs, list, 5, signal)).rejects.toMatchObject({ code: 'no_video' });
      const copy = { metadata, label: null };
      await expect(finishVideo(programs, folder, list, { copy, facts }, signal)).rejects.toThrow();
    }
  });

  it('the programs get no secrets of the worker', async () => {
    const folderOfTool = await mkdtemp(join(tmpdir(), 'luit-tool-'));
    const tool = join(folderOfTool, 'tool');
    await writeFile(tool, '#!/bin/sh\nenv\n', { mode: 0o755 });
    process.env.LUIT_TEST_SECRET = 'secret';
    try {
      expect(await new MediaPrograms(tool, tool, 30_000).run('ffprobe', [], signal)).not.toContain('LUIT_TEST_SECRET');
    } finally {
      delete process.env.LUIT_TEST_SECRET;
      await rm(folderOfTool, { recursive: true });
    }
  });
});
