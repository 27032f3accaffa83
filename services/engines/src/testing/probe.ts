import { path as ffprobe } from '@ffprobe-installer/ffprobe';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TaskStatus } from '../engine';
import { download } from '../transport/download';

const LIMITS = { maxBytes: 50_000_000, timeoutMs: 60_000, idleMs: 30_000, isLoopbackAllowed: true };

/** Downloads an output as a worker does, and says what is in it. */
export async function probeOutput({ outputUrl, outputAccess }: TaskStatus, limits: Partial<typeof LIMITS> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'luit-engine-'));
  try {
    const file = join(folder, 'output');
    await download(outputUrl ?? '', file, { ...LIMITS, ...limits }, new AbortController().signal, outputAccess);
    const args = ['-v', 'error', '-of', 'json', '-show_streams', '-select_streams', 'v', file];
    const { stdout } = await promisify(execFile)(ffprobe, args);
    const [stream] = (
      JSON.parse(stdout) as { streams: { codec_name: string; width: number; height: number; duration: string }[] }
    ).streams;
    return { codec: stream?.codec_name, size: `${stream?.width}x${stream?.height}`, seconds: Number(stream?.duration) };
  } finally {
    await rm(folder, { recursive: true });
  }
}
