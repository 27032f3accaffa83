import { z } from 'zod';
import { characterCount } from '../messages/character-count';
import { isStorable } from '../messages/storable-text';
import { METADATA_INVALID, METADATA_LIMITS } from './limits';

const text = (min: number, max: number) =>
  z.string(METADATA_INVALID).refine((value) => {
    const length = characterCount(value);
    return length >= min && length <= max && isStorable(value);
  }, METADATA_INVALID);

/** Pairs of texts that an API client keeps with its request, such as the number of an order. Luit does not read them. */
export const requestMetadata = z
  .record(text(1, METADATA_LIMITS.key), text(0, METADATA_LIMITS.value), METADATA_INVALID)
  .refine((pairs) => Object.keys(pairs).length <= METADATA_LIMITS.pairs, METADATA_INVALID)
  .meta({
    description: `Up to ${METADATA_LIMITS.pairs} pairs of text that come back under \`luit.metadata\`, with keys of up to ${METADATA_LIMITS.key} characters. They are deleted with the request`,
    additionalProperties: { type: 'string', maxLength: METADATA_LIMITS.value },
    maxProperties: METADATA_LIMITS.pairs,
    example: { order: '1742' },
  });
export type RequestMetadata = z.infer<typeof requestMetadata>;

/** Equal pairs in an equal order: Postgres stores them in an order of its own, and equal records are equal texts. */
export function sortedMetadata(metadata: RequestMetadata): RequestMetadata {
  return Object.fromEntries(Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1)));
}
