import { z } from 'zod';

export const storageKey = z.string().min(1).max(512);
/** SHA-256 of an image, hex: the same image uploaded again is the same input, even under another key. */
export const imageHash = z.string().regex(/^[0-9a-f]{64}$/);
