import { WIDTH_TO_HEIGHT } from '@luit/contracts/generation/limits';
import type { Framing } from '@luit/contracts/generation/options';
import type { ProviderTask, TaskOptions } from '@luit/contracts/generation/provider-tasks';
import { contentTypeOf, Storage } from '@luit/platform/storage/storage';
import { Injectable } from '@nestjs/common';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Crop } from '../images/crop';
import { MediaPrograms } from '@luit/media/ffmpeg/media-programs';
import { firstFrameKeyOf } from '../outputs/output-keys';
import { withWorkFolder } from '../outputs/work-folder';
import { InputImageError, InputImages } from './input-images';

const CENTER: Framing = { x: 0.5, y: 0.5 };
const MAX_FRAME_BYTES = 20 * 1024 * 1024;

/** Data URIs. */
export interface InputFrames {
  image: string | null;
  lastImage: string | null;
  references: string[];
}

/** The images of a submission: a photo to restore, or the first and the last frame of a video and images of what it shows. */
@Injectable()
export class InputFramesReader {
  constructor(
    private readonly storage: Storage,
    private readonly images: InputImages,
    private readonly programs: MediaPrograms,
  ) {}

  /**
   * Frames are cropped to the ratio of the video here, because the ratio of an image decides at every vendor. References keep theirs.
   *
   * @throws InputImageError if an image or the continued video is missing or cannot be decoded
   */
  async read(requestId: string, { imageKey, options }: ProviderTask, signal: AbortSignal): Promise<InputFrames> {
    const crop = cropOf(options);
    const extendedKey = options?.extendedKey ?? null;
    const firstKey = extendedKey === null ? imageKey : await this.frameOf(requestId, extendedKey, signal);
    const lastKey = options?.lastImageKey ?? null;
    const [image, lastImage, references] = await Promise.all([
      firstKey === null ? null : this.images.read(firstKey, crop),
      lastKey === null ? null : this.images.read(lastKey, crop && { ...crop, framing: CENTER }),
      Promise.all((options?.references ?? []).map((key) => this.images.read(key))),
    ]);
    return { image, lastImage, references };
  }

  /** The last frame of a stored video, which is kept with the new request, so that another attempt finds it. */
  private async frameOf(requestId: string, videoKey: string, signal: AbortSignal): Promise<string> {
    const key = firstFrameKeyOf(requestId);
    if (await this.storage.stat(key)) return key;
    const stored = await this.storage.get(videoKey);
    if (!stored) throw new InputImageError(`The video ${videoKey} is not in the storage`);
    await withWorkFolder(async (folder) => {
      const [video, frame] = [join(folder, 'video.mp4'), join(folder, 'frame.jpg')];
      await pipeline(stored.stream, createWriteStream(video), { signal });
      // Every frame of the last second overwrites the one before.
      const input = ['-v', 'error', '-nostdin', '-y', '-protocol_whitelist', 'file', '-f', 'mov', '-sseof', '-1', '-i'];
      const output = ['-update', '1', '-q:v', '1', '-f', 'image2', frame];
      await this.programs.run('ffmpeg', [...input, video, ...output], signal).catch((error: unknown) => {
        if (signal.aborted) throw error;
        throw new InputImageError(`The video ${videoKey} cannot be decoded: ${(error as Error).message}`);
      });
      const content = { contentType: contentTypeOf(key), maxBytes: MAX_FRAME_BYTES, signal };
      await this.storage.put(key, createReadStream(frame), content);
    });
    return key;
  }
}

/** Null where the image keeps its ratio. */
function cropOf(options: TaskOptions | undefined): Crop | null {
  if (!options?.aspectRatio || options.aspectRatio === 'original') return null;
  return { ratio: WIDTH_TO_HEIGHT[options.aspectRatio], framing: options.framing ?? CENTER };
}
