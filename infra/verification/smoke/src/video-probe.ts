import ffprobe from '@ffprobe-installer/ffprobe';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface VideoMetadata {
  codec: string;
  width: number;
  height: number;
  seconds: number;
}

/** Reads a downloaded file with ffprobe. */
export async function probeVideo(bytes: Buffer): Promise<VideoMetadata> {
  const folder = await mkdtemp(join(tmpdir(), 'luit-probe-'));
  try {
    const file = join(folder, 'video.mp4');
    await writeFile(file, bytes);
    const args = ['-v', 'error', '-select_streams', 'v:0', '-show_streams', '-show_format', '-of', 'json', file];
    const { stdout } = await promisify(execFile)(ffprobe.path, args);
    const { streams, format } = JSON.parse(stdout) as {
      streams: { codec_name: string; width: number; height: number }[];
      format: { duration: string };
    };
    const stream = streams[0];
    if (!stream) throw new Error('The file has no video stream');
    return { codec: stream.codec_name, width: stream.width, height: stream.height, seconds: Number(format.duration) };
  } finally {
    await rm(folder, { recursive: true });
  }
}
