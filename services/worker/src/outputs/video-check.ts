import { z } from 'zod';
import { OutputError } from '@luit/engines/transport/output-error';
import type { MediaPrograms } from '@luit/media/ffmpeg/media-programs';

export interface VideoFacts {
  /** Of the picture. */
  durationSeconds: number;
  width: number;
  height: number;
  /** The codec of the sound track; null for a silent video. */
  sound: string | null;
}

/** Tolerance for the duration: models round to whole frames, and some exceed the ordered length slightly. */
const TOLERANCE_SHARE = 0.2;
const TOLERANCE_SECONDS = 1;

const probed = z.object({
  format: z.object({
    duration: z.coerce.number().positive(),
    tags: z.looseObject({ major_brand: z.string() }).partial().default({}),
  }),
  streams: z.array(
    z.looseObject({
      codec_type: z.string(),
      codec_name: z.string().optional(),
      width: z.number().optional(),
      height: z.number().optional(),
      duration: z.coerce.number().positive().optional(),
    }),
  ),
});

/**
 * Checks that an untrusted file is an MP4 with an H.264 stream of about the ordered length, with or without sound. The demuxer is fixed, so a
 * disguised playlist cannot make ffprobe open other files or URLs.
 *
 * @param orderedSeconds duration of the request
 * @throws OutputError
 */
export async function checkVideo(
  programs: MediaPrograms,
  path: string,
  orderedSeconds: number,
  signal: AbortSignal,
): Promise<VideoFacts> {
  const args = ['-v', 'error', '-protocol_whitelist', 'file', '-f', 'mov', '-of', 'json'];
  let text: string;
  try {
    text = await programs.run('ffprobe', [...args, '-show_format', '-show_streams', path], signal);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    throw new OutputError('no_video', 'The output is not a valid MP4 video');
  }
  return factsOf(text, orderedSeconds);
}

function factsOf(text: string, orderedSeconds: number): VideoFacts {
  const parsed = probed.safeParse(JSON.parse(text));
  if (!parsed.success) throw new OutputError('no_video', 'The output is not a valid MP4 video');
  const { format, streams } = parsed.data;
  if (format.tags.major_brand?.startsWith('qt'))
    throw new OutputError('wrong_container', 'The container is QuickTime, not MP4');
  const video = streams.find((stream) => stream.codec_type === 'video');
  if (!video?.width || !video.height) throw new OutputError('no_video', 'The output has no video stream');
  if (video.codec_name !== 'h264') throw new OutputError('wrong_codec', `The codec is ${video.codec_name}, not h264`);
  const tolerance = Math.max(TOLERANCE_SECONDS, orderedSeconds * TOLERANCE_SHARE);
  // The sound may be longer than the picture. A fragmented file says only how long it is altogether.
  const durationSeconds = video.duration ?? format.duration;
  if (Math.abs(durationSeconds - orderedSeconds) > tolerance) {
    throw new OutputError('wrong_duration', `The duration is ${durationSeconds} s instead of ${orderedSeconds} s`);
  }
  const sound = streams.find((stream) => stream.codec_type === 'audio')?.codec_name ?? null;
  return { durationSeconds, width: video.width, height: video.height, sound };
}
