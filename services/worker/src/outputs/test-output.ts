import { pixelSize } from '@luit/contracts/generation/catalog/pixel-size';
import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { TEST_OUTPUT } from '../providers/test-provider';
import { drawText } from './ai-label';
import { codingTimeMs } from './coding-time';
import type { MediaPrograms } from '@luit/media/ffmpeg/media-programs';

const TEXT = 'TEST';
/** The box that the text fills, as a share of the image's shorter side. */
const TEXT_SHARE = { width: 0.6, height: 0.3 };
const BACKGROUND = '#1f2937';
const FRAMES_PER_SECOND = 24;
const SILENCE = [
  '-filter_complex',
  'anullsrc=r=48000:cl=stereo[silence]',
  '-map',
  '0:v',
  '-map',
  '[silence]',
  '-c:a',
  'aac',
];
/** H.264 in yuv420p requires even sides. */
const EVEN = 2;
/** Of an image whose model takes no resolution. */
const IMAGE_RESOLUTION = '1080p';
/** The size of a restoration, for every photo. */
const PHOTO_SIZE: Size = { width: 1_024, height: 768 };

interface Size {
  width: number;
  height: number;
}

/**
 * Writes the output of a test request into a file: an MP4 of the ordered length and size, or a PNG, that shows nothing but TEST. If sound was
 * asked for, its track is silent.
 *
 * @param url `TEST_OUTPUT` and a ratio such as `16x9`
 * @throws if ffmpeg fails or the signal is aborted
 */
export async function renderTestOutput(
  programs: MediaPrograms,
  { type, duration, resolution, options }: ProviderTask,
  url: string,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const ratio = url.slice(TEST_OUTPUT.length).replace('x', ':');
  const size = type === 'restore' ? PHOTO_SIZE : pixelSize(resolution || IMAGE_RESOLUTION, ratio, EVEN);
  const image = await drawFrame(size);
  if (duration === null) return writeFile(file, image);
  const frame = `${file}.png`;
  await writeFile(frame, image);
  const input = ['-v', 'error', '-nostdin', '-y', '-protocol_whitelist', 'file', '-f', 'image2'];
  const loop = ['-loop', '1', '-framerate', String(FRAMES_PER_SECOND), '-i', frame];
  const sound = options?.sound ? SILENCE : [];
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'stillimage', '-pix_fmt', 'yuv420p'];
  const output = ['-t', String(duration), '-movflags', '+faststart', '-f', 'mp4', file];
  const moreMs = codingTimeMs({ durationSeconds: duration, ...size });
  await programs.run('ffmpeg', [...input, ...loop, ...sound, ...coding, ...output], signal, moreMs);
}

async function drawFrame({ width, height }: Size): Promise<Buffer> {
  const side = Math.min(width, height);
  const box = { width: Math.round(side * TEXT_SHARE.width), height: Math.round(side * TEXT_SHARE.height) };
  const { data } = await drawText(TEXT, box);
  return sharp({ create: { width, height, channels: 3, background: BACKGROUND } })
    .composite([{ input: data, gravity: 'center' }])
    .png()
    .toBuffer();
}
