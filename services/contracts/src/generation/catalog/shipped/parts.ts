import type { z } from 'zod';
import { MAX_PROMPT_CHARACTERS } from '../../prompt-limits';
import type { modelEntry } from '../model-entry';

/** An entry as the catalog's files write it, without the defaults of its schema. */
export type WrittenEntry = z.input<typeof modelEntry>;
export type WrittenRoute = WrittenEntry['routes'][number];

export const PROMPT = { maxCharacters: MAX_PROMPT_CHARACTERS };
/** What a restoration of a photo takes. */
export const RESTORATION = {
  quality: { values: ['standard', 'high', 'ultra'], default: 'standard' },
  enhancement: { values: ['standard', 'premium', 'professional'], default: 'standard' },
} satisfies WrittenEntry['parameters'];
