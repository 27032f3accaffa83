import { type VideoOptions, videoOptions } from '../options';

/** The options of a video or an image that was asked for nothing else. */
export function testOptions(asked: Partial<VideoOptions> = {}): VideoOptions {
  const nothing = Object.fromEntries(videoOptions.keyof().options.map((name) => [name, null]));
  return { ...videoOptions.parse(nothing), ...asked };
}
