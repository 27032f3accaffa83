import { LuitError } from '@luit/contracts/errors';
import type { Choice } from '@luit/contracts/generation/catalog/choices';
import { type ParameterValues, videoValues } from '@luit/contracts/generation/catalog/model-parameters';
import type { RequestOutput } from '@luit/contracts/generation/outputs';
import { snakeCase } from '@luit/contracts/http/snake-case';
import { choiceOfSize } from '@luit/contracts/http/video-sizes';

const NAMES = videoValues.keyof().options;

/** The fields of a quote or a new video that ask for something. */
export type VideoFields = { seconds?: string | undefined; size?: string | undefined; prompt?: string } & object;

/**
 * What the fields ask for, by the names of the vocabulary. A size stands for a resolution and an aspect ratio.
 *
 * @throws LuitError `validation_failed` if a size contradicts them
 */
export function choiceIn(fields: VideoFields, hasImage: boolean): Choice {
  const { seconds, size, prompt } = fields;
  const given = Object.fromEntries(NAMES.map((name) => [name, (fields as Record<string, unknown>)[snakeCase(name)]]));
  const duration = seconds === undefined ? undefined : Number(seconds);
  const named = size === undefined ? {} : choiceOfSize(size);
  if (Object.entries({ ...named }).some(([name, value]) => (given[name] ?? value) !== value)) {
    const text = 'The size contradicts the resolution or the aspect ratio';
    throw new LuitError('validation_failed', text, { details: { size: text } });
  }
  const values: ParameterValues = { ...given, ...named, duration, prompt };
  return { start: hasImage ? 'image' : 'text', values };
}

/** The field that asks for a part of a choice. */
export function fieldOf(part: string, { size }: VideoFields, output: RequestOutput = 'video'): string {
  if (part === 'start') return output === 'image' ? 'image' : 'input_reference';
  if (size !== undefined && (part === 'resolution' || part === 'aspectRatio')) return 'size';
  return part === 'duration' ? 'seconds' : snakeCase(part);
}
