import { z } from 'zod';

const SOURCE = /^(https?:\/\/|data:image\/)/;

/** An image that a client sends, as a link or as itself. */
export const imageSource = z.string().regex(SOURCE, 'must be a URL or a data URI');
