import { pixelSize } from '@luit/contracts/generation/catalog/pixel-size';
import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { drawText } from './ai-label';
import type { MediaPrograms } from '@luit/media/ffmpeg/media-programs';

const TEXT = 'TEST';
const SCHEME = 'test:';
/** The box that the text fills, as a share of the image's shorter side. */
const TEXT_SHARE = { width: 0.6, height: 0.3 };
const BACKGROUND = '#1f2937';
const FRAMES_PER_SECOND = 24;
/** H.264 in yuv420p requires even sides. */
const EVEN = 2;
/** The size of a restoration, for every photo. */
const IMAGE_SIZE: Size = { width: 1_024, height: 768 };

interface Size {
  width: number;
  height: number;
}

/** Stands for the output of a test until it is rendered. @param ratio such as `16x9` */
export function outputUrlOf(ratio: string): string {
  return SCHEME + ratio;
}

/**
 * Writes the output of a test request into a file: an MP4 of the ordered length and size, or a PNG, that shows nothing but TEST.
 *
 * @param url of `outputUrlOf`
 * @throws if ffmpeg fails or the signal is aborted
 */
export async function renderTestOutput(
  programs: MediaPrograms,
  { duration, resolution }: ProviderTask,
  url: string,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const ratio = url.slice(SCHEME.length).replace('x', ':');
  const image = await drawFrame(duration === null ? IMAGE_SIZE : pixelSize(resolution, ratio, EVEN));
  if (duration === null) return writeFile(file, image);
  const frame = `${file}.png`;
  await writeFile(frame, image);
  const input = ['-v', 'error', '-nostdin', '-y', '-protocol_whitelist', 'file', '-f', 'image2'];
  const loop = ['-loop', '1', '-framerate', String(FRAMES_PER_SECOND), '-i', frame, '-t', String(duration)];
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'stillimage', '-pix_fmt', 'yuv420p'];
  await programs.run('ffmpeg', [...input, ...loop, ...coding, '-movflags', '+faststart', '-f', 'mp4', file], signal);
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
