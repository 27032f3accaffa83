import { LuitError } from '@luit/contracts/errors';
import type { FileContent } from '@luit/contracts/generation/verifications';
import { FRAME_PIXELS, FRAME_SIDE, type Frame, frameOfRgb } from '@luit/media/fingerprints/frames';
import { NODE_PROGRAM_BYTES, withLimits } from '@luit/media/ffmpeg/program-limits';
import { MediaPrograms } from '@luit/media/ffmpeg/media-programs';
import { readFrames } from '@luit/media/ffmpeg/read-frames';
import { Inject, Injectable } from '@nestjs/common';
import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { CONFIG, type GatewayConfig } from '../../config';
import type { ReceivedFile } from './received-file';

const run = promisify(execFile);
const PROGRAM = join(__dirname, '..', '..', '..', 'programs', 'read-image.mjs');
const RGB_BYTES = 3 * FRAME_PIXELS;
const MAX_OUTPUT_BYTES = 1024 * 1024;
/** ffmpeg has hundreds of decoders. Most of them are rarely used and rarely tested. */
const VIDEO_CODECS = 'h264,hevc,vp8,vp9,libdav1d,av1,mpeg4,mjpeg';
/** ffprobe fails if it may not open a decoder of the sound. */
const AUDIO_CODECS = 'aac,mp3,mp3float,opus,vorbis,ac3,eac3,flac,alac,pcm_s16le,pcm_s16be,pcm_s24le,pcm_f32le';
const KNOWN_CODECS = ['-codec_whitelist', `${VIDEO_CODECS},${AUDIO_CODECS}`];
/** 4096 × 4096. A decoder keeps up to 17 frames of a video in memory, so a small file with huge frames could end the gateway. */
const MAX_FRAME_PIXELS = 16_777_216;
/** Pixels of all frames that are decoded for the last one: for example 30 s of 1080p with 30 frames per second. */
const MAX_VIDEO_PIXELS = 2_000_000_000;
/** Outputs have at most hundreds. */
const MAX_VIDEO_FRAMES = 4_000;
/** Processor time to read one file; 2 billion pixels take about this long on one slow core. */
export const CPU_SECONDS = 10;
/** The beginning of a compressed header of an MP4 or MOV file (`dcom`). It is rare, and a few kilobytes of it fill the memory. */
const COMPRESSED_HEADER = 'dcomzlib';
const DECODER_LIMITS = [...KNOWN_CODECS, '-max_pixels', String(MAX_FRAME_PIXELS)];

/** The metadata of a file, and the frames that its fingerprint is computed from. */
export interface DecodedFile {
  /** Its metadata as text. */
  metadata: string;
  /** An animated image is a short video. */
  kind: FileContent;
  /** Frames of a video, or the only one of an image; none of an animated image, which is compared with nothing. */
  frames: Frame[];
}

const probed = z.object({
  format: z.object({ duration: z.coerce.number().positive(), tags: z.record(z.string(), z.string()).default({}) }),
  streams: z.tuple([
    z.object({
      ...{ width: z.number(), height: z.number() },
      /** Missing in Matroska. */
      nb_frames: z.coerce.number().optional(),
      avg_frame_rate: z.string().regex(/^\d+\/\d+$/),
    }),
  ]),
});
type Probed = z.infer<typeof probed>;

/** Decodes untrusted files in processes of their own, which get none of the gateway's secrets. */
@Injectable()
export class FileDecoder {
  constructor(
    private readonly programs: MediaPrograms,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'uploads'>,
  ) {}

  /** @throws LuitError `validation_failed` if the file cannot be decoded; `payload_too_large` if that takes too long */
  async read({ path, kind }: ReceivedFile, signal: AbortSignal): Promise<DecodedFile> {
    try {
      return kind.type === 'image'
        ? await this.readImage(path, signal)
        : await this.readVideo(path, kind.demuxer, signal);
    } catch (error) {
      if (error instanceof LuitError || (error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
      if (signal.aborted || (error as { signal?: string }).signal === 'SIGKILL') throw tooLong();
      const text = 'The file is incomplete or damaged. Please choose another one.';
      throw new LuitError('validation_failed', text, { details: { file: text } });
    }
  }

  private async readImage(path: string, signal: AbortSignal): Promise<DecodedFile> {
    const args = [PROGRAM, path, String(this.config.uploads.maxPixels), String(FRAME_SIDE)];
    const { stdout } = await run(
      ...withLimits({ cpuSeconds: CPU_SECONDS, memoryBytes: NODE_PROGRAM_BYTES }, process.execPath, args),
      {
        ...{ encoding: 'buffer', signal, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT_BYTES },
        env: { MALLOC_ARENA_MAX: '2' },
      },
    );
    const isAnimated = stdout[0] === 1;
    const metadata = stdout.toString('utf8', 1 + RGB_BYTES);
    if (isAnimated) return { kind: 'video', metadata, frames: [] };
    return { kind: 'photo', metadata, frames: [frameOfRgb(stdout.subarray(1, 1 + RGB_BYTES))] };
  }

  private async readVideo(path: string, demuxer: 'mov' | 'matroska', signal: AbortSignal): Promise<DecodedFile> {
    // The demuxer is fixed, so a disguised playlist cannot make ffprobe open other files.
    const input = ['-v', 'error', '-protocol_whitelist', 'file', ...DECODER_LIMITS, '-f', demuxer];
    if (demuxer === 'mov') await assertPlainHeader(path);
    const facts = ['-of', 'json', '-select_streams', 'v:0', '-show_format', '-show_streams'];
    const found = probed.parse(JSON.parse(await this.programs.run('ffprobe', [...input, ...facts, path], signal)));
    assertShort(found);
    const { format } = found;
    const file = { path, demuxer, durationSeconds: format.duration, options: DECODER_LIMITS };
    const metadata = Object.values(format.tags).join('\n');
    return { kind: 'video', metadata, frames: await readFrames(this.programs, file, signal) };
  }
}

/** @throws LuitError `payload_too_large` if the frames up to the last needed one are too many, or too large together */
function assertShort({ format, streams: [{ width, height, nb_frames: counted, avg_frame_rate: rate }] }: Probed): void {
  const [perSeconds = 0, seconds = 0] = rate.split('/').map(Number);
  const frames = counted ?? (seconds === 0 ? 0 : (format.duration * perSeconds) / seconds);
  if (frames > MAX_VIDEO_FRAMES || frames * width * height > MAX_VIDEO_PIXELS) throw tooLong();
}

/** @throws LuitError `validation_failed` */
async function assertPlainHeader(path: string): Promise<void> {
  let end = '';
  for await (const chunk of createReadStream(path, 'latin1') as AsyncIterable<string>) {
    if (`${end}${chunk}`.includes(COMPRESSED_HEADER)) {
      const text = 'We can’t read videos with a compressed header. Please save the video again as MP4.';
      throw new LuitError('validation_failed', text, { details: { file: text } });
    }
    end = chunk.slice(-COMPRESSED_HEADER.length);
  }
}

function tooLong(): LuitError {
  const text = 'This file takes too long to check. Please choose a shorter or smaller one.';
  return new LuitError('payload_too_large', text);
}
