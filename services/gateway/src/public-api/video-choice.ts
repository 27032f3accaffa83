import { LuitError } from '@luit/contracts/errors';
import type { Choice } from '@luit/contracts/generation/catalog/choices';
import { type ParameterValues, videoValues } from '@luit/contracts/generation/catalog/model-parameters';
import { FRAME_AND_REFERENCES, LAST_FRAME_ALONE } from '@luit/contracts/generation/options';
import type { RequestOutput } from '@luit/contracts/generation/outputs';
import { snakeCase } from '@luit/contracts/http/snake-case';
import { choiceOfSize } from '@luit/contracts/http/video-sizes';

const IMAGE_FIELDS = { start: 'input_reference', lastImage: 'last_frame', references: 'reference_images' };
const NAMES = videoValues.keyof().options;

/** The images that a video or an image is made from. */
export interface GivenImages {
  hasFirst: boolean;
  hasLast: boolean;
  /** How many show what the video shows, or are given with the image to change. */
  references: number;
}

/** The fields of a quote or a new video that ask for something. */
export type VideoFields = { seconds?: string | undefined; size?: string | undefined; prompt?: string } & object;

/**
 * What the fields ask for, by the names of the vocabulary. A size stands for a resolution and an aspect ratio.
 *
 * @throws LuitError `validation_failed` if a size contradicts them, or images each other
 */
export function choiceIn(fields: VideoFields, images: GivenImages, output?: RequestOutput): Choice {
  if (output !== 'image') assertTogether(images);
  const { seconds, size, prompt } = fields;
  const given = Object.fromEntries(NAMES.map((name) => [name, (fields as Record<string, unknown>)[snakeCase(name)]]));
  const duration = seconds === undefined ? undefined : Number(seconds);
  const named = size === undefined ? {} : choiceOfSize(size);
  if (Object.entries({ ...named }).some(([name, value]) => (given[name] ?? value) !== value)) {
    const text = 'The size contradicts the resolution or the aspect ratio';
    throw new LuitError('validation_failed', text, { details: { size: text } });
  }
  const values: ParameterValues = { ...given, ...named, duration, prompt };
  const { hasFirst, hasLast, references } = images;
  return { start: hasFirst || references > 0 ? 'image' : 'text', hasLastImage: hasLast, references, values };
}

/** What generation refuses too, by the names of the API. */
function assertTogether({ hasFirst, hasLast, references }: GivenImages): void {
  const refuse = (field: string, text: string) => {
    throw new LuitError('validation_failed', text, { details: { [field]: text } });
  };
  if (hasLast && !hasFirst) refuse('last_frame', LAST_FRAME_ALONE);
  if (references > 0 && hasFirst) refuse('reference_images', FRAME_AND_REFERENCES);
}

/** The field that asks for a part of a choice. */
export function fieldOf(part: string, { size }: VideoFields, output: RequestOutput = 'video'): string {
  if ((part === 'start' || part === 'references') && output === 'image') return 'image';
  if (part in IMAGE_FIELDS) return IMAGE_FIELDS[part as keyof typeof IMAGE_FIELDS];
  if (size !== undefined && (part === 'resolution' || part === 'aspectRatio')) return 'size';
  return part === 'duration' ? 'seconds' : snakeCase(part);
}
