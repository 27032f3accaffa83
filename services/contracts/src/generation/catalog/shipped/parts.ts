import type { z } from 'zod';
import { MAX_PROMPT_CHARACTERS } from '../../prompt-limits';
import type { modelEntry } from '../model-entry';

/** An entry as the catalog's files write it, without the defaults of its schema. */
export type WrittenEntry = z.input<typeof modelEntry>;
export type WrittenRoute = WrittenEntry['routes'][number];

export const PROMPT = { maxCharacters: MAX_PROMPT_CHARACTERS };
/** Ten minutes and one more for each second: 900 s for a video of 5 s, 1,200 s for one of 10 s. */
export const VIDEO_LIMITS = { runSeconds: 600, perSecond: 60 };
export const PHOTO_LIMITS = { runSeconds: 600 };
