import { LuitError } from '@luit/contracts/errors';
import { FRAME_PIXELS, FRAME_SIDE, type Frame, frameOfRgb } from '@luit/platform/fingerprints/frames';
import { MediaPrograms } from '@luit/platform/media/media-programs';
import { readFrames } from '@luit/platform/media/read-frames';
import { Inject, Injectable } from '@nestjs/common';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { CONFIG, type GatewayConfig } from '../config';
import type { ReceivedFile } from './received-file';

const run = promisify(execFile);
const PROGRAM = join(__dirname, '..', '..', 'programs', 'read-image.mjs');
const RGB_BYTES = 3 * FRAME_PIXELS;
const MAX_OUTPUT_BYTES = 1024 * 1024;
/** ffmpeg has hundreds of decoders, most of which are rarely used and rarely tested. */
const VIDEO_CODECS = 'h264,hevc,vp8,vp9,libdav1d,av1,mpeg4,mjpeg';
/** ffprobe fails if it may not open a decoder of the sound. */
const AUDIO_CODECS = 'aac,mp3,mp3float,opus,vorbis,ac3,eac3,flac,alac,pcm_s16le,pcm_s16be,pcm_s24le,pcm_f32le';
const KNOWN_CODECS = ['-codec_whitelist', `${VIDEO_CODECS},${AUDIO_CODECS}`];
/** 4096 × 4096. A decoder keeps up to 17 frames of a video in memory, so a small file with huge frames could end the gateway. */
const MAX_FRAME_PIXELS = 16_777_216;
const DECODER_LIMITS = [...KNOWN_CODECS, '-max_pixels', String(MAX_FRAME_PIXELS)];

/** What a file says about itself, and what it looks like. */
export interface FileLooks {
  /** Its metadata as text. */
  metadata: string;
  /** Frames of a video, or the only one of an image. */
  frames: Frame[];
}

const probed = z.object({
  format: z.object({ duration: z.coerce.number().positive(), tags: z.record(z.string(), z.string()).default({}) }),
});

/** Decodes untrusted files in processes of their own, which get none of the gateway's secrets. */
@Injectable()
export class FileLooksReader {
  constructor(
    private readonly programs: MediaPrograms,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'uploads'>,
  ) {}

  /** @throws LuitError `validation_failed` if the file cannot be decoded before `signal` aborts */
  async read({ path, kind }: ReceivedFile, signal: AbortSignal): Promise<FileLooks> {
    try {
      return kind.type === 'image'
        ? await this.readImage(path, signal)
        : await this.readVideo(path, kind.demuxer, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
      const text = 'The file is incomplete or damaged. Please choose another one.';
      throw new LuitError('validation_failed', text, { details: { file: text } });
    }
  }

  private async readImage(path: string, signal: AbortSignal): Promise<FileLooks> {
    const args = [PROGRAM, path, String(this.config.uploads.maxPixels), String(FRAME_SIDE)];
    const { stdout } = await run(process.execPath, args, {
      ...{ encoding: 'buffer', signal, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT_BYTES },
      env: { MALLOC_ARENA_MAX: '2' },
    });
    return { metadata: stdout.toString('utf8', RGB_BYTES), frames: [frameOfRgb(stdout.subarray(0, RGB_BYTES))] };
  }

  private async readVideo(path: string, demuxer: 'mov' | 'matroska', signal: AbortSignal): Promise<FileLooks> {
    // The demuxer is fixed, so a disguised playlist cannot make ffprobe open other files.
    const input = ['-v', 'error', '-protocol_whitelist', 'file', ...DECODER_LIMITS, '-f', demuxer];
    const { format } = probed.parse(
      JSON.parse(await this.programs.run('ffprobe', [...input, '-of', 'json', '-show_format', path], signal)),
    );
    const file = { path, demuxer, durationSeconds: format.duration, options: DECODER_LIMITS };
    const metadata = Object.values(format.tags).join('\n');
    return { metadata, frames: await readFrames(this.programs, file, signal) };
  }
}
