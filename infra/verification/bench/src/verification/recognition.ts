import { fingerprintOf, possibleFingerprints } from '@luit/media/fingerprints/fingerprint';
import { colorBucket, isSimilar, possibleBuckets } from '@luit/media/fingerprints/similarity';
import { MediaPrograms } from '@luit/media/ffmpeg/media-programs';
import { readFrames } from '@luit/media/ffmpeg/read-frames';
import { framesOf as rawFrames, VIDEO_FRAMES } from '@luit/media/fingerprints/frames';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '@luit/platform/testing/random';
import { SampleVideos, SECONDS } from './samples';

const TIMEOUT_MS = 60_000;

export interface Recognition {
  /** Altered videos of ours that were recognized as copies of their original. */
  found: number;
  /** Our videos that were too plain for a fingerprint. */
  plain: number;
  /** Videos that were not made here, unchanged and altered, and were taken for ours. */
  mistaken: number;
  /** Both kinds, before they are altered. */
  videos: number;
}

/** Renders as many videos of ours as others, alters all of them, and looks each one up among ours, as a verification does. */
export async function measureRecognition(videos: number, seed: number): Promise<Recognition> {
  const folder = await mkdtemp(join(tmpdir(), 'luit-verification-'));
  try {
    const programs = await MediaPrograms.find(TIMEOUT_MS, 'local');
    const signal = new AbortController().signal;
    const samples = new SampleVideos(programs, folder, new Random(seed), signal);
    const framesOf = (path: string) => readFrames(programs, { path, demuxer: 'mov', durationSeconds: SECONDS }, signal);
    const outputs = new Map<string, Buffer | null>();
    for (let i = 0; i < videos; i += 1) {
      const { video, frames } = await samples.ours();
      outputs.set(video, frames === null ? null : fingerprintOf(rawFrames(await readFile(frames), VIDEO_FRAMES)));
    }
    const lookUp = async (path: string): Promise<string[]> => {
      const possible = await possibleFingerprints(await framesOf(path));
      const buckets = possibleBuckets(possible);
      const isFound = (stored: Buffer | null) =>
        stored !== null && buckets.includes(colorBucket(stored)) && isSimilar(stored, possible);
      return [...outputs].filter(([, stored]) => isFound(stored)).map(([video]) => video);
    };
    const result: Recognition = { found: 0, plain: 0, mistaken: 0, videos };
    for (const [video, stored] of outputs) {
      if (stored === null) result.plain += 1;
      if ((await lookUp(await samples.altered(video))).includes(video)) result.found += 1;
    }
    for (let i = 0; i < videos; i += 1) {
      const video = await samples.foreign(i);
      const names = [...(await lookUp(video)), ...(await lookUp(await samples.altered(video)))];
      if (names.length > 0) result.mistaken += 1;
    }
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
