import type { VideoOptionsDto } from './video-options.dto';

/** The options among other fields of an input. */
export function videoOptionsOf(input: VideoOptionsDto): VideoOptionsDto {
  const { aspectRatio, framing, seed, negativePrompt, cameraMotion, style, extendOf } = input;
  return { aspectRatio, framing, seed, negativePrompt, cameraMotion, style, extendOf };
}
