import { z } from 'zod';
import { derivedFiles } from '../generation/derived-files';

const linkedFile = z.object({
  /** Signed; valid for at least an hour. */
  url: z.string(),
  bytes: z.int(),
});

export const derivedFilesView = derivedFiles.extend({ small: linkedFile.nullable(), animation: linkedFile.nullable() });
/** Derived files of a video as its owner sees them. */
export type DerivedFilesView = z.infer<typeof derivedFilesView>;
